import { charging } from "@voltmarg/contract";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { beforeAll, expect, test } from "vitest";

// What comes when a charge is over: the bill after its end, and whatever an operator sends late or once more.
let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});

/** A session of ten kWh that its operator has ended; its bill is ₹236. */
async function ended(rupees = 1_000): Promise<OwnCharge> {
  const charge = await own.ask(await own.driver(rupees * 100), "EVEN-1", { selectedMoney: 260 });
  await own.tell(charge, { kwh: 0 });
  own.world.clock.advance(750_000);
  await own.tell(charge, { kwh: 10, status: "COMPLETED" });
  await own.world.drain();
  return charge;
}
const answerTo = (charge: OwnCharge, kind: string, body: object) => {
  const sent = own.operator.commands.find(
    (each) =>
      each.kind === kind &&
      [each.body["authorization_reference"], each.body["session_id"]].some(
        (id) => id === charge.id || id === charge.ocpiId,
      ),
  );
  const url = new URL(String(sent!.body["response_url"]));
  return own.operator.call("POST", url.pathname.replace("/ocpi/emsp/2.2.1", ""), body);
};

test("[B-3] [N-5] a bill that comes after the end was told is told too, and that the balance is low, each once", async () => {
  const charge = await ended(320);
  const before = await own.told(charge.driver);
  expect(before).toHaveLength(1);
  const record = own.record(charge, 10, 750);
  await own.send(record);
  await own.world.drain();
  const after = await own.told(charge.driver);
  expect(after.filter((text) => !before.includes(text)).toSorted()).toEqual([
    expect.stringMatching(/bill/i),
    expect.stringMatching(/wallet/i),
  ]);
  await own.send(record);
  await own.world.drain();
  expect((await own.told(charge.driver)).toSorted()).toEqual(after.toSorted());
});

test.each<[string, (charge: OwnCharge) => Promise<unknown>]>([
  ["the end once more", (charge) => own.tell(charge, { kwh: 10, status: "COMPLETED" })],
  ["more energy, as if it still ran", (charge) => own.tell(charge, { kwh: 11 })],
  ["an end with more energy", (charge) => own.tell(charge, { kwh: 11, status: "COMPLETED" })],
  ["that it is invalid", (charge) => own.tell(charge, { status: "INVALID" })],
  [
    "a part of it, of before its end",
    (charge) =>
      own.operator.call("PATCH", `/sessions/IN/TST/${charge.ocpiId}`, {
        kwh: 4,
        status: "ACTIVE",
        last_updated: new Date(charge.start + 400_000).toISOString(),
      }),
  ],
  [
    "a part of it",
    (charge) =>
      own.operator.call("PATCH", `/sessions/IN/TST/${charge.ocpiId}`, {
        kwh: 20,
        status: "ACTIVE",
        last_updated: own.world.clock.now().toISOString(),
      }),
  ],
  [
    "in a list, that it still runs",
    async (charge) => {
      own.operator.shelf.sessions = [own.session(charge, { kwh: 12 })];
      await own.world.pass(900, 300);
      own.operator.shelf.sessions = [];
    },
  ],
  ["that the start was refused", (c) => answerTo(c, "START_SESSION", { result: "REJECTED" })],
  ["that the start took too long", (c) => answerTo(c, "START_SESSION", { result: "TIMEOUT" })],
  ["that the start was accepted", (c) => answerTo(c, "START_SESSION", { result: "ACCEPTED" })],
])(
  "[S-3] [B-3] nothing changes when an operator sends, after the bill, %s",
  async (_what, send) => {
    const charge = await ended();
    await own.send(own.record(charge, 10, 750));
    await own.world.drain();
    const state = async () => [
      await own.show(charge),
      await own.bills(charge.driver),
      await own.purse(charge.driver),
      await own.told(charge.driver),
      own.stops(charge),
    ];
    const before = await state();
    expect(before[0]).toMatchObject({ step: "BILLED", kwh: 10 });
    expect(before[2]).toMatchObject({ balance_minor: 76_400, held_minor: 0 });
    own.world.clock.advance(5_000);
    await send(charge);
    await own.world.pass(120, 30);
    expect(await state()).toEqual(before);
  },
);

test("[S-2] other systems hear of each step once, and of no update that is none", async () => {
  const charge = await ended();
  const steps = async () => {
    const { rows } = await own.world.database.pool.query(
      "select count(*)::int as n from outbox where topic = 'charging.stepped' and payload ->> 'sessionId' = $1",
      [charge.id],
    );
    return rows[0].n as number;
  };
  const { timeline } = await own.show(charge);
  expect(timeline.map(({ step }) => step)).toEqual(["SENT", "ACCEPTED", "STARTED", "ENDED"]);
  const told = await steps();
  const other = await own.ask(await own.driver(), "EVEN-2");
  await own.tell(other, { kwh: 0 });
  for (const kwh of [1, 2, 3]) {
    own.world.clock.advance(60_000);
    await own.tell(other, { kwh });
  }
  await own.send(own.record(charge, 10, 750));
  await own.world.drain();
  expect(await steps()).toBe(told + 1);
});

test("[S-3] whoever stops a charge that is over is told so, and nothing is sent", async () => {
  const charge = await ended();
  const { status, body } = await own.world.refused(charging.stopSession, {
    body: { session_id: charge.id },
    token: await own.tokenOf(charge.driver),
  });
  expect([status, body.code]).toEqual([409, "SESSION_NOT_ACTIVE"]);
  await own.world.pass(120, 30);
  expect(own.stops(charge)).toBe(0);
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});
