import { expect, test } from "vitest";
import { directionsTo } from "./directions.ts";

const station = {
  name: "Lake (North) & Garden",
  coordinates: { latitude: 18.53, longitude: 73.83 },
};

test.each([
  [
    "Mozilla/5.0 (Linux; Android 16; Pixel 7)",
    "geo:18.53,73.83?q=18.53,73.83(Lake%20(North)%20%26%20Garden)",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)",
    "maps://?daddr=18.53,73.83&q=Lake%20(North)%20%26%20Garden",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64)",
    "https://www.google.com/maps/dir/?api=1&destination=18.53%2C73.83",
  ],
])("[R-10] directions from %s open the maps of that device", (userAgent, address) => {
  expect(directionsTo(station, userAgent)).toBe(address);
});
