import { beforeEach, expect, test } from "vitest";
import { installStorage } from "../../test/memory-storage.ts";
import { recentPlaces, rememberPlace } from "./recent-places.ts";

let kept: Map<string, string>;
beforeEach(() => void (kept = installStorage()));

const place = (nth: number) => ({ latitude: 18 + nth, longitude: 73, name: `Place ${nth}` });

test("[T-9] the last five places are kept, the newest first and each once", () => {
  for (const nth of [1, 2, 3, 4, 5, 6, 3]) rememberPlace(place(nth));
  expect(recentPlaces().map(({ name }) => name)).toEqual(
    [3, 6, 5, 4, 2].map((nth) => `Place ${nth}`),
  );
  rememberPlace({ latitude: 20, longitude: 73 });
  expect(recentPlaces()).toHaveLength(5);
});

test("[T-9] what the device holds is read with care", () => {
  for (const text of ["", "{", "null", "7", '{"a":1}', '[null,7,"x",{"latitude":"18"}]']) {
    kept.set("vm.me.recent-places", text);
    expect(recentPlaces(), text).toEqual([]);
  }
  const far = { latitude: 91, longitude: 500, name: "Nowhere" };
  kept.set("vm.me.recent-places", JSON.stringify([far, place(1), { ...place(2), name: "<b>" }]));
  expect(recentPlaces()).toEqual([place(1), { ...place(2), name: "b" }]);
});
