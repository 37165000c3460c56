import { ArrowsClockwise } from "@phosphor-icons/react/dist/csr/ArrowsClockwise";
import { useEffect, useRef, useState } from "react";
import { sentence } from "../../api/http/refusal.ts";
import { buzz } from "../../native/haptics.ts";
import { showToast } from "../toast.ts";
import { pullCopy as copy } from "./copy.ts";
import "./pull.css";

/** px the finger goes until letting go asks anew, and px the sign follows at most. */
const ENOUGH = 72;
const MOST = 96;
/** The sign lags behind the finger. */
const DRAG = 0.66;

/**
 * The first child of what scrolls: a list pulled down at its top is asked for again. With a keyboard or a screen reader
 * it is a button, which is seen while it has the focus.
 */
export function PullToRefresh({ of }: { of: readonly (() => Promise<{ error: unknown }>)[] }) {
  const own = useRef<HTMLDivElement>(null);
  const [pulled, setPulled] = useState(0);
  const [state, setState] = useState<"idle" | "busy" | "done">("idle");
  const run = async () => {
    if (state === "busy") return;
    setState("busy");
    const answers = await Promise.all(of.map((ask) => ask()));
    const failed = answers.find(({ error }) => error);
    if (failed) showToast(sentence(failed.error), "error");
    setState(failed ? "idle" : "done");
  };
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const scroller = own.current?.parentElement;
    return scroller ? followFinger(scroller, setPulled, () => void latest.current()) : undefined;
  }, []);

  const busy = state === "busy";
  return (
    <div
      ref={own}
      className={`pull${pulled > 0 || busy ? " is-seen" : ""}`}
      style={pulled > 0 ? { translate: `0 ${pulled * DRAG}px`, transition: "none" } : undefined}
    >
      <button
        type="button"
        className="pull-sign"
        aria-label={busy ? copy.refreshing : copy.refresh}
        aria-busy={busy || undefined}
        onClick={() => void run()}
      >
        {busy ? (
          <span className="spin" aria-hidden="true" />
        ) : (
          <ArrowsClockwise
            size={24}
            weight="bold"
            aria-hidden="true"
            style={{ rotate: `${pulled * 3}deg` }}
            className={pulled >= ENOUGH ? "is-enough" : undefined}
          />
        )}
      </button>
      <output className="sr-only">{state === "done" ? copy.refreshed : ""}</output>
    </div>
  );
}

/** Touch only: a mouse has a button, and a wheel means to scroll. */
function followFinger(
  scroller: HTMLElement,
  onPull: (px: number) => void,
  onEnough: () => void,
): () => void {
  let from: number | null = null;
  let pulled = 0;
  const pull = (px: number) => {
    if (px >= ENOUGH && pulled < ENOUGH) buzz(10);
    pulled = px;
    onPull(px);
  };
  const start = ({ touches }: TouchEvent) => {
    from = touches.length === 1 && scroller.scrollTop <= 0 ? touches[0]!.clientY : null;
  };
  const move = ({ touches }: TouchEvent) => {
    if (from === null) return;
    const way = scroller.scrollTop > 0 ? 0 : touches[0]!.clientY - from;
    pull(Math.max(0, Math.min(MOST, way)));
    // Whoever scrolls is not pulling any more, also not when they are back at the top.
    if (scroller.scrollTop > 0) from = null;
  };
  const end = () => {
    const enough = from !== null && pulled >= ENOUGH;
    from = null;
    pull(0);
    if (enough) onEnough();
  };
  const cancel = () => {
    from = null;
    pull(0);
  };
  scroller.addEventListener("touchstart", start, { passive: true });
  scroller.addEventListener("touchmove", move, { passive: true });
  scroller.addEventListener("touchend", end);
  scroller.addEventListener("touchcancel", cancel);
  return () => {
    scroller.removeEventListener("touchstart", start);
    scroller.removeEventListener("touchmove", move);
    scroller.removeEventListener("touchend", end);
    scroller.removeEventListener("touchcancel", cancel);
  };
}
