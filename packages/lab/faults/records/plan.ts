import type { Random } from "@voltmarg/testkit/random";
import type { OwnCharge, OwnOperator } from "@voltmarg/testkit/test-bed";

const PHASES = ["MIDDLE", "BEFORE_END", "AFTER_END", "DAY_LATER"] as const;
/** `does`: a record of the plan by name, or what staff do. */
export type Event = { phase: (typeof PHASES)[number]; does: string };
type MakeRecord = (
  own: OwnOperator,
  charge: OwnCharge,
  sent: ReadonlyMap<string, object>,
) => object;
export type Plan = {
  name: string;
  records: Readonly<Record<string, MakeRecord>>;
  events: readonly Event[];
  /** Paise of the bills that must stand at the end, lowest first. */
  expected: readonly number[];
};

const HOUR_S = 3_600;
// Every charge is of 480 s and 6.4 kWh, at ₹23.60 a kWh.
const WHOLE = 15_104;

/** A record of so many kWh between two seconds of the charge. */
const part =
  (kwh: number, from: number, until: number, more: object = {}): MakeRecord =>
  (own, charge) => {
    const start = new Date(charge.start + from * 1000).toISOString();
    const total_time = Math.round(((until - from) / HOUR_S) * 10_000) / 10_000;
    const dimensions = [
      { type: "ENERGY", volume: kwh },
      { type: "TIME", volume: total_time },
    ];
    return own.record(charge, kwh, until, {
      start_date_time: start,
      charging_periods: [{ start_date_time: start, dimensions }],
      total_time,
      ...more,
    });
  };
const whole = part(6.4, 0, 480);
/** Takes another record of the plan back. `as`: how it names it. */
const creditOf =
  (name: string, as = (id: string) => id): MakeRecord =>
  (own, charge, sent) => {
    // The records of a plan have fixed ids, so that a credit can be made before its original was sent.
    const original = (sent.get(name) ?? planned(own, charge, name)) as Taken;
    const { excl_vat, incl_vat } = original.total_cost;
    return {
      ...original,
      id: `credit-${original.id}`,
      credit: true,
      credit_reference_id: as(original.id),
      total_cost: { excl_vat: -excl_vat, incl_vat: -incl_vat },
    };
  };
type Taken = { id: string; total_cost: { excl_vat: number; incl_vat: number } };
const idOf = ({ id }: OwnCharge, name: string) => `${name}-${id.slice(-12)}`;
const planned = (own: OwnOperator, charge: OwnCharge, name: string) => ({
  ...(name === "impossible" ? impossible : whole)(own, charge, new Map()),
  id: idOf(charge, name),
});
const named =
  (name: string, make: MakeRecord): MakeRecord =>
  (own, charge, sent) => ({ ...make(own, charge, sent), id: idOf(charge, name) });
/** It begins ten minutes before it was asked for: only staff bill it. */
const impossible = part(6.4, -600, 480);

type Kind = {
  name: string;
  records: Readonly<Record<string, MakeRecord>>;
  /** When each may come, at the earliest and at the latest. */
  events: readonly { does: string; from: Event["phase"]; until: Event["phase"] }[];
  expected: readonly number[];
};

const KINDS: readonly Kind[] = [
  {
    name: "one record",
    records: { whole: named("whole", whole) },
    events: [{ does: "whole", from: "BEFORE_END", until: "DAY_LATER" }],
    expected: [WHOLE],
  },
  {
    name: "a record that is taken back",
    records: { whole: named("whole", whole), credit: creditOf("whole") },
    events: [
      { does: "whole", from: "BEFORE_END", until: "DAY_LATER" },
      { does: "credit", from: "BEFORE_END", until: "DAY_LATER" },
    ],
    expected: [],
  },
  {
    name: "a record, its credit and a corrected one",
    records: {
      whole: named("whole", whole),
      credit: creditOf("whole"),
      corrected: named("corrected", part(5, 0, 480)),
    },
    events: [
      { does: "whole", from: "BEFORE_END", until: "AFTER_END" },
      { does: "credit", from: "AFTER_END", until: "DAY_LATER" },
      { does: "corrected", from: "DAY_LATER", until: "DAY_LATER" },
    ],
    expected: [11_800],
  },
  {
    name: "a credit that names another record",
    records: { whole: named("whole", whole), credit: creditOf("whole", (id) => `${id}x`) },
    events: [
      { does: "whole", from: "BEFORE_END", until: "DAY_LATER" },
      { does: "credit", from: "BEFORE_END", until: "DAY_LATER" },
    ],
    expected: [WHOLE],
  },
  {
    name: "a record in the middle, and one of the whole",
    records: { early: named("early", part(2.4, 0, 180)), whole: named("whole", whole) },
    events: [
      { does: "early", from: "MIDDLE", until: "MIDDLE" },
      { does: "whole", from: "BEFORE_END", until: "AFTER_END" },
    ],
    expected: [WHOLE],
  },
  {
    name: "two records of two parts",
    records: {
      first: named("first", part(2.4, 0, 180)),
      second: named("second", part(4, 180, 480)),
    },
    events: [
      { does: "first", from: "MIDDLE", until: "AFTER_END" },
      { does: "second", from: "BEFORE_END", until: "AFTER_END" },
    ],
    expected: [5_664, 9_440],
  },
  {
    name: "an impossible record that staff release",
    records: { impossible: named("impossible", impossible) },
    events: [
      { does: "impossible", from: "BEFORE_END", until: "AFTER_END" },
      { does: "release", from: "AFTER_END", until: "DAY_LATER" },
      { does: "release", from: "DAY_LATER", until: "DAY_LATER" },
    ],
    expected: [WHOLE],
  },
  {
    name: "an impossible record that staff release, and its credit",
    records: { impossible: named("impossible", impossible), credit: creditOf("impossible") },
    events: [
      { does: "impossible", from: "BEFORE_END", until: "AFTER_END" },
      { does: "credit", from: "BEFORE_END", until: "DAY_LATER" },
      { does: "release", from: "AFTER_END", until: "DAY_LATER" },
      { does: "release", from: "DAY_LATER", until: "DAY_LATER" },
    ],
    expected: [],
  },
  {
    name: "a bill of our own figures that staff took back, and its record that they release",
    records: { whole: named("whole", whole) },
    events: [
      { does: "take back", from: "DAY_LATER", until: "DAY_LATER" },
      { does: "whole", from: "DAY_LATER", until: "DAY_LATER" },
      { does: "release", from: "DAY_LATER", until: "DAY_LATER" },
    ],
    expected: [WHOLE],
  },
];

/** A random kind, its events in a random order that it allows, some of them twice. */
export function planOf(random: Random): Plan {
  const { name, records, events, expected } = random.pick(KINDS);
  const isInOrder = name.startsWith("a bill of our own");
  const drawn = events.flatMap(({ does, from, until }, nth) => {
    const phase = PHASES[random.int(PHASES.indexOf(from), PHASES.indexOf(until))]!;
    const order = isInOrder ? nth : random.fraction();
    const once = { phase, does, order };
    const isAgain = records[does] !== undefined && random.chance(0.3);
    return isAgain ? [once, { ...once, order: isInOrder ? nth : random.fraction() }] : [once];
  });
  const last = drawn.findLast(({ does, phase }) => does === "release" && phase === "DAY_LATER");
  if (last) last.order = 2;
  return {
    name,
    records,
    expected,
    events: drawn
      .toSorted((a, b) => PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase) || a.order - b.order)
      .map(({ phase, does }) => ({ phase, does })),
  };
}
