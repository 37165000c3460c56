import { expect, test } from "vitest";
import { clusterKey, drawKey, markKey, pinKey } from "./image-keys.ts";
import { drawMark } from "./mark-drawing.ts";
import { drawCluster, drawDot, drawPin } from "./pin-drawing.ts";

const colour = (token: string) => token;

test("a cluster shows any free station, in 24 steps", () => {
  expect(clusterKey(100, 0)).toBe("cluster|100|0");
  expect(clusterKey(100, 1)).toBe("cluster|100|1");
  expect(clusterKey(100, 7)).toBe("cluster|100|2");
  expect(clusterKey(100, 50)).toBe("cluster|100|12");
  expect(clusterKey(100, 100)).toBe("cluster|100|24");
});

test("each key is drawn as what it names", () => {
  const look = {
    state: "available",
    power: "fast",
    free: 1,
    total: 2,
    favourite: true,
    selected: false,
  } as const;
  expect(pinKey(look)).toBe("pin|available|fast|1|2|1|0");
  expect(drawKey(pinKey(look), colour)).toEqual(drawPin(look, colour));
  const selected = { ...look, favourite: false, selected: true };
  expect(drawKey(pinKey(selected), colour)).toEqual(drawPin(selected, colour));
  expect(drawKey("dot|busy", colour)).toEqual(drawDot("busy", colour));
  expect(drawKey(clusterKey(100, 50), colour)).toEqual(drawCluster(100, 50, colour));
  for (const sign of ["start", "end", 3] as const)
    expect(drawKey(markKey(sign), colour)).toEqual(drawMark(sign, colour));
});

test("a key of somebody else is not drawn", () => {
  for (const key of [
    "",
    "pin",
    "pin|available",
    "dot",
    "dot|a|b",
    "cluster|1",
    "mark|1|2",
    "city|1",
  ])
    expect(drawKey(key, colour), key).toBeNull();
});
