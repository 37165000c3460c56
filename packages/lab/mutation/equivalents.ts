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
  {
    file: "packages/server/src/features/tariffs/retail.ts",
    within: "changed",
    original: "0",
    replacement: "1",
    why: "nobody reads the version of this signal",
  },
  {
    file: "packages/server/src/features/stations/drivers.ts",
    within: "changed",
    original: "0",
    replacement: "1",
    why: "nobody reads the version of this signal",
  },
  {
    file: "packages/server/src/features/console/great-change.ts",
    within: "greatChange",
    original: "0",
    replacement: "1",
    why: "what is not given is neither below nought nor below one; that one is not below nought is tested",
  },
  {
    file: "packages/server/src/features/roaming/announced-sessions.store.ts",
    within: "keepSessions",
    original: ">",
    replacement: ">=",
    why: "nothing is written for no sessions; it saves a statement",
  },
  {
    file: "packages/server/src/features/charging/limits/agreed.ts",
    within: "atLeastZero",
    original: ">",
    replacement: ">=",
    why: "at zero both branches give zero",
  },
  {
    file: "packages/server/src/features/charging/start/start-session.ts",
    within: "newRow",
    original: "plug.operatorTariff === connector.tariff ? null : plug.operatorTariff",
    replacement: "(plug.operatorTariff)",
    why: "who reads none reads the tariff; it saves room",
  },
  {
    file: "packages/server/src/features/station-search/search-index/range-scan.ts",
    within: "queueRange",
    original: ">=",
    replacement: ">",
    why: "an empty range has no locations to test",
  },
  {
    file: "packages/server/src/features/station-search/search-index/set-status.ts",
    within: "writeSince",
    original: "||",
    replacement: "&&",
    why: "another form is there only where no more texts can be kept in common, and then there is no number to write",
  },
  {
    file: "packages/server/src/features/station-search/search-index/load-index.ts",
    within: "stretches",
    original: "-",
    replacement: "+",
    why: "each location is still read, some of them twice: it takes longer",
  },
  {
    file: "packages/server/src/features/station-search/search-index/text-test.ts",
    within: "take",
    original: ">=",
    replacement: ">",
    why: "words of the same cost are forgiven the same",
  },
  {
    file: "packages/rules/src/exact.ts",
    within: "shortDecimal",
    original: "/",
    replacement: "*",
    why: "the long way by text gives the same number",
  },
  {
    file: "packages/app/src/ui/format.ts",
    within: "fullDate",
    original: 'plain ? `${date(plain)} ${plain.getUTCFullYear()}` : words({ year: "numeric" })',
    replacement: '(words({ year: "numeric" }))',
    why: "Intl says the same, as a test compares; it costs a phone more",
  },
];
