import { useCallback, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Scroll positions, px, by the entry of the history. */
const stood = new Map<string, number>();
/** How long a list has to become as long as it was, ms. */
const PATIENCE_MS = 1500;

/** Restores the scroll position of a page one goes back to; a new page begins at its top. */
export function useSavedScroll<T extends HTMLElement>() {
  const scroller = useRef<T>(null);
  const { key } = useLocation();
  const isBack = useNavigationType().toLowerCase() === "pop";
  const top = useRef(isBack ? (stood.get(key) ?? 0) : 0);
  useLayoutEffect(() => {
    if (scroller.current && top.current > 0) return standAt(scroller.current, top.current);
  }, []);
  const onScroll = useCallback(() => {
    if (scroller.current) stood.set(key, scroller.current.scrollTop);
  }, [key]);
  return { scroller, onScroll };
}

/** What the driver does meanwhile comes first. */
function standAt(element: HTMLElement, top: number): () => void {
  const until = performance.now() + PATIENCE_MS;
  const acts = ["pointerdown", "wheel", "keydown"] as const;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const act of acts) removeEventListener(act, stop);
  };
  const move = () => {
    element.scrollTop = top;
    if (element.scrollTop < top - 1 && performance.now() < until)
      frame = requestAnimationFrame(move);
    else stop();
  };
  for (const act of acts) addEventListener(act, stop);
  move();
  return stop;
}
