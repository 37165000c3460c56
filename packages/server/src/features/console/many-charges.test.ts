import { desk } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";

const MANY = 100_000;
const MOST_MS = 300;

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  // One a minute, of a thousand drivers: one in ten failed, one in a hundred was never billed.
  await own.world.database.pool.query(
    `insert into session (user_id, id, operator_id, status, step, version, snapshot, timeline, failure, requested_at,
       answer_due_at, news_at, kwh, open)
     select 'usr_' || n % 1000, 'ses_' || n, s.operator_id,
       case when n % 10 = 0 then 'FAILED' else 'COMPLETED' end,
       case when n % 10 = 0 then 'REJECTED' when n % 100 = 1 then 'ENDED' else 'BILLED' end,
       n, s.snapshot, s.timeline,
       case when n % 10 = 0 then '{"code": "REJECTED", "not_charged": true}'::jsonb end,
       s.requested_at - n * interval '1 minute', s.answer_due_at, s.requested_at - n * interval '1 minute', 5, false
     from session s, generate_series(1, ${MANY}) n where s.id = '${charge.id}'`,
  );
  await own.world.database.pool.query("analyze session");
  return () => own.close();
}, 120_000);

test.each([
  ["all", {}],
  ["a page far down", { from: "2026-09-12", until: "2026-09-20" }],
  ["that run", { state: "RUNNING" }],
  ["stuck", { state: "STUCK" }],
  ["failed", { state: "FAILED" }],
  ["of one operator", { operator: "tst" }],
  ["failed at one operator", { operator: "tst", state: "FAILED" }],
  ["without a bill", { state: "UNBILLED" }],
  ["billed", { state: "BILLED" }],
  ["of one driver", { q: "usr_7" }],
] as const)("[D-4] of 100,000 charges those %s are listed in time", async (_which, query) => {
  const call = { token: PROVIDER_TOKEN, query: { ...query, limit: 100 } };
  const times: number[] = [];
  for (let n = 0; n < 5; n++) {
    const before = performance.now();
    const { body } = await own.world.call(desk.listCharges, call);
    times.push(performance.now() - before);
    expect(body.content.length).toBeGreaterThan(0);
  }
  // What else the machine does is not the list's fault.
  expect(Math.min(...times)).toBeLessThan(MOST_MS);
});

test("[D-4] the last page is as fast as the first", async () => {
  const { body } = await own.world.call(desk.listCharges, {
    token: PROVIDER_TOKEN,
    query: { from: "2026-09-12", until: "2026-09-12", limit: 100 },
  });
  const query = { cursor: body.next_cursor!, limit: 100 };
  const before = performance.now();
  await own.world.call(desk.listCharges, { token: PROVIDER_TOKEN, query });
  const first = performance.now() - before;
  expect(first).toBeLessThan(MOST_MS);
});
