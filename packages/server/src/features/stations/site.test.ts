import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { describe, expect, test } from "vitest";
import { pictureVersion } from "./pictures.ts";
import { pictureUrls, siteOf } from "./site.ts";

const picture = (name: string, category = "CHARGER") => ({
  url: `https://a.example/${name}`,
  category,
  type: "png",
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
