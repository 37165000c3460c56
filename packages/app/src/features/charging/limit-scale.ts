export type LimitBy = "MONEY" | "ENERGY" | "TIME" | "RANGE";
export const LIMITS: readonly LimitBy[] = ["MONEY", "ENERGY", "TIME", "RANGE"];

/** In rupees, kWh, minutes or km. */
export type Scale = {
  max: number;
  /** between two stones */
  stone: number;
  /** between two ticks */
  tick: number;
  /** the smallest step */
  step: number;
  /** the smallest value, a step or more */
  least: number;
  presets: number[];
};

/** The smallest sensible change, by what is chosen. */
const LEAST: Record<LimitBy, number> = { MONEY: 1, ENERGY: 0.5, TIME: 1, RANGE: 1 };
const SHAPES = [
  { digit: 1, tick: 0.2, step: 0.05 },
  { digit: 2, tick: 0.25, step: 0.05 },
  { digit: 5, tick: 0.2, step: 0.02 },
];
const MOST_STONES = 5;

/**
 * A ruler from nothing to `max` with at most five stones at round values. Less than `from` is on it and cannot be chosen.
 */
export function scaleFor(by: LimitBy, max: number, from = 0): Scale {
  if (!(max > 0 && Number.isFinite(max))) throw new RangeError(`not a length: ${max}`);
  const least = LEAST[by];
  for (let ten = 10 ** Math.floor(Math.log10(max / MOST_STONES)); ; ten *= 10)
    for (const { digit, tick, step } of SHAPES) {
      const stone = digit * ten;
      if (max / stone > MOST_STONES) continue;
      const end = Math.max(least, floorTo(max, least));
      const finest = Math.max(least, tidy(stone * step));
      const lowest = Math.min(end, Math.max(finest, from));
      return {
        max: end,
        stone,
        tick: tidy(stone * tick),
        step: finest,
        least: lowest,
        presets: [0.5, 1.5, 2.5]
          .map((share) => Math.max(least, floorTo(stone * share, least)))
          .filter((value, i, all) => value >= from && value < end && all.indexOf(value) === i),
      };
    }
}

/** A stone has its value under it. */
export type Mark = { value: number; stone: boolean };

/** px that a tick keeps from the last stone, and the words of two stones from each other */
const STONE_PX = 18;
const LABEL_PX = 60;

/** Ticks and stones on a ruler of so many px. Its end is a stone with its value; what would touch it gives way. */
export function marksOn({ max, tick, stone }: Scale, px: number): Mark[] {
  const marks = Array.from({ length: Math.floor(max / tick + 1e-9) }, (_, i) => {
    const value = tidy((i + 1) * tick);
    return {
      value,
      stone: Math.abs(value % stone) < tick / 2 || stone - (value % stone) < tick / 2,
    };
  });
  const toEnd = (value: number) => ((max - value) / max) * px;
  return [
    ...marks
      .map(({ value, stone: round }) => ({ value, stone: round && toEnd(value) >= LABEL_PX }))
      .filter(({ value }) => toEnd(value) >= STONE_PX),
    { value: max, stone: true },
  ];
}

/** The unit and rounding in which a value is shown and chosen. */
const GRAIN: Record<LimitBy, number> = { MONEY: 1, ENERGY: 0.1, TIME: 1, RANGE: 1 };

/** A chosen value as it is shown. It may lie between two steps, as it may have been chosen in another unit. */
export function kept(by: LimitBy, value: number, { least, max }: Scale): number {
  const shown = tidy(Math.round(value / GRAIN[by]) * GRAIN[by]);
  return Math.min(max, Math.max(least, shown));
}

/** The nearest step of the ruler. Its end is always a step, and so is the smallest value. */
export function snap(value: number, { step, least, max }: Scale): number {
  if (value >= max - step / 2) return max;
  return tidy(Math.max(least, Math.round(value / step) * step));
}

/** The value after a key; undefined for a key that the ruler ignores. */
export function keyed(key: string, value: number, scale: Scale): number | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return snap(value + scale.step, scale);
    case "ArrowLeft":
    case "ArrowDown":
      return snap(value >= scale.max ? scale.max - scale.step : value - scale.step, scale);
    case "PageUp":
      return snap(value + scale.tick, scale);
    case "PageDown":
      return snap(value - scale.tick, scale);
    case "Home":
      return snap(0, scale);
    case "End":
      return scale.max;
    default:
      return undefined;
  }
}

const tidy = (value: number) => Math.round(value * 1e6) / 1e6;
const floorTo = (value: number, unit: number) => tidy(Math.floor(tidy(value / unit)) * unit);
