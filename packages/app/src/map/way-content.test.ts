import { encodePolyline } from "@voltmarg/rules";
import { expect, test } from "vitest";
import { drawKey, markKey } from "./image-keys.ts";
import { drawMark } from "./mark-drawing.ts";
import { contentOf, placesOf } from "./way-content.ts";

const pune = { latitude: 18.52, longitude: 73.85 };
const mumbai = { latitude: 19.08, longitude: 72.88 };
const stop = { latitude: 18.75, longitude: 73.4 };

test("[T-9] a way shows its line, start, end and stops in their order, all of them in sight", () => {
  const content = contentOf({
    line: encodePolyline([pune, stop, mumbai]),
    start: pune,
    end: mumbai,
    stops: [stop],
  });
  expect(content.way!.line).toEqual([
    [73.85, 18.52],
    [73.4, 18.75],
    [72.88, 19.08],
  ]);
  expect(content.way!.marks.map(({ sign }) => sign)).toEqual(["start", 1, "end"]);
  expect(placesOf(content)).toHaveLength(6);
});

test("[T-9] a line that cannot be read is none; its ends are shown", () => {
  const { way } = contentOf({ line: "\u0001", start: pune, end: mumbai });
  expect([way!.line.length, way!.marks.length]).toEqual([0, 2]);
});

test("[T-9] a ring has its radius in every direction", () => {
  const { way, me } = contentOf({ line: "", ring: { middle: pune, km: 50 } });
  expect(me).toEqual([73.85, 18.52]);
  expect(way!.ring[0]).toEqual(way!.ring.at(-1));
  const north = Math.max(...way!.ring.map(([, lat]) => lat)) - pune.latitude;
  const east = Math.max(...way!.ring.map(([lon]) => lon)) - pune.longitude;
  expect(north * 111.2).toBeCloseTo(50, 0);
  expect(east * 111.2 * Math.cos((18.52 * Math.PI) / 180)).toBeCloseTo(50, 0);
});

test("[T-9] a mark's key says all there is to draw", () => {
  const grey = () => "#808080";
  for (const sign of ["start", "end", 1, 12] as const)
    expect(drawKey(markKey(sign), grey)).toEqual(drawMark(sign, grey));
  expect(markKey(1)).not.toBe(markKey(2));
});
