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
    file: "packages/server/src/features/charging/limits/agreed.ts",
    within: "holdForParking",
    original: "wanted <= 0n",
    replacement: "false",
    why: "the ledger holds nothing for an amount of nothing or less; it saves a statement",
  },
  {
    file: "packages/server/src/features/tariffs/retail.ts",
    within: "createRetail",
    original: "0",
    replacement: "1",
    why: "it is set before it is read",
  },
  {
    file: "packages/rules/src/money.ts",
    within: "formatInr",
    original: "<",
    replacement: "<=",
    why: "nothing has no sign: -0n is 0n, and less than a rupee is no rupee",
  },
  {
    file: "packages/server/src/features/charging/limits/agreed.ts",
    within: "costUntilStop",
    original: ">=",
    replacement: ">",
    why: "a stop at the start's instant leaves no periods, and no cost either way",
  },
  {
    file: "packages/server/src/features/charging/limits/agreed.ts",
    within: "cutAt",
    original: "<=",
    replacement: "<",
    why: "a period that is cut at its own end is the whole period",
  },
  {
    file: "packages/server/src/features/charging/watch/watch-stop.ts",
    within: "stopOrGiveUp",
    original: "0",
    replacement: "1",
    why: "it is the least of a maximum with an instant of today",
  },
  {
    file: "packages/server/src/features/charging/watch/watch-start.ts",
    within: "unknownSince",
    original: "0",
    replacement: "1",
    why: "it is the least of a maximum with an instant of today",
  },
  {
    file: "packages/server/src/features/wallet/withdraw.ts",
    within: "unused",
    original: ">",
    replacement: ">=",
    why: "at zero both branches give zero",
  },
];
