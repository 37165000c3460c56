import type { Colour } from "./drawing.ts";

/** The colour tokens of the current theme, resolved, as the map needs them. */
export function themeColours(): Colour {
  const style = getComputedStyle(document.documentElement);
  const cache = new Map<string, string>();
  return (token) => {
    let value = cache.get(token);
    if (value === undefined) {
      value = style.getPropertyValue(`--vm-${token}`).trim() || "#808080";
      cache.set(token, value);
    }
    return value;
  };
}
