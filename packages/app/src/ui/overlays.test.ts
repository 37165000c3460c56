import { give, takeBack } from "../../test/browser-parts.ts";
import { renderHook } from "../../test/render-hook.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { followHistory, useOverlay } from "./overlays.ts";

/** A browser's history, with pages as the router writes them. */
let entries: object[];
let at: number;
const history = {
  get state() {
    return entries[at]!;
  },
  pushState: (state: object) => {
    entries = [...entries.slice(0, at + 1), state];
    at += 1;
  },
  /** Told when it is done. */
  back: () => go(-1),
};
function go(steps: number) {
  at += steps;
  followHistory(true);
}
const visit = (key: string) => {
  history.pushState({ key, idx: (history.state as { idx: number }).idx + 1 });
  followHistory(false);
};
const replace = (key: string) => {
  entries[at] = { key, idx: (history.state as { idx: number }).idx };
  followHistory(false);
};

let drawn: ReturnType<typeof renderHook<Record<string, boolean>, void>>;
let shown: Record<string, boolean>;
/** Menu and dialog of a page; closing one draws it anew. */
const set = (change: Record<string, boolean>) => {
  shown = { ...shown, ...change };
  drawn.draw(shown);
};
beforeEach(() => {
  at = 0;
  give("history", history);
  // From the page of the test before to this one's.
  for (const key of ["before", "home"]) {
    entries = [{ key, idx: 0 }];
    followHistory(false);
  }
  shown = { menu: false, dialog: false };
  drawn = renderHook(({ menu, dialog }) => {
    useOverlay(menu!, () => set({ menu: false }));
    useOverlay(dialog!, () => set({ dialog: false }));
  }, shown);
});
afterEach(() => {
  drawn.leave();
  takeBack();
});
const where = () => (history.state as { key: string }).key;

test("a step back closes the overlay and stays on the page", () => {
  set({ menu: true });
  expect([entries.length, where()]).toEqual([2, "home"]);
  go(-1);
  expect([shown["menu"], at, where()]).toEqual([false, 0, "home"]);
});

test("overlays close one after the other, the topmost first", () => {
  set({ menu: true });
  set({ dialog: true });
  expect(at).toBe(2);
  go(-1);
  expect(shown).toEqual({ menu: true, dialog: false });
  go(-1);
  expect(shown).toEqual({ menu: false, dialog: false });
});

test("two steps at once close both", () => {
  set({ menu: true });
  set({ dialog: true });
  go(-2);
  expect([shown, at]).toEqual([{ menu: false, dialog: false }, 0]);
});

test("the entry of an overlay that was closed in another way is stepped over", () => {
  visit("station");
  set({ menu: true });
  set({ menu: false });
  expect(at).toBe(2);
  go(-1);
  expect([at, where()]).toEqual([0, "home"]);
});

test("an overlay that opens where an entry is left needs no second one", () => {
  set({ menu: true });
  set({ menu: false });
  set({ dialog: true });
  expect(entries).toHaveLength(2);
  go(-1);
  expect([shown["dialog"], at]).toEqual([false, 0]);
});

test("a step forward again to an overlay's entry changes nothing", () => {
  set({ menu: true });
  go(-1);
  go(1);
  expect([shown["menu"], at, where()]).toEqual([false, 1, "home"]);
});

test("a step may be told twice", () => {
  visit("station");
  set({ menu: true });
  set({ dialog: true });
  go(-1);
  followHistory(true);
  expect([shown, at]).toEqual([{ menu: true, dialog: false }, 2]);
});

test("a step to another page closes what is open", () => {
  visit("station");
  set({ menu: true });
  set({ dialog: true });
  go(-3);
  expect([shown, where()]).toEqual([{ menu: false, dialog: false }, "home"]);
});

test("a page in the place of an overlay's entry is left with one step", () => {
  visit("station");
  set({ menu: true });
  set({ menu: false });
  replace("login");
  expect(entries.map((entry) => (entry as { key: string }).key)).toEqual([
    "home",
    "station",
    "login",
  ]);
  go(-1);
  expect([where(), at]).toEqual(["home", 0]);
});

test("an overlay that is open when the router replaces its entry gets another one", () => {
  set({ menu: true });
  replace("home?tab=2");
  expect([at, where(), history.state]).toEqual([
    2,
    "home?tab=2",
    expect.objectContaining({ overlays: 1 }),
  ]);
  go(-1);
  expect([shown["menu"], where()]).toEqual([false, "home?tab=2"]);
});

test("what closes is what the overlay says now, and nothing after it is gone", () => {
  set({ menu: true });
  drawn.leave();
  go(-1);
  expect(shown["menu"]).toBe(true);
});
