import { afterEach, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});
afterEach(() => {
  delete own.operator.onCommand;
  own.operator.shelf.sessions = [];
});

/** Starts a session to which the operator gives the test's answer. */
const answered = async (answer: unknown): Promise<OwnCharge> => {
  own.operator.onCommand = () => answer as never;
  return own.ask(await own.driver());
};
const posted = (charge: OwnCharge, body: unknown, at?: string) => {
  const sent = own.operator.commands.find(
    (each) => each.body["authorization_reference"] === charge.id,
  );
  const url = new URL(String(sent!.body["response_url"]));
  return own.operator.call("POST", url.pathname.replace("/ocpi/emsp/2.2.1", ""), body, {}, at);
};
test.each([
  [{ result: "REJECTED" }, "REJECTED"],
  [{ result: "NOT_SUPPORTED" }, "REJECTED"],
  [{ result: "UNKNOWN_SESSION", timeout: null }, "REJECTED"],
  [{ result: "rejected", timeout: "soon" }, "REJECTED"],
  [{ result: " Evse occupied ", timeout: -1 }, "OCCUPIED"],
  [{ result: "REJECTED", message: "no car plugged in" }, "NOT_PLUGGED"],
  [{ result: "REJECTED", message: [{ text: "the gun is not in" }, 7] }, "NOT_PLUGGED"],
  [[{ result: "REJECTED", timeout: 0 }], "REJECTED"],
  [{ command_response: { result: "REJECTED", timeout: 30 } }, "REJECTED"],
  ["REJECTED", "REJECTED"],
])("[S-1] the answer %j is a no, and its driver hears so at once", async (answer, code) => {
  const charge = await answered(answer);
  expect(await own.show(charge)).toMatchObject({
    status: "FAILED",
    failure: { code, not_charged: true },
    hold: { status: "RELEASED" },
  });
});

test.each([
  [{ result: "ACCEPTED" }, 30],
  [{ result: "Accepted", timeout: null }, 30],
  [{ result: "ACCEPTED", timeout: "60" }, 60],
  [{ result: "ACCEPTED", timeout: 44.2 }, 45],
  [{ result: "ACCEPTED", timeout: 0 }, 30],
  [{ result: "ACCEPTED", timeout: -5 }, 30],
  // First looked at after ten.
  [{ result: "ACCEPTED", timeout: 5 }, 10],
  [{ result: "ACCEPTED", timeout: 86_400_000 }, 300],
  [{ result: "ACCEPTED", timeout: "a while" }, 30],
  ["ACCEPTED", 30],
])("[S-1] the answer %j is a yes that is waited for %i seconds", async (answer, seconds) => {
  const charge = await answered(answer);
  await own.world.pass(seconds - 1, seconds - 1);
  expect(await own.show(charge)).toMatchObject({ step: "ACCEPTED" });
  await own.world.pass(1);
  expect(await own.show(charge)).toMatchObject({ step: "UNKNOWN" });
});

test.each([
  [{ result: "PERHAPS", timeout: 30 }],
  [{ result: "TIMEOUT" }],
  [{ result: 7 }],
  [{}],
  [[]],
  [{ accepted: true }],
])("[S-1] the answer %j says nothing: it is asked, and ends", async (answer) => {
  const charge = await answered(answer);
  expect(await own.show(charge)).toMatchObject({ status: "PENDING", step: "UNKNOWN" });
  await own.world.pass(105, 15);
  expect(await own.show(charge)).toMatchObject({
    status: "FAILED",
    failure: { code: "NO_ANSWER" },
    hold: { status: "RELEASED" },
  });
});

test.each([
  [{ result: "rejected" }, "REJECTED"],
  [{ result: "EVSE_INOPERATIVE", message: "out of order" }, "OUT_OF_ORDER"],
  [[{ result: "FAILED" }], "FAILED"],
  [{ data: { result: "UNKNOWN_SESSION", timeout: 30 } }, "REJECTED"],
])("[S-1] the result %j is a no", async (result, code) => {
  const charge = await answered({ result: "ACCEPTED", timeout: 30 });
  expect((await posted(charge, result)).code).toBe(1000);
  expect(await own.show(charge)).toMatchObject({ failure: { code, not_charged: true } });
});

test.each([
  ["PENDING", { status: "PENDING", hold: { status: "HELD" } }],
  ["ACTIVE", { status: "ACTIVE", hold: { status: "HELD" } }],
])(
  "[S-1] a refusal after the operator opened the session, %s, fails nothing",
  async (status, is) => {
    const charge = await answered({ result: "ACCEPTED", timeout: 30 });
    await own.tell(charge, { status });
    expect((await posted(charge, { result: "FAILED" })).code).toBe(1000);
    expect(await own.show(charge)).toMatchObject({ ...is, failure: null });
  },
);

test("[S-1] a result with an unknown value is not final: the next one counts", async () => {
  const charge = await answered({ result: "ACCEPTED" });
  expect((await posted(charge, { result: "IN_PROGRESS" })).code).toBe(1000);
  expect(await own.show(charge)).toMatchObject({ step: "UNKNOWN", failure: null });
  expect((await posted(charge, { result: "TIMEOUT" })).code).toBe(1000);
  await posted(charge, { result: "EVSE_OCCUPIED" });
  expect(await own.show(charge)).toMatchObject({ failure: { code: "OCCUPIED" } });
  // That one was final.
  await posted(charge, { result: "ACCEPTED" });
  expect(await own.show(charge)).toMatchObject({ failure: { code: "OCCUPIED" } });
});

test("[S-1] a refusal that could not be applied is applied when the operator sends it again", async () => {
  const charge = await answered({ result: "ACCEPTED" });
  const { pool } = own.world.database;
  await pool.query(`create function no_change() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`);
  await pool.query(
    "create trigger no_change before update on session for each row execute function no_change()",
  );
  expect((await posted(charge, { result: "REJECTED" })).code).not.toBe(1000);
  await pool.query("drop function no_change cascade");
  expect(await own.show(charge)).toMatchObject({ status: "PENDING", hold: { status: "HELD" } });
  expect((await posted(charge, { result: "REJECTED" })).code).toBe(1000);
  expect(await own.show(charge)).toMatchObject({
    failure: { code: "REJECTED", not_charged: true },
    hold: { status: "RELEASED" },
  });
});

test("[S-1] one refusal that two replicas get at once ends the start once, and its driver hears it once", async () => {
  const charge = await answered({ result: "ACCEPTED" });
  const replicas = [own.world.url, await own.world.replica()];
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      posted(charge, { result: "EVSE_OCCUPIED" }, replicas[n % 2]),
    ),
  );
  expect(answers.map(({ code }) => code)).toEqual(Array(6).fill(1000));
  await own.world.drain();
  expect(await own.show(charge)).toMatchObject({
    failure: { code: "OCCUPIED", not_charged: true },
    hold: { status: "RELEASED" },
  });
  expect(await own.told(charge.driver)).toHaveLength(1);
  expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
});

test("[S-1] a session runs normally without a timeout, a result or our reference", async () => {
  const charge = await answered({ result: "ACCEPTED" });
  const bare = (told?: Parameters<OwnOperator["session"]>[1]) => {
    const { authorization_reference: _, ...session } = own.session(charge, told) as {
      authorization_reference: string;
      cdr_token: object;
    };
    return { ...session, cdr_token: { uid: charge.driver.id } };
  };
  own.operator.shelf.sessions = [bare()];
  await own.world.pass(40, 5);
  expect(await own.show(charge)).toMatchObject({ status: "ACTIVE", hold: { status: "HELD" } });
  own.operator.shelf.sessions = [bare({ kwh: 0.5, status: "COMPLETED" })];
  await own.world.pass(65, 5);
  expect(await own.show(charge)).toMatchObject({ step: "ENDED" });
  await own.send(own.record(charge, 0.5, 40, { authorization_reference: undefined }));
  expect(await own.show(charge)).toMatchObject({ step: "BILLED", hold: { status: "CAPTURED" } });
});

test("[S-1] without any answer every start ends in time", async () => {
  const charge = await answered({ result: "ACCEPTED", timeout: 86_400 });
  await own.world.pass(365, 15);
  expect(await own.show(charge)).toMatchObject({
    failure: { code: "NO_ANSWER", not_charged: true },
    hold: { status: "RELEASED" },
  });
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});
