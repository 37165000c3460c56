import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readPlace } from "./read-place.ts";
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
  expect(readPlace(text)).toEqual({ ok: true, place: { ...gate, ...(name && { name }) } });
});

test.each([
  "12.93, 77.62",
  "12.93,77.62",
  "१२.९३, ७७.६२",
  "১২.৯৩, ৭৭.৬২",
  "௧௨.௯௩, ௭௭.௬௨",
  "۱۲٫۹۳، ۷۷٫۶۲",
  "\u200e12.93,\u00a077.62\u200f",
  "+12.93, +77.62",
  "12.93 77.62",
  "12.93; 77.62",
  "12.93 N, 77.62 E",
  "12.93N 77.62E",
  "N 12.93, E 77.62",
  "12.93° N, 77.62° E",
  "77.62 E, 12.93 N",
  "12°55'48\"N 77°37'12\"E",
  "12°55'48.0\"N 77°37'12.0\"E",
  "12° 55′ 48″ N, 77° 37′ 12″ E",
  "12º55’48” n 77º37’12” e",
  "12°55'48''N 77°37'12''E",
  "12°55.8'N 77°37.2'E",
  "१२°५५'४८\"N ७७°३७'१२\"E",
  "geo:१२.९३,७७.६२",
  "geo:12.93,77.62\u200e",
  "https://www.google.com/maps/place/12%C2%B055'48.0%22N+77%C2%B037'12.0%22E/@12.1,77.1,17z/data=!3d12.93!4d77.62",
  "https://maps.google.com/?q=12%C2%B055'48.0%22N+77%C2%B037'12.0%22E",
])("[T-9] [L-10] %j is 12.93, 77.62", (text) => {
  const read = readPlace(text);
  expect(read).toEqual({
    ok: true,
    place: { latitude: expect.closeTo(12.93, 9), longitude: expect.closeTo(77.62, 9) },
  });
});

test("[T-9] south and west are below zero, and sixty minutes are a degree", () => {
  expect(readPlace("12.93 S, 77.62 E")).toEqual({ ok: false, reason: "OUTSIDE_INDIA" });
  expect(readPlace("12.93 N, 77.62 W")).toEqual({ ok: false, reason: "OUTSIDE_INDIA" });
  expect(readPlace("12°60'N 77°37'E")).toEqual({ ok: false, reason: "NOT_ON_EARTH" });
  expect(readPlace("12.93 N, 77.62 N")).toBeNull();
});

test("[T-9] [L-10] a plus code is the middle of its field; a short one is the nearest to its city or to the driver", () => {
  const bengaluru = { latitude: 12.97, longitude: 77.59 };
  const near = (words: string) => (words === "Bengaluru" || words === "" ? bengaluru : null);
  const there = {
    latitude: expect.closeTo(12.9654375, 6),
    longitude: expect.closeTo(77.5948125, 6),
  };
  for (const text of [
    "7J4VXH8V+5W",
    "7j4vxh8v+5w",
    "7J4VXH8V+5W Bengaluru",
    "XH8V+5W",
    "XH8V+5W Bengaluru, Karnataka",
    "4VXH8V+5W",
  ])
    expect([text, readPlace(text, near)]).toEqual([text, { ok: true, place: there }]);
  expect(readPlace("XH8V+5W", () => null)).toEqual({ ok: false, reason: "SHORT_CODE" });
  expect(readPlace("XH8V+5W Nowhere", near)).toEqual({ ok: false, reason: "SHORT_CODE" });
  // The field of the next degree is nearer.
  const read = readPlace("22XX+22", () => ({ latitude: 12.99, longitude: 77.9 }));
  expect(read).toMatchObject({
    ok: true,
    place: { latitude: expect.closeTo(13.0476, 3), longitude: expect.closeTo(78.0476, 3) },
  });
  for (const words of ["C++", "A+", "1234+56", "MG+Road", "XH8+5W"])
    expect(readPlace(words, near)).toBeNull();
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
  expect(readPlace(text)).toEqual({ ok: false, reason });
});

test("[T-9] words are no link, and no text makes a place that is none", () => {
  for (const words of [
    "",
    "Pune",
    "411001",
    "12 MG Road",
    "12 44",
    "1,2,3",
    "पुणे",
    "12 E",
    "1,50,000",
    "12 N 4",
  ])
    expect(readPlace(words), words).toBeNull();
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
        const read = readPlace(text);
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
