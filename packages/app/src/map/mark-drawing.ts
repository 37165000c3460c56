// What stands along a way: its start, its end, and the stops in their order.
import { circle, type Colour, type Drawing, inPage, type Shape } from "./drawing.ts";

export type MarkSign = "start" | "end" | number;

const DROP = "M0 0C-7-9-13-15-13-23A13 13 0 0 1 13-23C13-15 7-9 0 0Z";
const FLAG = "M-4.5-29V-15.5M-4.5-29H6L3-25.5 6-22H-4.5";

/** The start is a ring on its place; the end and the stops are drops whose tip is at 0, 0. */
export function drawMark(sign: MarkSign, colour: Colour = inPage): Drawing {
  const accent = colour("accent");
  const surface = colour("pin-surface");
  if (sign === "start")
    return {
      box: [-11, -11, 22, 22],
      shapes: [
        { kind: "path", d: circle(0, 0, 10), fill: surface },
        { kind: "path", d: circle(0, 0, 6), stroke: accent, strokeWidth: 4.5 },
      ],
    };
  const onAccent = colour("on-accent");
  const inside: Shape =
    sign === "end"
      ? { kind: "path", d: FLAG, stroke: onAccent, strokeWidth: 2.6, round: true }
      : {
          kind: "text",
          x: 0,
          y: -17.6,
          fill: onAccent,
          runs: [{ text: String(sign), size: 16, weight: 700 }],
        };
  return {
    box: [-16, -39, 32, 42],
    shapes: [
      { kind: "path", d: DROP, fill: surface, stroke: surface, strokeWidth: 5, round: true },
      { kind: "path", d: DROP, fill: accent },
      inside,
    ],
  };
}
