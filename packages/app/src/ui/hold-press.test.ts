import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HOLD_MS, holdPress } from "./hold-press.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function button() {
  const said: string[] = [];
  const press = holdPress(() => undefined);
  const ask = () => said.push("ask");
  return {
    said,
    press: {
      ...press,
      down: (where: { x: number; y: number }) => press.down(where, () => said.push("stop")),
      up: () => press.up(ask),
      click: (byPointer: boolean) => press.click(byPointer, ask),
    },
  };
}
const at = { x: 100, y: 20 };
const LATER = 5000;

describe("[S-3] a press that did not complete a hold asks", () => {
  test("a screen reader sends press, release and click in one go", () => {
    const { said, press } = button();
    press.down(at);
    press.up();
    press.click(true);
    vi.advanceTimersByTime(LATER);
    expect(said).toEqual(["ask"]);
  });

  test("a key or a switch sends a click alone, also after a hold that has stopped", () => {
    const { said, press } = button();
    press.click(false);
    press.down(at);
    vi.advanceTimersByTime(HOLD_MS);
    press.up();
    press.click(false);
    expect(said).toEqual(["ask", "stop", "ask"]);
  });

  test("a short tap, and a long one to which the browser sends no click", () => {
    const { said, press } = button();
    press.down(at);
    vi.advanceTimersByTime(80);
    press.up();
    press.click(true);
    expect(said).toEqual(["ask"]);
    press.down(at);
    vi.advanceTimersByTime(HOLD_MS - 1);
    press.up();
    vi.advanceTimersByTime(LATER);
    expect(said).toEqual(["ask", "ask"]);
  });
});

describe("[S-3] a completed hold stops at once", () => {
  test("and does not ask as well, whether a click follows or not", () => {
    for (const clicks of [true, false]) {
      const { said, press } = button();
      press.down(at);
      vi.advanceTimersByTime(HOLD_MS);
      expect(said).toEqual(["stop"]);
      press.up();
      if (clicks) press.click(true);
      vi.advanceTimersByTime(LATER);
      expect(said).toEqual(["stop"]);
    }
  });

  test("also by a hand that shakes", () => {
    const { said, press } = button();
    press.down(at);
    for (let ms = 0; ms < HOLD_MS; ms += 100) {
      press.move({ x: at.x + (ms % 200 ? 12 : -12), y: at.y + 9 });
      vi.advanceTimersByTime(100);
    }
    expect(said).toEqual(["stop"]);
  });
});

describe("[S-3] what is not a press does not stop", () => {
  test("a drag or a scroll that begins on the bar, a second finger, a press that the browser ends", () => {
    for (const disturb of ["move", "giveUp"] as const) {
      const { said, press } = button();
      press.down(at);
      vi.advanceTimersByTime(HOLD_MS / 2);
      if (disturb === "move") press.move({ x: at.x, y: at.y - 60 });
      else press.giveUp();
      vi.advanceTimersByTime(LATER);
      press.up();
      vi.advanceTimersByTime(LATER);
      expect(said).toEqual([]);
    }
  });

  test("the screen is left while it is held, or before it asks", () => {
    const { said, press } = button();
    press.down(at);
    press.leave();
    vi.advanceTimersByTime(LATER);
    press.down(at);
    press.up();
    press.leave();
    vi.advanceTimersByTime(LATER);
    expect(said).toEqual([]);
  });
});
