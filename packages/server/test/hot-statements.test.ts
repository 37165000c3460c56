import { afterAll, beforeAll, expect, test } from "vitest";
import type { Pool } from "pg";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { lockWaitingQuarantined } from "../src/features/billing/billing.store.ts";
import { changedOfUsers, changedSince, highestOf } from "../src/features/charging/session.store.ts";
import { isUnbilled, mayWait, waitsFor } from "../src/features/charging/index.ts";
import { movedBy } from "../src/features/wallet/index.ts";
import {
  actsAbout,
  listCharges,
  type ChargesWanted,
} from "../src/features/console/charges.store.ts";
import { timelineOf } from "../src/features/console/driver.store.ts";
import { cdrsOf, startsAt } from "../src/features/console/operator-figures.store.ts";
import {
  listTickets,
  readersSince,
  type TicketsWanted,
} from "../src/features/console/tickets.store.ts";
import { failedStarts } from "../src/features/console/overview.store.ts";
import { givenSince } from "../src/features/backoffice/approvals.store.ts";
import { listApprovals } from "../src/features/console/approvals.store.ts";
import { findTopUpById } from "../src/features/wallet/top-up.store.ts";
import { findRetry } from "../src/features/wallet/withdrawal.store.ts";
import { listPayments, listRefunds } from "../src/features/console/payments.store.ts";
import { tariffsCharged, tariffsListed } from "../src/features/console/preview.store.ts";
import {
  chargesByOperatorsId,
  driversByName,
  driversByNumber,
  paymentsByEnd,
  placesByName,
} from "../src/features/console/search.store.ts";
import { spentSince } from "../src/features/companies/company-charge.store.ts";
import { proofsChanged } from "../src/features/stations/proof.store.ts";
import { forgetSessions } from "../src/features/roaming/announced-sessions.store.ts";
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

const FIRST = { after: null, order: "NEWEST" } as const;
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
    nodes,
    indexes: new Set(nodes.flatMap((node) => node["Index Name"] ?? [])),
    whole: nodes.flatMap((node) =>
      node["Node Type"] === "Seq Scan" ? (node["Relation Name"] ?? []) : [],
    ),
  };
}

const at = new Date("2026-11-20T00:00:00Z");
const charges = (on: Tx, wanted: Partial<ChargesWanted>) =>
  listCharges(
    on,
    {
      state: null,
      operatorId: null,
      userId: null,
      sessionId: null,
      from: null,
      before: null,
      after: null,
      order: "NEWEST",
      ...wanted,
    },
    { waitsFor: waitsFor(at), mayWait: mayWait(at), isUnbilled },
    50,
  );
const tickets = (on: Tx, wanted: Partial<TicketsWanted>) =>
  listTickets(
    on,
    {
      state: null,
      assignee: null,
      category: null,
      before: null,
      number: null,
      id: null,
      userId: null,
      sessionId: null,
      clock: null,
      order: "OLDEST",
      after: null,
      ...wanted,
    },
    50,
  );
const row = { operator_id: "opr", id: "ses", ocpi_session_id: "s", user_id: "usr" };

test.each<[index: string, what: string, work: (on: Tx) => Promise<unknown>]>([
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
    "session_ended",
    "what open streams have missed",
    (on) => changedOfUsers(on, ["usr_1", "usr_2"], 5n),
  ],
  ["session_ended", "what one stream has missed", (on) => changedSince(on, "usr_1", 5n)],
  ["session_ended", "where a stream begins", (on) => highestOf(on, "usr_1")],
  [
    "partner_session_announced",
    "partners' sessions that are too old to be asked about",
    (on) => forgetSessions(on, at),
  ],
  [
    "session_by_operator",
    "starts at an operator",
    (on) => startsAt(on, { operatorId: "opr", from: at, most: 10_000 }),
  ],
  [
    "operator_cost_pkey",
    "CDRs of an operator",
    (on) => cdrsOf(on, { operatorId: "opr", from: at, most: 10_000 }),
  ],
  [
    "session_by_time",
    "tariffs of the latest charges",
    (on) => tariffsCharged(on, { operatorId: null, since: at, most: 1_000 }),
  ],
  [
    "session_by_operator",
    "tariffs of the latest charges at one operator",
    (on) => tariffsCharged(on, { operatorId: "opr", since: at, most: 1_000 }),
  ],
  [
    "location_operator",
    "tariffs at a few locations of an operator",
    (on) => tariffsListed(on, { operatorId: "opr", places: 5 }),
  ],
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
    (on) => lockWaitingQuarantined(on, row, ["uid"], "reason"),
  ],
  [
    "quarantined_cdr_session",
    "the same by the operator's id",
    (on) => lockWaitingQuarantined(on, row, ["uid"], "reason"),
  ],
  [
    "quarantined_cdr_token",
    "the same by the driver's token",
    (on) => lockWaitingQuarantined(on, row, ["uid"], "reason"),
  ],
  ["session_by_time", "the console's list of charges", (on) => charges(on, {})],
  [
    "session_by_operator",
    "the same of one operator",
    (on) => charges(on, { operatorId: "opr", after: { at, id: "ses" } }),
  ],
  ["session_failed", "the same of those that failed", (on) => charges(on, { state: "FAILED" })],
  ["session_newest", "the same of one driver", (on) => charges(on, { userId: "usr" })],
  ["app_user_digits", "the console's search by digits", (on) => driversByNumber(on, "43210")],
  ["app_user_named", "the same by a driver's name", (on) => driversByName(on, "aditi")],
  ["session_of_operator", "the same by an operator's id", (on) => chargesByOperatorsId(on, "s-1")],
  ["operator_cost_record", "the same by a record's id", (on) => chargesByOperatorsId(on, "c-1")],
  ["wallet_payment_end", "the same by a payment's id", (on) => paymentsByEnd(on, "LqZ7")],
  ["withdrawal_refund_by_time", "the console's refunds", (on) => listRefunds(on, null, FIRST, 50)],
  ["top_up_by_status", "its payments by state", (on) => listPayments(on, "FAILED", FIRST, 50)],
  [
    "desk_approval_by_time",
    "what the staff gave",
    (on) => listApprovals(on, { state: null, kind: null }, FIRST, 50),
  ],
  [
    "desk_approval_of_driver",
    "what one gave a driver",
    (on) => givenSince(on, ["ravi"], "usr", at),
  ],
  ["top_up_by_id", "a payment that the staff ask about", (on) => findTopUpById(on, "top")],
  ["withdrawal_refund_retry", "a refund tried again", (on) => findRetry(on, "usr", "rfd")],
  ["session_failed", "failed starts of a day", (on) => failedStarts(on, at)],
  ["ticket_newest", "a driver's timeline", (on) => timelineOf(on, "usr", null, 50, movedBy)],
  ["ticket_by_time", "the console's tickets", (on) => tickets(on, {})],
  ["ticket_by_state", "those that wait", (on) => tickets(on, { state: "OPEN", before: at })],
  ["ticket_by_due", "those that are due first", (on) => tickets(on, { order: "DUE" })],
  ["ticket_by_escalation", "the officer's", (on) => tickets(on, { clock: "ESCALATED" })],
  [
    "ticket_by_assignee",
    "those of a member of the staff",
    (on) => tickets(on, { state: "OPEN", assignee: { name: "asha" } }),
  ],
  ["desk_read_of_subject", "who reads a ticket", (on) => readersSince(on, ["tkt", "1"], at)],
  ["desk_audit_about", "what the staff did to a charge", (on) => actsAbout(on, ["ses", "cdr"])],
])("%s serves %s", async (index, _what, work) => {
  const { indexes, whole } = await planOf(work);
  expect([...indexes]).toContain(index);
  expect(whole).toEqual([]);
});

test("[D-8] what has a usual name, or the same last digits, is not read one by one", async () => {
  const typesOf = async (work: (on: Tx) => Promise<unknown>) =>
    (await planOf(work)).nodes.map((node) => node["Node Type"]);
  expect(await typesOf((on) => driversByName(on, "asha"))).toEqual(["Limit", "Index Scan"]);
  expect(await typesOf((on) => driversByNumber(on, "43210"))).toContain("Index Only Scan");
  const ofPlaces = await typesOf((on) => placesByName(on, "tata power"));
  expect(ofPlaces.slice(2, 4)).toEqual(["Limit", "Index Scan"]);
});
