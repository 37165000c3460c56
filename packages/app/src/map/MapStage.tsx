import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import type { Camera } from "./camera.ts";
import type { Engine, MapContent, Stage } from "./engine.ts";
import { loadEngine } from "./load-engine.ts";
import "./map.css";

export type MapControl = {
  go: (camera: Partial<Camera>) => void;
  zoomBy: (levels: number) => void;
  bring: Engine["bring"];
};

type Props = {
  camera: Camera;
  content: MapContent;
  /** undefined: not known yet, so the map waits; null: the bundled demo map */
  styleUrl: string | null | undefined;
  interactive?: boolean;
  padding?: Partial<Stage["padding"]>;
  className?: string;
  /** The text in place of a map that cannot be loaded. */
  failure?: string;
  /** Called when the map appears, and when it is gone. */
  onControl?: (control: MapControl | null) => void;
  onMove?: Stage["onMove"];
  onPick?: Stage["onPick"];
  onGround?: Stage["onGround"];
  onBare?: Stage["onBare"];
  children?: ReactNode;
};

const nextPaint = () =>
  new Promise<void>((resolve) => {
    // Hidden pages paint nothing, so there is nothing to wait for.
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

/** A place for the app's one map. It opens at `camera`; afterwards it is moved through the control. */
export function MapStage({
  camera,
  content,
  styleUrl,
  interactive = true,
  padding,
  className = "",
  failure,
  onControl,
  onMove,
  onPick,
  onGround,
  onBare,
  children,
}: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [link, setLiveConnection] = useState<{ engine: Engine; stage: Stage } | null>(null);
  const [failed, setFailed] = useState(false);
  const { top = 0, bottom = 0, left = 0, right = 0 } = padding ?? {};
  // The camera with which the stage opens, when the map's code has loaded.
  const start = useRef({ camera, content, padding: { top, bottom, left, right } });
  const handlers = useRef({ onControl, onMove, onPick, onGround, onBare });
  useEffect(() => {
    handlers.current = { onControl, onMove, onPick, onGround, onBare };
    start.current = { camera, content, padding: { top, bottom, left, right } };
  });

  useEffect(() => {
    if (styleUrl === undefined || !container.current) return;
    const where = container.current;
    let gone = false;
    let entered: { engine: Engine; stage: Stage } | null = null;
    const enter = async () => {
      const engine = await loadEngine(styleUrl);
      // A map that is moved measures and draws at once, so the screen is painted first.
      await nextPaint();
      if (gone) return;
      const stage: Stage = {
        container: where,
        ...start.current,
        interactive,
        onMove: (...news) => handlers.current.onMove?.(...news),
        onPick: (pin) => handlers.current.onPick?.(pin),
        onGround: () => handlers.current.onGround?.(),
        onBare: (bare) => handlers.current.onBare?.(bare),
      };
      entered = { engine, stage };
      engine.enter(stage);
      setLiveConnection(entered);
      setFailed(false);
      handlers.current.onControl?.(engine);
    };
    enter().catch(() => setFailed(true));
    return () => {
      gone = true;
      entered?.engine.leave(entered.stage);
      setLiveConnection(null);
      if (entered) handlers.current.onControl?.(null);
    };
  }, [styleUrl, interactive]);

  useEffect(() => {
    link?.engine.show(link.stage, content);
  }, [link, content]);

  useEffect(() => {
    link?.engine.setPadding(link.stage, { top, bottom, left, right });
  }, [link, top, bottom, left, right]);

  return (
    <div
      ref={container}
      className={`map-stage ${className}`}
      style={{ "--map-covered": `${bottom}px` } as CSSProperties}
    >
      {failed && failure ? <p className="map-failure">{failure}</p> : null}
      {children}
    </div>
  );
}
