/** A mistake that changes nothing anybody can notice, and why. */
type Equivalent = {
  file: string;
  /** The innermost function. */
  within: string;
  original: string;
  replacement: string;
  why: string;
};

export const equivalents: readonly Equivalent[] = [
  {
    file: "packages/server/src/features/charging/live/live-stream.ts",
    within: "tell",
    original: "0",
    replacement: "1",
    why: "versions begin far above both",
  },
  {
    file: "packages/rules/src/money.ts",
    within: "formatInr",
    original: "<",
    replacement: "<=",
    why: "nothing has no sign: -0n is 0n, and less than a rupee is no rupee",
  },
];
