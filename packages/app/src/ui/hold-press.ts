/** How long a finger or mouse stays down, ms; the same as `--vm-hold`. */
export const HOLD_MS = 1200;
/** A pointer that has moved further, CSS pixels, is dragged or scrolls; less is a hand that shakes. */
const DRAG_PX = 32;
/** The click of a press follows its release in the same task. A touch that lasted long has none. */
const CLICK_MS = 100;

type Point = { x: number; y: number };

/**
 * What becomes of a press on a button that is held to confirm. `held`: the pointer stayed down for HOLD_MS. `ask`: the
 * press ended before, or there was none, as for a click by keyboard, switch or screen reader. A press that was dragged
 * away, became a scroll or was joined by a second finger is neither.
 */
export function holdPress(onHolding: (yes: boolean) => void) {
  let press: (Point & { state: "down" | "held" | "gone" }) | null = null;
  let holding: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;

  const end = (state: "held" | "gone") => {
    if (press?.state !== "down") return;
    clearTimeout(holding);
    press.state = state;
    onHolding(false);
  };
  const leave = () => {
    clearTimeout(holding);
    clearTimeout(asking);
  };
  return {
    down(at: Point, held: () => void) {
      leave();
      press = { ...at, state: "down" };
      onHolding(true);
      holding = setTimeout(() => {
        end("held");
        held();
      }, HOLD_MS);
    },
    move(at: Point) {
      if (press && Math.hypot(at.x - press.x, at.y - press.y) > DRAG_PX) end("gone");
    },
    /** Dragged away, taken by the browser for a scroll, or joined by a second finger. */
    giveUp: () => end("gone"),
    up(ask: () => void) {
      if (press?.state !== "down") return;
      end("gone");
      asking = setTimeout(ask, CLICK_MS);
    },
    /** `byPointer`: a pointer was pressed for it. Assistive technology and keys click without one. */
    click(byPointer: boolean, ask: () => void) {
      clearTimeout(asking);
      const stopped = byPointer && press?.state === "held";
      press = null;
      if (!stopped) ask();
    },
    leave,
  };
}
