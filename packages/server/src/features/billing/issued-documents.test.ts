import { afterAll, beforeAll, expect, test } from "vitest";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { sql } from "../../platform/database/database.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { status: "COMPLETED" });
  await own.send(own.record(charge, 8, 600));
});
afterAll(() => own.close());

const run = (text: string) => sql.raw(text).execute(own.world.database.db);

test.each([
  `update cdr set wire = wire || '{"net_minor": 1}'`,
  "update cdr set amount = amount + 1",
  "update cdr set body = '{}'",
  "update cdr set credit_of = 'x'",
  "delete from cdr",
  "truncate cdr",
  "update invoice set number = 'VM/26-27/000051'",
  "update operator_cost set payable = payable + 500000",
  "update operator_cost set paid = paid + 1, reversed_by = 'x'",
  "delete from operator_cost",
  "truncate operator_cost",
])("[B-3] what was issued is never changed: %s", async (text) => {
  await expect(run(text)).rejects.toMatchObject({ code: "VM005" });
});

test("[B-3] what comes later is filled once: which credit took a cost back", async () => {
  const set = (to: string) => run(`update operator_cost set reversed_by = ${to}`);
  await set("'cdr_credit'");
  await set("'cdr_credit'");
  await expect(set("'cdr_other'")).rejects.toMatchObject({ code: "VM005" });
  await expect(set("null")).rejects.toMatchObject({ code: "VM005" });
});
