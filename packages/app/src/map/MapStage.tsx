import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { Camera } from "./camera.ts";
import type { Engine, MapContent, Stage } from "./engine.ts";
import { loadEngine } from "./load-engine.ts";

export type MapControl = {
  go: (camera: Partial<Camera>) => void;
  zoomBy: (levels: number) => void;
};

type Props = {
  camera: Camera;
  content: MapContent;
  /** undefined: not known yet, so the map waits; null: the bundled demo map */
  styleUrl: string | null | undefined;
  interactive?: boolean;
  padding?: Partial<Stage["padding"]>;
  className?: string;
  control?: RefObject<MapControl | null>;
  onMove?: Stage["onMove"];
  onPick?: Stage["onPick"];
  onGround?: Stage["onGround"];
  children?: ReactNode;
};

/** A place for the app's one map. It opens at `camera`; afterwards it is moved through `control`. */
export function MapStage({
  camera,
  content,
  styleUrl,
  interactive = true,
  padding,
  className = "",
  control,
  onMove,
  onPick,
  onGround,
  children,
}: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [link, setLink] = useState<{ engine: Engine; stage: Stage } | null>(null);
  const start = useRef({ camera, content });
  const handlers = useRef({ onMove, onPick, onGround });
  useEffect(() => {
    handlers.current = { onMove, onPick, onGround };
  });
  const { top = 0, bottom = 0, left = 0, right = 0 } = padding ?? {};

  useEffect(() => {
    if (styleUrl === undefined || !container.current) return;
    const stage: Stage = {
      container: container.current,
      camera: start.current.camera,
      content: start.current.content,
      interactive,
      padding: { top: 0, bottom: 0, left: 0, right: 0 },
      onMove: (...news) => handlers.current.onMove?.(...news),
      onPick: (pin) => handlers.current.onPick?.(pin),
      onGround: () => handlers.current.onGround?.(),
    };
    let left = false;
    let entered: Engine | null = null;
    void loadEngine(styleUrl).then((engine) => {
      if (left) return;
      entered = engine;
      engine.enter(stage);
      setLink({ engine, stage });
      if (control) control.current = engine;
    });
    return () => {
      left = true;
      // Opened again, this stage goes on where it was left.
      start.current = { camera: stage.camera, content: stage.content };
      entered?.leave(stage);
      setLink(null);
      if (control) control.current = null;
    };
  }, [styleUrl, interactive, control]);

  useEffect(() => {
    start.current = { ...start.current, content };
    link?.engine.show(link.stage, content);
  }, [link, content]);

  useEffect(() => {
    link?.engine.setPadding(link.stage, { top, bottom, left, right });
  }, [link, top, bottom, left, right]);

  return (
    <div ref={container} className={`map-stage ${className}`} data-ready={link !== null}>
      {children}
    </div>
  );
}
