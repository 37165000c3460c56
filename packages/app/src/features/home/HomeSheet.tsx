import {
  type PointerEvent as ReactPointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { copy } from "../../locations/copy.ts";
import { useOnline } from "../../ui/use-online.ts";
import { ABOVE_FULL, ABOVE_FULL_OFFLINE, next, settle, step, stopHeights } from "./sheet-stops.ts";
import type { Stop } from "../../locations/view.ts";

const DRAG_FROM_PX = 6;

/**
 * The bottom sheet over the map. It can be dragged by its top, and by the list until the sheet is fully
 * open. The grabber is also a button, and reacts to the arrow keys.
 */
export function HomeSheet({
  hidden,
  stop,
  bar,
  onStop,
  label,
  head,
  children,
}: {
  /** Something else lies in its place; it stays as it was. */
  hidden: boolean;
  stop: Stop;
  /** px of the sheet's foot that a bar covers */
  bar: number;
  onStop: (stop: Stop) => void;
  label: string;
  head: ReactNode;
  children: ReactNode;
}) {
  const sheet = useRef<HTMLElement>(null);
  const [screen, setScreen] = useState(window.innerHeight);
  const [dragged, setDragged] = useState<number | null>(null);
  useEffect(() => {
    const measure = () => setScreen(sheet.current?.offsetParent?.clientHeight ?? innerHeight);
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  const online = useOnline();
  const heights = stopHeights(screen, bar, online ? ABOVE_FULL : ABOVE_FULL_OFFLINE);
  const height = dragged ?? heights[stop];

  function startDrag(down: ReactPointerEvent): void {
    if (down.button !== 0) return;
    const { pointerId, clientY: from } = down;
    const began = heights[stop];
    let lastY = from;
    let lastAt = down.timeStamp;
    let speed = 0;
    let dragging = false;
    const bounded = (value: number) => Math.min(heights.full, Math.max(heights.low, value));
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      if (!dragging && Math.abs(event.clientY - from) < DRAG_FROM_PX) return;
      dragging = true;
      const ms = Math.max(1, event.timeStamp - lastAt);
      speed = (lastY - event.clientY) / ms;
      lastY = event.clientY;
      lastAt = event.timeStamp;
      setDragged(bounded(began + from - event.clientY));
    };
    const end = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      setDragged(null);
      if (!dragging) return;
      onStop(settle(bounded(began + from - event.clientY), speed, heights));
      // The row under the finger was dragged, not chosen.
      const swallow = (click: MouseEvent) => {
        click.preventDefault();
        click.stopPropagation();
      };
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  return (
    <section
      ref={sheet}
      className={`sheet home-sheet${dragged === null ? "" : " is-dragged"}${bar > 0 && stop !== "full" ? " is-tight" : ""}`}
      data-stop={stop}
      aria-label={label}
      inert={hidden}
      style={{ height, visibility: hidden ? "hidden" : undefined }}
    >
      <div className="sheet-head" onPointerDown={startDrag}>
        <button
          type="button"
          className="grabber"
          aria-label={copy.sheetSize[stop]}
          onClick={() => onStop(next(stop))}
          onKeyDown={(event) => {
            const by = { ArrowUp: 1, ArrowDown: -1 }[event.key] as 1 | -1 | undefined;
            if (!by) return;
            event.preventDefault();
            onStop(step(stop, by));
          }}
        >
          <span className="grab" />
        </button>
        {head}
      </div>
      <div
        className="sheet-body"
        onPointerDown={(event) => {
          if (event.pointerType === "touch" && stop !== "full") startDrag(event);
        }}
      >
        {children}
      </div>
    </section>
  );
}
