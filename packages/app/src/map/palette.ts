import type { Colour } from "./drawing.ts";

/** The tokens of the theme in force, as the map needs them: resolved. */
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
