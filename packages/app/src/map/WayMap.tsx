import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useRoomForTwo } from "../ui/use-media.ts";
import { cameraOn } from "./camera.ts";
import { mapCopy as copy } from "./copy.ts";
import { type MapControl, MapStage } from "./MapStage.tsx";
import { useMapStyle } from "./use-map-style.ts";
import { contentOf, placesOf, type WayShown } from "./way-content.ts";

/** Nearer is of no use, even where all lies in one place. */
const NEAREST_ZOOM = 14;

/**
 * A way on the map: its line, where it starts and ends, the numbered stops and the stations along it, all in sight. It
 * says nothing that the list does not say. Use it by `WaySplit`.
 */
export function WayMap({
  shown,
  onPick,
}: {
  shown: WayShown;
  onPick?: (stationId: string) => void;
}) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [control, setControl] = useState<MapControl | null>(null);
  const styleUrl = useMapStyle();
  const wide = useRoomForTwo();
  const content = useMemo(() => contentOf(shown), [shown]);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const watch = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) =>
        before?.width === width && before.height === height ? before : { width, height },
      );
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const places = useMemo(() => placesOf(content), [content]);
  const camera = useMemo(
    () => (size && places.length > 0 ? cameraOn(places, size, NEAREST_ZOOM, EDGE) : null),
    [places, size],
  );
  // It opens with the first camera; later ones are gone to.
  const first = useRef(camera);
  useEffect(() => {
    if (camera && control && camera !== first.current) control.go(camera);
    first.current = camera;
  }, [camera, control]);
  return (
    <figure ref={measure} className="way-map" aria-label={shown.ring ? copy.reach : copy.way}>
      {camera ? (
        <MapStage
          className="way-stage"
          camera={camera}
          content={content}
          styleUrl={styleUrl}
          failure={copy.failed}
          // A finger on the strip scrolls the list.
          interactive={wide}
          onControl={setControl}
          onPick={onPick}
        />
      ) : null}
    </figure>
  );
}

/** px: marks stand above their places. */
const EDGE = { top: 42, side: 28, bottom: 42 };
