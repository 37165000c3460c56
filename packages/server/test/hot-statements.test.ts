import { afterAll, beforeAll, expect, test } from "vitest";
import type { Pool } from "pg";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { listKnownDrivers } from "../src/features/accounts/known-drivers.store.ts";
import { lockWaitingQuarantined } from "../src/features/billing/billing.store.ts";
import { changedOfUsers, changedSince, highestOf } from "../src/features/charging/session.store.ts";
import { spentSince } from "../src/features/companies/company-charge.store.ts";
import { proofsChanged } from "../src/features/stations/proof.store.ts";
import { closeUnseen } from "../src/features/stations/close-unseen.store.ts";
import { databaseOn, type Tx } from "../src/platform/database/database.ts";

type Plan = {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  Plans?: Plan[];
};

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The indexes and the tables read whole in the plan of the statement that `work` sends, as in a large database. */
async function planOf(work: (on: Tx) => Promise<unknown>) {
  const client = await world.database.pool.connect();
  const nodes: Plan[] = [];
  const explain = async (text: string, values: unknown[]) => {
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (format json) ${text}`,
      values,
    );
    nodes.push(...nodesOf(rows[0]!["QUERY PLAN"][0].Plan));
    return { command: "SELECT", rowCount: 0, rows: [] };
  };
  const pool = { connect: async () => ({ query: explain, release: () => {} }), options: {} };
  try {
    await client.query("begin");
    // A small table is read whole, because that is cheaper.
    await client.query("set local enable_seqscan = off");
    // A store that expects a row finds none.
    await work(databaseOn(pool as unknown as Pool).db as unknown as Tx).catch(() => {});
  } finally {
    await client.query("rollback");
    client.release();
  }
  return {
    indexes: new Set(nodes.flatMap((node) => node["Index Name"] ?? [])),
    whole: nodes.flatMap((node) =>
      node["Node Type"] === "Seq Scan" ? (node["Relation Name"] ?? []) : [],
    ),
  };
}

const at = new Date("2026-11-20T00:00:00Z");
const row = { operator_id: "opr", id: "ses", ocpi_session_id: "s", user_id: "usr" };

test.each<[index: string, what: string, work: (on: Tx) => Promise<unknown>]>([
  [
    "app_user_changed",
    "a page of OCPI's tokens",
    (on) => listKnownDrivers(on, { from: at, offset: 0, limit: 100 }),
  ],
  [
    "evse_start_day_changed",
    "starts that were counted since the index looked last",
    (on) => proofsChanged(on, at),
  ],
  [
    "evse_last_charge_changed",
    "charges that ended since the index looked last",
    (on) => proofsChanged(on, at),
  ],
  [
    "session_changed",
    "what open streams have missed",
    (on) => changedOfUsers(on, ["usr_1", "usr_2"], 5n),
  ],
  ["session_changed", "what one stream has missed", (on) => changedSince(on, "usr_1", 5n)],
  ["session_changed", "where a stream begins", (on) => highestOf(on, "usr_1")],
  [
    "location_operator",
    "locations that a full pull did not name",
    (on) => closeUnseen(on, "opr", at, []),
  ],
  [
    "company_month_pkey",
    "what a company was billed this month",
    (on) => spentSince(on, "cmp", "usr", at, null),
  ],
  [
    "quarantined_cdr_reference",
    "CDRs of a session that were set aside, by our reference",
    (on) => lockWaitingQuarantined(on, row, "reason"),
  ],
  [
    "quarantined_cdr_session",
    "the same by the operator's id",
    (on) => lockWaitingQuarantined(on, row, "reason"),
  ],
  [
    "quarantined_cdr_token",
    "the same by the driver's token",
    (on) => lockWaitingQuarantined(on, row, "reason"),
  ],
])("%s serves %s", async (index, _what, work) => {
  const { indexes, whole } = await planOf(work);
  expect([...indexes]).toContain(index);
  expect(whole).toEqual([]);
});
