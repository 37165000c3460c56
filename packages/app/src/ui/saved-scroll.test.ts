import { give, takeBack } from "../../test/browser-parts.ts";
import { renderHook } from "../../test/render-hook.ts";
import { createElement, type ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type NavigationType, Router } from "react-router";
import { useSavedScroll } from "./saved-scroll.ts";

let frames: { draw: () => void; isWanted: boolean }[];
let page: EventTarget;
let now: number;
/** A list that is only so long yet. */
const list = {
  longest: 1000,
  at: 0,
  get scrollTop() {
    return this.at;
  },
  set scrollTop(top: number) {
    this.at = Math.min(top, this.longest);
  },
};
beforeEach(() => {
  [frames, page, now] = [[], new EventTarget(), 0];
  Object.assign(list, { longest: 1000, at: 0 });
  give("requestAnimationFrame", (draw: () => void) => frames.push({ draw, isWanted: true }));
  give("cancelAnimationFrame", (frame: number) => {
    if (frames[frame - 1]) frames[frame - 1]!.isWanted = false;
  });
  give("addEventListener", page.addEventListener.bind(page));
  give("removeEventListener", page.removeEventListener.bind(page));
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  takeBack();
  vi.restoreAllMocks();
});
const nextFrame = () => {
  const frame = frames.splice(0).find(({ isWanted }) => isWanted);
  frame?.draw();
  return frame !== undefined;
};

/** A page at an entry of the history, reached in this way. */
const show = (key: string, type: "POP" | "PUSH") =>
  renderHook(
    () => {
      const saved = useSavedScroll();
      // As React does with an element, before effects run.
      saved.scroller.current = list as unknown as HTMLElement;
      return saved;
    },
    null,
    (inside: ReactNode) =>
      createElement(
        Router,
        {
          location: { pathname: "/", key },
          navigationType: type as NavigationType,
          navigator: {} as never,
        },
        inside,
      ),
  );
function leaveAt(key: string, top: number) {
  const left = show(key, "PUSH");
  list.scrollTop = top;
  left.now().onScroll();
  left.leave();
  list.at = 0;
}

test("a page one goes back to stands where it was left, a new one at its top", () => {
  leaveAt("history", 400);
  const again = show("history", "POP");
  expect([list.at, frames]).toEqual([400, []]);
  again.leave();
  list.at = 0;
  show("history", "PUSH").leave();
  show("another", "POP").leave();
  expect(list.at).toBe(0);
});

test("a list that is still loading is waited for, a second and a half at most", () => {
  leaveAt("a", 400);
  list.longest = 100;
  const again = show("a", "POP");
  expect(list.at).toBe(100);
  list.longest = 398;
  now = 1499;
  expect(nextFrame()).toBe(true);
  expect(list.at).toBe(398);
  // A pixel less is as good.
  list.longest = 399;
  nextFrame();
  expect([list.at, nextFrame()]).toEqual([399, false]);
  again.leave();

  list.longest = 100;
  const late = show("a", "POP");
  now += 1500;
  nextFrame();
  expect(nextFrame()).toBe(false);
  late.leave();
});

test.each(["pointerdown", "wheel", "keydown"])("what the driver does (%s) comes first", (act) => {
  leaveAt("b", 400);
  list.longest = 100;
  const again = show("b", "POP");
  page.dispatchEvent(new Event(act));
  list.longest = 1000;
  expect(nextFrame()).toBe(false);
  expect(list.at).toBe(100);
  again.leave();
});

test("a page that is left is not moved any more", () => {
  leaveAt("c", 400);
  list.longest = 100;
  show("c", "POP").leave();
  expect(nextFrame()).toBe(false);
});
