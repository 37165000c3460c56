import { wallet } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { START, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { move, placeHold, releaseHold } from "./ledger.store.ts";

const DAY_MS = 86_400_000;

let world: Harness;
let driver: Driver;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  driver = await world.signUp();
  await world.topUp(driver, 123_450);
  const hold = { userId: driver.id, sessionId: "ses_1", amount: 20_000n };
  // Written ten, twenty and thirty days before: ids sort by age, so the oldest first.
  const at = (days: number) => new Date(START.getTime() + days * DAY_MS);
  await world.database.transact(async (tx) => {
    await placeHold(tx, { ...hold, reason: '=HYPERLINK("x")', at: at(1) });
    await releaseHold(tx, {
      userId: driver.id,
      sessionId: "ses_1",
      status: "RELEASED",
      reason: "Back",
      at: at(2),
    });
    await move(tx, {
      scope: driver.id,
      idem: "fee",
      kind: "CORRECTION",
      reason: 'Cable, "lost"',
      at: at(40),
      sessionId: null,
      cdrId: null,
      postings: [{ source: [driver.id, "wallet"], destination: ["system", "sales"], amount: 5n }],
    });
  });
});
afterAll(() => world.stop());

const list = async (query: object) =>
  (
    await world.call(wallet.listMovements, {
      params: { userId: driver.id },
      token: driver.token,
      query,
    })
  ).body;
const kindsOf = async (query: object) => (await list(query)).content.map(({ kind }) => kind);

test("[B-1] movements of a kind, from a day, until a day, before an instant", async () => {
  expect(await kindsOf({})).toEqual(["CORRECTION", "RELEASE", "HOLD", "TOP_UP"]);
  expect(await list({ kind: "HOLD" })).toMatchObject({
    total_elements: 1,
    content: [{ kind: "HOLD", amount_minor: -20_000, hold_status: "RELEASED" }],
  });
  // The harness starts on 20 November at noon in India's time.
  expect(await kindsOf({ from: "2026-11-21" })).toEqual(["CORRECTION", "RELEASE", "HOLD"]);
  expect(await kindsOf({ from: "2026-11-21", until: "2026-11-21" })).toEqual(["HOLD"]);
  expect(await kindsOf({ until: "2026-11-20" })).toEqual(["TOP_UP"]);
  expect(await kindsOf({ from: "2026-12-01", until: "2026-12-31" })).toEqual(["CORRECTION"]);
  expect(await kindsOf({ until: "2026-11-21T06:30:00Z" })).toEqual(["TOP_UP"]);
  expect(await kindsOf({ from: "2026-11-21T12:00:00+05:30", kind: "RELEASE" })).toEqual([
    "RELEASE",
  ]);
  for (const query of [{ kind: "PAYOUT" }, { from: "yesterday" }, { until: "2026-13-45" }]) {
    const refused = await world.refused(wallet.listMovements, {
      params: { userId: driver.id },
      token: driver.token,
      query: query as object,
    });
    expect(refused.body.code).toBe("INVALID_INPUT");
  }
});

test("[B-1] one row for a charging session: its hold until there is a charge, and nothing twice", async () => {
  const rows = async () =>
    (await list({ per: "session" })).content.map((m) => [m.kind, m.hold_status, m.held_minor]);
  expect(await rows()).toEqual([
    ["CORRECTION", null, null],
    ["HOLD", "RELEASED", 20_000],
    ["TOP_UP", null, null],
  ]);
  expect((await list({ per: "session" })).total_elements).toBe(3);
  expect((await list({ per: "session", kind: "RELEASE" })).total_elements).toBe(0);
});

test("[B-1] movements as a table for a spreadsheet", async () => {
  const response = await fetch(
    `${world.url}/api/user/v1/wallet/${driver.id}/movements?until=2026-11-30&page_size=1`,
    { headers: { authorization: `Bearer ${driver.token}`, accept: "text/csv" } },
  );
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toContain('filename="movements.csv"');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.subarray(3).toString("utf8").split("\r\n");
  expect(lines[0]).toBe("Time (IST),Kind,Amount (INR),Balance (INR),Reason,Charge,Bill,Id");
  expect(lines.slice(1).map((line) => line.replace(/,trf_\w+$/, ""))).toEqual([
    "2026-11-22T12:00:00+05:30,RELEASE,200.00,1234.50,Back,ses_1,",
    `2026-11-21T12:00:00+05:30,HOLD,-200.00,1234.50,"'=HYPERLINK(""x"")",ses_1,`,
    "2026-11-20T12:00:00+05:30,TOP_UP,1234.50,1234.50,Added by UPI,,",
    "",
  ]);
});
