import type { Stop } from "../../locations/view.ts";

const ORDER: readonly Stop[] = ["low", "rest", "full"];
const LOW = 190;
const REST = 436;
/** Three rows above the bar, each with two lines for its name. */
const REST_WITH_BAR = 660;
/** Of a low screen so much at most, or nothing of the map is left. */
const MOST_WITH_BAR = 0.78;
/** What stays visible of the map when the sheet is full, and when the offline banner covers it. */
export const ABOVE_FULL = 64;
export const ABOVE_FULL_OFFLINE = 132;

/**
 * The heights of the three stops, px, on a screen so high; never above each other. `bar`: px at the
 * foot that something else covers; the lowest stop still shows its search above it. `above`: px that stay free at the top.
 */
export function stopHeights(screen: number, bar = 0, above = ABOVE_FULL): Record<Stop, number> {
  const full = Math.max(LOW + bar, screen - above);
  const rest = bar ? Math.max(REST, Math.min(REST_WITH_BAR, MOST_WITH_BAR * screen)) : REST;
  return { low: Math.min(LOW + bar, full), rest: Math.min(rest, full), full };
}

/** Where a drag that ends at `height`, moving up at `speed` px/ms, comes to rest: a flick goes one stop on. */
export function settle(height: number, speed: number, heights: Record<Stop, number>): Stop {
  const thrown = height + speed * 160;
  return ORDER.reduce((best, stop) =>
    Math.abs(heights[stop] - thrown) < Math.abs(heights[best] - thrown) ? stop : best,
  );
}

/** One stop up or down; stays at the ends. */
export const step = (stop: Stop, by: 1 | -1): Stop =>
  ORDER[Math.min(ORDER.length - 1, Math.max(0, ORDER.indexOf(stop) + by))]!;

/** What the button does: up, stop by stop, and from the top down again. */
export const next = (stop: Stop): Stop => (stop === "full" ? "low" : step(stop, 1));
