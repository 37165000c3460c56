// Drawings as data, so that one definition feeds both the lists (SVG) and the map (canvas).
// An SVG used as an image cannot see the page's fonts and needs data: in the security policy.

/** Gives the colour of a token: `var(--vm-…)` in the page, the resolved value on the map. */
export type Colour = (token: string) => string;

export type Shape =
  | {
      kind: "path";
      d: string;
      fill?: string;
      stroke?: string;
      strokeWidth?: number;
      dash?: number[];
      round?: boolean;
      /** a b c d e f, as in an SVG matrix */
      matrix?: readonly [number, number, number, number, number, number];
    }
  | {
      kind: "text";
      /** The middle of the whole line, and its baseline. */
      x: number;
      y: number;
      fill: string;
      runs: { text: string; size: number; weight: number }[];
    };

export type Drawing = {
  /** left, top, width, height */
  box: readonly [number, number, number, number];
  shapes: Shape[];
};

export const FONT = "'Anek Latin Variable', system-ui, sans-serif";
export const inPage: Colour = (token) => `var(--vm-${token})`;

export const circle = (cx: number, cy: number, r: number) =>
  `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** An arc from twelve o'clock, clockwise over `share` of the circle. */
export function arc(r: number, share: number): string {
  if (share >= 1) return circle(0, 0, r);
  const angle = share * 2 * Math.PI;
  const end = `${(r * Math.sin(angle)).toFixed(2)} ${(-r * Math.cos(angle)).toFixed(2)}`;
  return `M0 ${-r}A${r} ${r} 0 ${share > 0.5 ? 1 : 0} 1 ${end}`;
}

/** The drawing as SVG text, hidden from assistive technology: the text beside it says the same. */
export function toSvg({ box, shapes }: Drawing, scale = 1): string {
  const [x, y, w, h] = box;
  const size = `width="${(w * scale).toFixed(1)}" height="${(h * scale).toFixed(1)}"`;
  const body = shapes.map(shapeToSvg).join("");
  return `<svg ${size} viewBox="${x} ${y} ${w} ${h}" fill="none" aria-hidden="true">${body}</svg>`;
}

function shapeToSvg(shape: Shape): string {
  if (shape.kind === "text") {
    const runs = shape.runs
      .map(
        (run) => `<tspan font-size="${run.size}" font-weight="${run.weight}">${run.text}</tspan>`,
      )
      .join("");
    return `<text x="${shape.x}" y="${shape.y}" text-anchor="middle" font-family="${FONT}" fill="${shape.fill}" class="num">${runs}</text>`;
  }
  const attributes = [
    `d="${shape.d}"`,
    shape.fill && `fill="${shape.fill}"`,
    shape.stroke && `stroke="${shape.stroke}" stroke-width="${shape.strokeWidth}"`,
    shape.dash && `stroke-dasharray="${shape.dash.join(" ")}"`,
    shape.round && `stroke-linecap="round" stroke-linejoin="round"`,
    shape.matrix && `transform="matrix(${shape.matrix.join(" ")})"`,
  ];
  return `<path ${attributes.filter(Boolean).join(" ")}/>`;
}
