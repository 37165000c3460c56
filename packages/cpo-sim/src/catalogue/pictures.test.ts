import { write, writing } from "@voltmarg/ocpi";
import { expect, test } from "vitest";
import { createCatalogue } from "./catalogue.ts";
import { imagesOf, pictureAt } from "./pictures.ts";

test("one location in three has images, the first image of one in twelve is broken", () => {
  const base = "http://sim.example";
  expect(imagesOf(1, base)).toEqual([]);
  const found = (number: number) =>
    imagesOf(number, base).map(({ url }) => pictureAt(new URL(url).pathname) !== null);
  expect(found(3)).toEqual([true, true]);
  expect(found(12)).toEqual([false, true, true]);
  const picture = pictureAt("/pictures/3-0.png")!;
  expect(picture.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([480, 320]);
  expect(picture.length).toBeLessThan(20_000);
  for (const path of ["/pictures/lost.png", "/pictures/3-2.png", "/pictures/../x", "/pictures/"])
    expect(pictureAt(path)).toBeNull();
});

test("a location with images is valid OCPI", () => {
  const [catalogue] = [0].map((operator) =>
    createCatalogue({
      seed: "voltmarg",
      operator,
      operators: 1,
      locations: 13,
      picturesAt: () => "http://127.0.0.1:9000",
    }),
  );
  const location = catalogue!.at(12);
  expect(location.images).toHaveLength(3);
  expect(write(writing.location, location)).toEqual(location);
});
