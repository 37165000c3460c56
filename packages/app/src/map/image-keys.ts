import type { Colour, Drawing } from "./drawing.ts";
import { drawMark, type MarkSign } from "./mark-drawing.ts";
import { drawCluster, drawDot, drawPin, type PinLook } from "./pin-drawing.ts";

/** Names of map images. A key describes the whole drawing, so each image is drawn once. */
export const pinKey = (look: PinLook) =>
  ["pin", look.state, look.power, look.free, look.total, +look.favourite, +look.selected].join("|");

/** A cluster's share of free stations is drawn in 24 steps; any free station shows at least one. */
export const clusterSteps = 24;
export const clusterKey = (total: number, free: number) =>
  `cluster|${total}|${free === 0 ? 0 : Math.max(1, Math.round((free / total) * clusterSteps))}`;

export const markKey = (sign: MarkSign) => `mark|${sign}`;

/** The drawing that a key describes; null for a key that is not ours. */
export function drawKey(key: string, colour: Colour): Drawing | null {
  const [kind, ...parts] = key.split("|");
  if (kind === "pin" && parts.length === 6) {
    const [state, power, free, total, favourite, selected] = parts;
    return drawPin(
      {
        state: state as PinLook["state"],
        // A power that is not known is an empty text in the key.
        power: (power || null) as PinLook["power"],
        free: Number(free),
        total: Number(total),
        favourite: favourite === "1",
        selected: selected === "1",
      },
      colour,
    );
  }
  if (kind === "dot" && parts.length === 1) return drawDot(parts[0] as PinLook["state"], colour);
  if (kind === "cluster" && parts.length === 2) {
    const total = Number(parts[0]);
    return drawCluster(total, (total * Number(parts[1])) / clusterSteps, colour);
  }
  if (kind === "mark" && parts.length === 1) {
    const [sign = ""] = parts;
    return drawMark(sign === "start" || sign === "end" ? sign : Number(sign), colour);
  }
  return null;
}
