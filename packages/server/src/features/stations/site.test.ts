import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { describe, expect, test } from "vitest";
import { pictureVersion } from "./pictures.ts";
import { pictureUrls, siteOf } from "./site.ts";

const picture = (name: string, category = "CHARGER") => ({
  url: `https://a.example/${name}`,
  category,
  type: "png",
});
/** An EVSE that is used from these bays. */
const evseAt = (uid: string, ...bays: string[]) => ({
  uid,
  body: { parking: bays.map((parking_id) => ({ parking_id })) },
});
function rowOf(body: object, publish = true) {
  const { row } = randomStation(randomFrom(1), "loc/1", 1);
  return { ...row, publish, body: { ...row.body, ...body } };
}
const urls = (body: object) => [...pictureUrls(rowOf(body))];

describe("[L-5] the pictures of a station", () => {
  test("are numbered in their order, without advertising and what is not on the web", () => {
    const images = [
      picture("1"),
      picture("2", "ENTRANCE"),
      picture("3", "OPERATOR"),
      picture("4", "LOCATION"),
      { ...picture("5"), url: "file:///etc/passwd" },
      { ...picture("6"), url: "no url" },
      { ...picture("7", "OTHER"), url: "http://a.example/7" },
      { ...picture("8"), url: "javascript://http:/x" },
    ];
    expect(urls({ images })).toEqual([
      ["0", "https://a.example/1"],
      ["1", "https://a.example/2"],
      ["2", "https://a.example/4"],
      ["3", "http://a.example/7"],
    ]);
  });

  test("are twelve at most, and the operator's logo", () => {
    const images = Array.from({ length: 13 }, (_, nth) => picture(String(nth)));
    const logo = picture("logo", "OPERATOR");
    const names = (body: object) => urls(body).map(([name]) => name);
    const twelve = Array.from({ length: 12 }, (_, nth) => String(nth));
    expect(names({ images })).toEqual(twelve);
    expect(names({ images: images.slice(1) })).toEqual(twelve);
    expect(names({ images, operator: { name: "A", logo } })).toEqual([...twelve, "logo"]);
  });

  test("are none where the operator names none", () => {
    expect(urls({})).toEqual([]);
    expect(urls({ images: null, operator: { name: "A" } })).toEqual([]);
    const logo = { ...picture("l"), url: "data:image/png;base64,AA" };
    expect(urls({ operator: { name: "A", logo } })).toEqual([]);
  });

  test("have an address at us, which changes with theirs, if everybody sees the station", () => {
    const body = {
      images: [picture("1"), picture("2")],
      operator: { name: "A", logo: picture("logo") },
    };
    const address = (name: string, of: string) =>
      `/pictures/loc%2F1/${name}?v=${pictureVersion(`https://a.example/${of}`)}`;
    const { images, logo_url } = siteOf(rowOf(body), "en");
    expect(images).toEqual([address("0", "1"), address("1", "2")]);
    expect(logo_url).toBe(address("logo", "logo"));
    expect(siteOf(rowOf(body, false), "en")).toMatchObject({ images: [], logo_url: null });
    expect(siteOf(rowOf({ images: body.images }), "en").logo_url).toBe(null);
    expect(pictureVersion("a")).toMatch(/^[\w-]{10}$/);
    expect(pictureVersion("a")).not.toBe(pictureVersion("b"));
  });
});

describe("[L-5] the details of a station", () => {
  test("have each facility once", () => {
    expect(siteOf(rowOf({ facilities: ["CAFE", "WIFI", "CAFE"] }), "en").facilities).toEqual([
      "CAFE",
      "WIFI",
    ]);
    expect(siteOf(rowOf({}), "en").facilities).toEqual([]);
  });

  const text = (language: string | undefined, said: string) => ({ language, text: said });
  test.each([
    [[text("en", "left"), text("hi", "बाएं")], "बाएं"],
    [[text("EN-IN", "left"), text("HI-IN", "बाएं")], "बाएं"],
    [[text("de", "links"), text("en", "left")], "left"],
    [[text("de", "links"), text("en-GB", "left")], "left"],
    [[text("de", "links"), text("fr", "à gauche")], "links"],
    [[text("en", "left"), text("hi", "")], "left"],
    [[text("de", "links"), text("en", "")], "links"],
    [[text(undefined, "there"), text("hi", "बाएं")], "बाएं"],
    [[text(undefined, "there")], "there"],
    [[text("hin", "other"), text("en", "left")], "left"],
    [[], null],
    [null, null],
    [undefined, null],
  ])("with the directions %j are read in Hindi as %j", (directions, shown) => {
    expect(siteOf(rowOf({ directions }), "hi").directions).toBe(shown);
  });

  test.each([
    ["https://a.example/x", "https://a.example/x"],
    ["http://a.example/x", null],
    ["https://", null],
    ["a.example", null],
    ["javascript:https://a.example", null],
    [undefined, null],
  ])("lead to the operator's website %j as %j", (website, shown) => {
    expect(siteOf(rowOf({ operator: { name: "A", website } }), "en").website).toBe(shown);
  });
});

describe("the parking of a station", () => {
  const bay = { id: "B1", vehicle_types: ["PERSONAL_VEHICLE"] };
  const parkingOf = (places: unknown, ...evses: ReturnType<typeof evseAt>[]) =>
    siteOf(rowOf({ parking_places: places }), "en", evses).parking;

  test("is what the operator says of each bay, with the EVSEs that are used from it", () => {
    const told = {
      ...bay,
      physical_reference: "1",
      max_vehicle_height: 210,
      max_vehicle_length: 520,
      max_vehicle_width: 230,
      max_vehicle_weight: 3500,
      time_limit: 60,
      restricted_to_type: true,
      reservation_required: false,
      drive_through: false,
      roofed: true,
      lighting: true,
      dangerous_goods_allowed: false,
    };
    expect(parkingOf([told], evseAt("E-1", "b1"), evseAt("E-2", "B2", "B1"))).toEqual([
      {
        evse_uids: ["E-1", "E-2"],
        vehicle_types: ["PERSONAL_VEHICLE"],
        max_vehicle_height_cm: 210,
        max_vehicle_length_cm: 520,
        max_vehicle_width_cm: 230,
        max_vehicle_weight_kg: 3500,
        time_limit_min: 60,
        restricted_to_type: true,
        reservation_required: false,
        drive_through: false,
        roofed: true,
        lighting: true,
      },
    ]);
  });

  test("says no more than the operator, and nothing where it describes no bay", () => {
    expect(parkingOf([{ id: "B1" }], evseAt("E-1"))).toEqual([
      { evse_uids: [], vehicle_types: [] },
    ]);
    for (const places of [undefined, null, []])
      expect(siteOf(rowOf({ parking_places: places }), "en")).not.toHaveProperty("parking");
  });
});

test.each([
  ["+91 20 2612 0000", "+91 20 2612 0000"],
  ["112", "112"],
  [" 1800-123 ", "1800-123"],
  ["ask at the desk", undefined],
  ["-", undefined],
  ["", undefined],
  [null, undefined],
])("[R-10] the help phone %j is shown as %j", (help_phone, shown) => {
  expect(siteOf(rowOf({ help_phone }), "en").help_phone).toBe(shown);
});
