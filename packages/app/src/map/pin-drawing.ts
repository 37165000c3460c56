// The kilometre stone of Indian highways. Cap: power class, empty where it is not known. Body: what a driver can do now.
// Solid: a plug is free. Hollow: none is. Dashed: not known.
import type { Pin } from "@voltmarg/contract";
import { arc, circle, type Colour, type Drawing, inPage, type Shape } from "./drawing.ts";

export type PinLook = {
  state: Pin["state"];
  power: Pin["power"];
  free: number;
  total: number;
  favourite: boolean;
  selected: boolean;
};

const ROLE: Record<Pin["state"], { token: string; solid?: boolean; dashed?: boolean }> = {
  available: { token: "available", solid: true },
  busy: { token: "busy" },
  fault: { token: "fault" },
  unknown: { token: "unknown", dashed: true },
  restricted: { token: "restricted", solid: true },
  closed: { token: "unknown" },
};
const BOLTS: Record<NonNullable<Pin["power"]>, number> = { slow: 1, fast: 2, ultra: 3 };
const BOLT = "M3.1 0 0 5h2.1L1.5 8.6 5 3.4H2.8Z";
const HEART =
  "M0 7.6C-7.6 2.8-8.6-.8-8.2-3.2A4.4 4.4 0 0 1-.2-4.6L0-4.3l.2-.3A4.4 4.4 0 0 1 8.2-3.2C8.6-.8 7.6 2.8 0 7.6Z";

/** Half of the additional width of a stone with a long count. */
const widening = ({ state, free, total }: PinLook) =>
  state === "available" || state === "busy" ? Math.max(0, (`${free}${total}`.length - 2) * 4.2) : 0;
const stone = (e: number) =>
  `M${6 - e} 21A18 18 0 0 1 ${24 - e} 3H${24 + e}A18 18 0 0 1 ${42 + e} 21V41a4 4 0 0 1-4 4H29.4L24 52l-5.4-7H${10 - e}a4 4 0 0 1-4-4Z`;
const hollow = (e: number) =>
  `M${8.6 - e} 20.4H${39.4 + e}V40.6a1.9 1.9 0 0 1-1.9 1.9H28.2L24 47.9l-4.2-5.4H${10.5 - e}a1.9 1.9 0 0 1-1.9-1.9Z`;
const at = (x: number, y: number, scale = 1) => [scale, 0, 0, scale, x, y] as const;

/** In a box around 48 × 58; the tip is at 24, 52. */
export function drawPin(look: PinLook, colour: Colour = inPage): Drawing {
  const role = ROLE[look.state];
  const e = widening(look);
  const body = stone(e);
  const ink = colour(role.token);
  const onInk = colour(`on-${role.token}`);
  const surface = colour("pin-surface");
  const shapes: Shape[] = [];
  const edge = (fill: string, strokeWidth: number) =>
    shapes.push({ kind: "path", d: body, fill, stroke: fill, strokeWidth, round: true });

  if (look.selected) edge(colour("pin-selected"), 9);
  edge(surface, look.selected ? 3.6 : 4);
  if (role.solid) {
    shapes.push(
      { kind: "path", d: body, fill: ink },
      { kind: "path", d: `M${6 - e} 19.4H${42 + e}`, stroke: surface, strokeWidth: 1.8 },
    );
  } else if (role.dashed) {
    shapes.push(
      {
        kind: "path",
        d: body,
        stroke: ink,
        strokeWidth: 2.4,
        dash: [4.4, 3.2],
        matrix: at(1.4, 1.5, 0.942),
      },
      { kind: "path", d: "M9 19.4H39", stroke: ink, strokeWidth: 1.6, dash: [3.4, 2.6] },
    );
  } else {
    shapes.push(
      { kind: "path", d: body, fill: ink },
      { kind: "path", d: hollow(e), fill: surface },
    );
  }
  const bolts = look.power === null ? 0 : BOLTS[look.power];
  const left = 24 - (bolts * 5 + (bolts - 1) * 1.6) / 2;
  for (let i = 0; i < bolts; i++)
    shapes.push({
      kind: "path",
      d: BOLT,
      fill: role.dashed ? ink : onInk,
      matrix: at(left + i * 6.6, 7),
    });
  shapes.push(...glyph(look, role.solid ? onInk : ink));
  if (look.favourite) {
    shapes.push(
      { kind: "path", d: circle(40.5 + e, 8.5, 9), fill: surface },
      { kind: "path", d: circle(40.5 + e, 8.5, 7.6), fill: colour("ink") },
      { kind: "path", d: HEART, fill: surface, matrix: at(40.5 + e, 8.9, 0.5) },
    );
  }
  return { box: [-3 - e, -4, 54 + 2 * e, 62], shapes };
}

function glyph({ state, free, total }: PinLook, fill: string): Shape[] {
  switch (state) {
    case "available":
    case "busy":
      return [
        {
          kind: "text",
          x: 24,
          y: 38.3,
          fill,
          runs: [
            { text: String(free), size: 17, weight: 700 },
            { text: `/${total}`, size: 12.5, weight: 600 },
          ],
        },
      ];
    case "fault":
      return [
        {
          kind: "path",
          d: "M18.6 27l10.8 10.8M29.4 27 18.6 37.8",
          stroke: fill,
          strokeWidth: 3.4,
          round: true,
        },
      ];
    case "unknown":
      return [{ kind: "text", x: 24, y: 39.4, fill, runs: [{ text: "?", size: 20, weight: 700 }] }];
    case "restricted":
      return [
        { kind: "path", d: "M20 31v-3a4 4 0 0 1 8 0v3", stroke: fill, strokeWidth: 2.4 },
        {
          kind: "path",
          d: "M18.8 30.4h10.4a1.8 1.8 0 0 1 1.8 1.8v6.4a1.8 1.8 0 0 1-1.8 1.8H18.8a1.8 1.8 0 0 1-1.8-1.8v-6.4a1.8 1.8 0 0 1 1.8-1.8Z",
          fill,
        },
      ];
    case "closed":
      return [
        { kind: "path", d: circle(24, 32.5, 6.6), stroke: fill, strokeWidth: 2.4 },
        { kind: "path", d: "M24 28.6v4.2l2.8 1.8", stroke: fill, strokeWidth: 2.2, round: true },
      ];
  }
}

/** For far-out zooms: disc, ring, cross, dashed ring, square, clock. */
export function drawDot(state: Pin["state"], colour: Colour = inPage): Drawing {
  const ink = colour(ROLE[state].token);
  const ground: Shape = { kind: "path", d: circle(0, 0, 8.4), fill: colour("pin-surface") };
  const line = (d: string, strokeWidth: number, dash?: number[]): Shape => ({
    kind: "path",
    d,
    stroke: ink,
    strokeWidth,
    round: !dash,
    ...(dash && { dash }),
  });
  const marks: Record<Pin["state"], Shape[]> = {
    available: [{ kind: "path", d: circle(0, 0, 6.6), fill: ink }],
    busy: [line(circle(0, 0, 5.4), 2.6)],
    fault: [line("M-4.3-4.3 4.3 4.3M4.3-4.3-4.3 4.3", 2.8)],
    unknown: [line(circle(0, 0, 5.4), 2.2, [3, 2.65])],
    restricted: [{ kind: "path", d: "M-5.6-5.6H5.6V5.6H-5.6Z", fill: ink }],
    closed: [line(circle(0, 0, 5.6), 1.8), line("M0-3v3.2l2 1.2", 1.6)],
  };
  return { box: [-10, -10, 20, 20], shapes: [ground, ...marks[state]] };
}

const clusterSize = (total: number) => (total < 10 ? 46 : total < 100 ? 52 : 62);

/** A number of stations; the thick arc is the share of them with a free plug, dots the rest. */
export function drawCluster(total: number, free: number, colour: Colour = inPage): Drawing {
  const size = clusterSize(total);
  const r = size / 2 - 5.5;
  const share = total > 0 ? free / total : 0;
  const surface = colour("pin-surface");
  const fontSize = size >= 60 ? 19 : size >= 52 ? 18 : 17;
  const shapes: Shape[] = [
    { kind: "path", d: circle(0, 0, size / 2 - 1), fill: surface },
    {
      kind: "path",
      d: circle(0, 0, r),
      stroke: colour("unknown"),
      strokeWidth: 1.8,
      dash: [1.8, 3.2],
    },
  ];
  if (share > 0) {
    shapes.push(
      { kind: "path", d: arc(r, Math.min(1, share + 0.02)), stroke: surface, strokeWidth: 8 },
      { kind: "path", d: arc(r, share), stroke: colour("available"), strokeWidth: 6 },
    );
  }
  shapes.push({
    kind: "text",
    x: 0,
    y: fontSize * 0.34,
    fill: colour("ink"),
    runs: [{ text: shortCount(total), size: fontSize, weight: 700 }],
  });
  return { box: [-size / 2, -size / 2, size, size], shapes };
}

const shortCount = (n: number) => (n < 1000 ? String(n) : `${Math.floor(n / 100) / 10}k`);
