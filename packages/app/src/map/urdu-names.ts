import type { ExpressionSpecification, StyleSpecification } from "maplibre-gl";
import letters from "../styles/fonts/noto-naskh-arabic-map-labels.woff2?url";

/** Where OpenStreetMap's tiles have the Urdu name of a place. */
export const URDU_NAME = "name:ur";

// MapLibre joins Arabic letters by drawing the shapes that Unicode has for a letter at the beginning, in the middle and
// at the end of a word. Nastaliq fonts do not have these shapes, and few servers of glyphs do. Noto Naskh Arabic does.
const JOINED_LETTERS = ["U+600-6FF", "U+FB50-FDFF", "U+FE70-FEFC"];
/** The fonts of a layer that names none. */
const DEFAULT_FONTS = ["Open Sans Regular", "Arial Unicode MS Regular"];

/** Any style with our own font for Arabic letters; it is fetched where the first one is drawn. */
export function withUrduLetters(style: StyleSpecification): StyleSpecification {
  const declared = style["font-faces"] ?? {};
  const faces = { ...declared };
  for (const font of new Set([...DEFAULT_FONTS, ...fontsOf(style.layers)])) {
    const own = declared[font] ?? [];
    faces[font] = [
      ...(typeof own === "string" ? [{ url: own }] : own),
      { url: letters, "unicode-range": JOINED_LETTERS },
    ];
  }
  return { ...style, "font-faces": faces };
}

/** Any style with the Urdu name wherever it shows a name and the tiles have an Urdu one. */
export function withUrduNames(style: StyleSpecification): StyleSpecification {
  return withUrduLetters({
    ...style,
    layers: style.layers.map((layer) => {
      if (layer.type !== "symbol") return layer;
      const text = layer.layout?.["text-field"];
      if (!text || !JSON.stringify(text).includes("name")) return layer;
      const before = typeof text === "string" ? filledIn(text) : text;
      // A style older than expressions has its steps of zoom in an object, which no expression can contain.
      if (!Array.isArray(before)) return layer;
      return { ...layer, layout: { ...layer.layout, "text-field": urduOr(before) } };
    }),
  });
}

function urduOr(before: readonly unknown[]): ExpressionSpecification {
  // Steps of zoom must stay outermost.
  if (before[0] === "step" && JSON.stringify(before[1]) === '["zoom"]')
    return before.map((part, i) =>
      i > 1 && i % 2 === 0 ? preferred(part) : part,
    ) as unknown as ExpressionSpecification;
  return preferred(before);
}

const preferred = (before: unknown) =>
  ["coalesce", ["get", URDU_NAME], before] as ExpressionSpecification;

/** "{name} {ref}" as an expression. */
function filledIn(text: string): ExpressionSpecification {
  const parts = text
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== "")
    .map((part) => (/^\{.*\}$/.test(part) ? ["to-string", ["get", part.slice(1, -1)]] : part));
  return ["concat", ...parts] as ExpressionSpecification;
}

/** Every word below a `text-font`; those that are no font do no harm. */
function fontsOf(style: unknown, inFonts = false): string[] {
  if (typeof style === "string") return inFonts ? [style] : [];
  if (typeof style !== "object" || style === null) return [];
  return Object.entries(style).flatMap(([key, value]) =>
    fontsOf(value, inFonts || key === "text-font"),
  );
}
