import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
/** The colours of the nth block that sets them: light, dark, dark by the system. */
const colours = (nth: number) =>
  new Map(
    [...css.split(/^ +color-scheme: /m)[nth]!.matchAll(/--vm-([\w-]+): (#[\da-f]{6});/g)].map(
      ([, name, hex]) => [name!, hex!] as const,
    ),
  );

/** WCAG 2.2 relative luminance. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((one, other) => one - other);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Prices, what stands under them, and the state of a plug: read in the sun, 13 to 15 px. */
const SMALL = ["ink-2", "available", "busy", "fault", "unknown"];

describe.each([
  ["light", 1],
  ["dark", 2],
  ["dark by the system", 3],
] as const)("%s", (_, nth) => {
  const of = colours(nth);
  const ratio = (text: string, ground: string) => contrast(of.get(text)!, of.get(ground)!);

  test.each([...SMALL, "ink-3", "warning"])("%s is 7:1 on a page and in a well", (text) => {
    expect(ratio(text, "surface")).toBeGreaterThanOrEqual(7);
    if (text !== "warning") expect(ratio(text, "well")).toBeGreaterThanOrEqual(7);
  });

  test.each(["line-strong", "accent"])("%s, the edge of what can be chosen, is 3:1", (edge) => {
    expect(ratio(edge, "surface")).toBeGreaterThanOrEqual(3);
  });

  test.each(SMALL)("%s is 7:1 in a chosen row", (text) => {
    expect(ratio(text, "accent-tint")).toBeGreaterThanOrEqual(7);
  });
});

test("both ways into the dark lead to the same colours", () => {
  expect([...colours(3)]).toEqual([...colours(2)]);
});
