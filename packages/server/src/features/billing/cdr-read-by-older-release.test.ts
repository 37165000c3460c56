import { provider } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { asProvider } from "@voltmarg/testkit/company";
import { openOwnOperator } from "@voltmarg/testkit/own-operator";
import { rewrite } from "@voltmarg/testkit/rewrite";
import { sql } from "../../platform/database/database.ts";
import { requestHash } from "../charging/index.ts";

test("[B-3] a CDR that an older release stored with fewer values is still the same CDR", async () => {
  const own = await openOwnOperator({});
  const { db } = own.world.database;
  const charge = await own.ask(await own.driver(), "EVEN-1");
  await own.tell(charge);
  own.world.clock.advance(3_600_000);
  // This release reads COMMAND, and no remark.
  const record = own.record(charge, 10, 3_600, { auth_method: "command", remark: "" });
  await own.send(record);
  expect(await own.bills(charge.driver)).toHaveLength(1);

  // As the older release stored it.
  const kept = { auth_method: "command", remark: "" };
  await rewrite(
    own.world.database,
    sql`update cdr set body = body || ${JSON.stringify(kept)}::jsonb`,
  );
  const { rows } = await sql<{ body: object }>`select body from cdr`.execute(db);
  await sql`update inbox set body_hash = ${requestHash(rows[0]!.body)}`.execute(db);

  await own.send(record);
  const { body } = await own.world.call(provider.listQuarantinedCdrs, asProvider);
  expect(body.content).toEqual([]);
  // With another total under the same id it is a different CDR.
  const other = { ...record, total_energy: 11 };
  await own.operator.call("POST", "/cdrs", other);
  const { body: after } = await own.world.call(provider.listQuarantinedCdrs, asProvider);
  expect(after.content).toHaveLength(1);
  await own.close();
});
