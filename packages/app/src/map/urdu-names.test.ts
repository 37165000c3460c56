import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import type { StyleSpecification } from "maplibre-gl";
import { describe, expect, test } from "vitest";
import { bundledStyle } from "./bundled-style.ts";
import { withUrduLetters, withUrduNames } from "./urdu-names.ts";

/** A style as a provider's map server sends it. */
const styleOf = (...texts: unknown[]): StyleSpecification =>
  ({
    version: 8,
    glyphs: "https://tiles.example/{fontstack}/{range}.pbf",
    sources: { tiles: { type: "vector", tiles: ["https://tiles.example/{z}/{x}/{y}"] } },
    layers: texts.map((text, i) => ({
      id: `label-${i}`,
      type: "symbol",
      source: "tiles",
      "source-layer": "place",
      layout: { "text-field": text, "text-font": ["Noto Sans Regular"] },
    })),
  }) as StyleSpecification;
const textsOf = (style: StyleSpecification) =>
  style.layers.map((layer) => (layer.type === "symbol" ? layer.layout?.["text-field"] : null));

describe("names in Urdu on a provider's map", () => {
  test("[L-12] come before what the style shows, however it says so, and the style stays valid", () => {
    const perZoom = ["step", ["zoom"], ["get", "name:latin"], 8, ["get", "name"]];
    const formatted = ["format", ["get", "name"], {}, "\n", {}, ["get", "name:nonlatin"], {}];
    const style = withUrduNames(styleOf("{name:latin} ({ref})", perZoom, formatted));
    expect(textsOf(style)).toEqual([
      [
        "coalesce",
        ["get", "name:ur"],
        ["concat", ["to-string", ["get", "name:latin"]], " (", ["to-string", ["get", "ref"]], ")"],
      ],
      [
        "step",
        ["zoom"],
        ["coalesce", ["get", "name:ur"], ["get", "name:latin"]],
        8,
        ["coalesce", ["get", "name:ur"], ["get", "name"]],
      ],
      ["coalesce", ["get", "name:ur"], formatted],
    ]);
    expect(validateStyleMin(style)).toEqual([]);
  });

  test("leave alone what is no name, and what no expression can contain", () => {
    const ofZoom = { stops: [[6, "{name}"]] };
    expect(textsOf(withUrduNames(styleOf("{ref}", ofZoom)))).toEqual(["{ref}", ofZoom]);
  });

  test("are drawn with our letters, after those that the style declares itself", () => {
    const own = { url: "https://tiles.example/own.woff2" };
    const style = { ...styleOf("{name}"), "font-faces": { "Noto Sans Regular": [own] } };
    const faces = withUrduLetters(style)["font-faces"]!["Noto Sans Regular"];
    expect(faces).toEqual([own, expect.objectContaining({ url: expect.stringMatching(/woff2/) })]);
  });
});

describe("the bundled map", () => {
  const colour = () => "#808080";

  test("has names in Urdu letters in Urdu alone", () => {
    const style = bundledStyle(colour, "ur");
    expect(JSON.stringify(textsOf(style))).toContain("name:ur");
    expect(Object.keys(style["font-faces"]!)).toContain("Anek Latin Variable");
    expect(validateStyleMin(style)).toEqual([]);
    const english = bundledStyle(colour, "en");
    expect(JSON.stringify(textsOf(english))).not.toContain("name:ur");
    expect(english["font-faces"]).toBeUndefined();
  });
});
