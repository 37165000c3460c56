import { expect, test } from "vitest";
import { frameOf } from "../src/pages/locations/frame.ts";

const pune = { latitude: 18.52, longitude: 73.86 };
const delhi = { latitude: 28.61, longitude: 77.21 };
const kohima = { latitude: 25.67, longitude: 94.11 };

test.each([
  ["one place", [pune]],
  ["the same place twice", [pune, pune]],
  ["two far apart", [pune, delhi]],
  ["from west to east", [pune, kohima]],
  ["the whole country", [pune, delhi, kohima, { latitude: 8.08, longitude: 77.55 }]],
])("[D-21] the map has room for %s, north above and east to the right", (_which, places) => {
  const frame = frameOf(places);
  const at = places.map(({ latitude, longitude }) => frame.at(latitude, longitude));
  for (const point of at) expect([point, frame.holds(point)]).toEqual([point, true]);
  for (const [i, point] of at.entries()) {
    const [first, here] = [places[0]!, places[i]!];
    expect(Math.sign(point.y - at[0]!.y)).toBe(-Math.sign(here.latitude - first.latitude) + 0);
    expect(Math.sign(point.x - at[0]!.x)).toBe(Math.sign(here.longitude - first.longitude));
  }
});
