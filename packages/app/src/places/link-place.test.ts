import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readLink } from "./link-place.ts";
import { isInIndia, placeIn, placeName, placeText } from "./place.ts";

const gate = { latitude: 28.612912, longitude: 77.2295097 };

test.each([
  ["geo:28.612912,77.2295097", undefined],
  ["geo:28.612912,77.2295097;u=35", undefined],
  ["GEO:28.612912,77.2295097?z=17", undefined],
  ["geo:28.612912,77.2295097?q=India+Gate", "India Gate"],
  ["geo:0,0?q=28.612912,77.2295097(India%20Gate)", "India Gate"],
  ["geo:0,0?q=28.612912,77.2295097(India Gate)", "India Gate"],
  ["Meet me at geo:0,0?q=28.612912,77.2295097(India Gate) at 5", "India Gate"],
  ["28.612912, 77.2295097", undefined],
  ["Meet me here: https://maps.google.com/?q=28.612912,77.2295097 at six", undefined],
  ["https://maps.google.com/maps?q=loc:28.612912,77.2295097", undefined],
  ["https://www.google.com/maps/search/?api=1&query=28.612912%2C77.2295097", undefined],
  ["https://www.google.com/maps/dir/?api=1&origin=1,2&destination=28.612912,77.2295097", undefined],
  ["https://www.google.com/maps/search/28.612912,+77.2295097", undefined],
  ["https://www.google.co.in/maps/@28.612912,77.2295097,17z", undefined],
  [
    // The place is what is meant, not the middle of the map.
    "https://www.google.com/maps/place/India+Gate/@28.1,77.1,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d28.612912!4d77.2295097!16zL20",
    "India Gate",
  ],
  ["https://maps.apple.com/?ll=28.612912,77.2295097&q=India%20Gate", "India Gate"],
  ["https://maps.apple.com/place?coordinate=28.612912,77.2295097&name=India+Gate", "India Gate"],
  ["https://www.openstreetmap.org/?mlat=28.612912&mlon=77.2295097#map=9/1/2", undefined],
  ["https://www.openstreetmap.org/#map=16/28.612912/77.2295097", undefined],
])("[T-9] the position of %s is read", (text, name) => {
  expect(readLink(text)).toEqual({ ok: true, place: { ...gate, ...(name && { name }) } });
});

test.each([
  ["https://maps.app.goo.gl/AbC123", "SHORT_LINK"],
  ["https://goo.gl/maps/AbC123", "SHORT_LINK"],
  ["https://maps.apple/p/AbC", "SHORT_LINK"],
  ["https://osm.org/go/yVVG", "SHORT_LINK"],
  ["https://www.openstreetmap.org/node/123", "NO_POSITION"],
  ["https://example.org/<script>alert(1)</script>", "NO_POSITION"],
  ["https://", "NO_POSITION"],
  ["geo:0,0?q=India+Gate", "NO_POSITION"],
  ["geo:", "NO_POSITION"],
  ["geo:north,south", "NO_POSITION"],
  ["geo:91,77.2", "NOT_ON_EARTH"],
  ["geo:28.6,181", "NOT_ON_EARTH"],
  [`geo:${"9".repeat(400)},77.2`, "NOT_ON_EARTH"],
  ["https://maps.google.com/?q=99999999999999,77", "NOT_ON_EARTH"],
  ["geo:0,0", "OUTSIDE_INDIA"],
  ["geo:51.5,-0.12", "OUTSIDE_INDIA"],
  ["51.5, -0.12", "OUTSIDE_INDIA"],
])("[T-9] nobody drives to %s", (text, reason) => {
  expect(readLink(text)).toEqual({ ok: false, reason });
});

test("[T-9] words are no link, and no text makes a place that is none", () => {
  for (const words of ["", "Pune", "411001", "12 MG Road", "12 44", "1,2,3", "पुणे"])
    expect(readLink(words), words).toBeNull();
  const part = fc.constantFrom(
    "geo:",
    "https://",
    "maps.google.com/",
    "@",
    "?q=",
    "!3d",
    "!4d",
    ",",
    "28.6",
    "77.2",
    "1e9",
    "-",
    "NaN",
    "%",
    "%E0%A4%A",
    "#map=1/",
    "<b>",
    "\u202e",
    "\u0000",
    "999999999999",
    "Infinity",
    " ",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part, { maxLength: 14 }).map((all) => all.join("")),
      ),
      (text) => {
        const read = readLink(text);
        if (!read?.ok) return;
        expect(isInIndia(read.place)).toBe(true);
        expect(read.place.name ?? "x").toBe(placeName(read.place.name) ?? "x");
      },
    ),
    { numRuns: 2_000 },
  );
});

test("[T-1] a place in a link of ours comes back as it was; a name is text of 120 letters at most", () => {
  expect(placeIn("18.5,73.8", "Home")).toEqual({ latitude: 18.5, longitude: 73.8, name: "Home" });
  expect(placeIn(placeText(gate), null)).toEqual({ latitude: 28.61291, longitude: 77.22951 });
  for (const text of [null, "", ",", "18.5", "18.5,", "north,south", "91,0", "0,181"])
    expect(placeIn(text, null), String(text)).toBeNull();
  expect(placeName(`  <b>Home</b>\n${"x".repeat(200)}`)).toHaveLength(120);
  expect(placeName("\u202e \u0000")).toBeUndefined();
});
