import { useEffect, useRef } from "react";

/** The open overlays: menu, dialogs, an opened sheet; the topmost last. */
const open: { close: () => void }[] = [];

/** Where in the history the app stands. `overlays`: for how many of them the entry was made. */
type Entry = { key: string | undefined; idx: number | undefined; overlays: number };
function entry(): Entry {
  const state = history.state as Partial<Entry> | null;
  return { key: state?.key, idx: state?.idx, overlays: state?.overlays ?? 0 };
}
const isSamePage = (one: Entry, other: Entry) => one.key === other.key && one.idx === other.idx;

let shown: Entry | null = null;

/**
 * Browsers tell of a step back only when it is done. So every overlay has an entry of its own in the history, a copy of
 * its page's: a step back takes that entry away and the overlay with it, and the page stays. A phone's back button needs
 * nothing but `history.back()`. An entry whose overlay was closed in another way stays behind and is stepped over.
 */
function enter(): void {
  history.pushState({ ...(history.state as object), overlays: open.length }, "");
  shown = entry();
}

function closeDownTo(count: number): void {
  while (open.length > count) open.pop()?.close();
}

/**
 * The history stands at another entry: by a step (back, or forward again) or because the router wrote one. It may be told
 * of the same step twice, since routers hear of it before or after us. Call it when overlays of the page before are gone.
 */
export function followHistory(byStep: boolean): void {
  const before = shown;
  shown = entry();
  if (before === null) return;
  if (isSamePage(before, shown)) {
    if (shown.overlays >= before.overlays) return;
    if (open.length > shown.overlays) closeDownTo(shown.overlays);
    else history.back();
  } else if (byStep) {
    closeDownTo(0);
    // The page another one was put in the place of, when all that could be replaced was the entry of its overlay.
    if (shown.idx === before.idx) history.back();
  }
  // An overlay is still open, but the router has put another entry in the place of its own.
  else if (open.length > shown.overlays) enter();
}

/** While `isOpen`, a step back closes this and stays on the page. */
export function useOverlay(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const overlay = { close: () => latest.current() };
    open.push(overlay);
    if (open.length > entry().overlays) enter();
    return () => {
      const at = open.indexOf(overlay);
      if (at >= 0) open.splice(at, 1);
    };
  }, [isOpen]);
}
