import type { OwnCharge, OwnOperator } from "@voltmarg/testkit/test-bed";
import type { Random } from "@voltmarg/testkit/random";

/** A CDR as the operator sends it. */
export type Sent = Record<string, unknown> & {
  id: string;
  total_cost: { excl_vat: number; incl_vat?: number };
};

/** One charge and what its operator does with it. None of it may cost the driver more than was agreed. */
export type Attack = {
  name: string;
  /** The place of the start, by its tariff; absent: EVEN. */
  at?: string;
  /** The operator's answer to the start. */
  answer?: "REJECTED";
  /** Sends sessions; the caller sends the CDRs, in this order. */
  play(own: OwnOperator, charge: OwnCharge, random: Random): Promise<Sent[]>;
  /** An honest charge: its bill must equal the CDR exactly. */
  honest?: true;
};

const HOUR = 3_600;
const iso = (charge: OwnCharge, second: number) =>
  new Date(charge.start + second * 1000).toISOString();
const record = (own: OwnOperator, charge: OwnCharge, kwh: number, seconds: number, more = {}) =>
  own.record(charge, kwh, seconds, more) as Sent;

/** The charge runs, and its operator reports it: of 2 kWh in five minutes, unless it is said. */
async function ran(own: OwnOperator, charge: OwnCharge, seconds = 300, kwh = 2) {
  await own.tell(charge, { kwh: 0 });
  own.world.clock.advance(seconds * 1000);
  await own.tell(charge, { kwh, status: "COMPLETED" });
}

export const attacks: readonly Attack[] = [
  {
    name: "honest",
    honest: true,
    play: async (own, charge, random) => {
      const kwh = random.int(1, 30) / 10;
      await ran(own, charge, 300, kwh);
      return [record(own, charge, kwh, 300)];
    },
  },
  {
    name: "no tariff",
    at: "NONE",
    play: async (own, charge, random) => {
      await ran(own, charge, 60, 0.5);
      const total_cost = { excl_vat: random.int(1_000, 900_000) };
      return [record(own, charge, 0.5, 60, { total_cost })];
    },
  },
  {
    name: "before the start",
    play: async (own, charge, random) => {
      await ran(own, charge, 60, 0.5);
      const hours = random.int(1, 23);
      const start = iso(charge, -hours * HOUR);
      return [record(own, charge, 50 * hours, 60, { start_date_time: start })];
    },
  },
  {
    name: "in the future",
    play: async (own, charge, random) => {
      await own.tell(charge, { kwh: 0 });
      own.world.clock.advance(60_000);
      const hours = random.int(1, 23);
      return [record(own, charge, 50 * hours, hours * HOUR)];
    },
  },
  {
    name: "refused start",
    answer: "REJECTED",
    play: async (own, charge, random) => {
      own.world.clock.advance(600_000);
      if (random.chance(0.5)) await own.tell(charge, { kwh: 1 });
      return [record(own, charge, 1, 300)];
    },
  },
  {
    name: "reused id",
    play: async (own, charge, random) => {
      await ran(own, charge);
      const first = record(own, charge, 2, 300);
      return [first, { ...record(own, charge, random.int(3, 5), 300), id: first.id }];
    },
  },
  {
    name: "second record",
    play: async (own, charge) => {
      await ran(own, charge);
      return [record(own, charge, 2, 300), record(own, charge, 4, 300)];
    },
  },
  {
    name: "negative",
    play: async (own, charge, random) => {
      await ran(own, charge);
      const more = random.pick([
        { total_energy: -2 },
        { total_cost: { excl_vat: -500, incl_vat: -590 } },
        { total_time: -1 },
      ]);
      return [record(own, charge, 2, 300, more)];
    },
  },
  {
    name: "inflated cost",
    play: async (own, charge, random) => {
      await ran(own, charge);
      const excl_vat = random.int(100, 99_999);
      return [record(own, charge, 2, 300, { total_cost: { excl_vat, incl_vat: excl_vat * 1.18 } })];
    },
  },
  {
    name: "inflated energy",
    play: async (own, charge, random) => {
      await own.tell(charge, { kwh: 0 });
      own.world.clock.advance(HOUR * 1000);
      // One energy that the plug can deliver in an hour, and one that it cannot.
      const kwh = random.chance(0.7) ? random.int(10, 60) : random.int(61, 3_000);
      if (random.chance(0.5)) await own.tell(charge, { kwh });
      return [record(own, charge, kwh, HOUR)];
    },
  },
  {
    name: "replayed",
    play: async (own, charge) => {
      await ran(own, charge);
      const once = record(own, charge, 2, 300);
      return [once, once, once];
    },
  },
  {
    name: "two periods with one start",
    play: async (own, charge) => {
      await ran(own, charge);
      const period = {
        start_date_time: iso(charge, 0),
        dimensions: [{ type: "ENERGY", volume: 1 }],
      };
      return [record(own, charge, 2, 300, { charging_periods: [period, period] })];
    },
  },
  {
    name: "last_updated in the far future",
    play: async (own, charge) => {
      await own.tell(charge, { kwh: 0, more: { last_updated: "2046-01-01T00:00:00Z" } });
      own.world.clock.advance(300_000);
      await own.tell(charge, { kwh: 20, more: { last_updated: "2046-01-02T00:00:00Z" } });
      return [record(own, charge, 20, 300)];
    },
  },
  {
    name: "completed, then invalid",
    play: async (own, charge) => {
      await ran(own, charge);
      own.world.clock.advance(1_000);
      await own.tell(charge, { kwh: 2, status: "INVALID" });
      return [record(own, charge, 2, 300)];
    },
  },
  {
    name: "after its own end",
    play: async (own, charge) => {
      await ran(own, charge);
      own.world.clock.advance(HOUR * 1000);
      return [record(own, charge, 40, HOUR)];
    },
  },
  {
    name: "a driver who asked for nothing there",
    play: async (own, charge) => {
      await ran(own, charge);
      const nobodys = {
        authorization_reference: undefined,
        session_id: `none-${charge.id}`,
        cdr_location: {
          ...(record(own, charge, 2, 300)["cdr_location"] as object),
          evse_uid: "EVEN-9",
        },
      };
      return [record(own, charge, 4, 300, nobodys), record(own, charge, 2, 300)];
    },
  },
];
