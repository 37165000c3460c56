import { charging } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { openOwnOperator } from "@voltmarg/testkit/own-operator";

let world: Harness;
beforeAll(async () => {
  world = await startHarness();
});
afterAll(() => world.stop());

/** The events of a stream until it is ready, as one string. */
async function opened(driver: Driver, lastEventId?: string): Promise<string> {
  const stop = new AbortController();
  const response = await fetch(`${world.url}${charging.liveSessions.path}`, {
    headers: {
      authorization: `Bearer ${driver.token}`,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    },
    signal: stop.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  while (!/event: ready\nid: .*\ndata: .*\n\n/.test(seen))
    seen += (await reader.read()).value ?? "";
  stop.abort();
  return seen;
}
const idOf = (seen: string) => /event: ready\nid: (\d+)/.exec(seen)?.[1];

test("[S-2] a stream that was cut off before its first event resumes with what happened meanwhile", async () => {
  const driver = await world.signUp();
  const before = idOf(await opened(driver));
  expect(before).toBe("0");

  await world.topUp(driver, 100_000);
  const { location, evse, connector } = await world.freePlug(driver);
  const { body } = await world.call(charging.startSession, {
    body: {
      location_id: location.id,
      evse_uid: evse.uid,
      connector_id: connector.id,
      estimation_info: { selectedMoney: 200, limitBy: "MONEY" },
    },
    token: driver.token,
  });
  await world.drain();
  await world.pass(60, 10);
  await world.call(charging.stopSession, {
    body: { session_id: body.data.id },
    token: driver.token,
  });
  await world.pass(60, 10);

  const after = await opened(driver, before);
  expect(after).toContain(body.data.id);
  expect(after).toContain('"status":"COMPLETED"');
  // A new stream gets no ended sessions, and a resumed one gets nothing twice.
  expect(await opened(driver)).not.toContain(body.data.id);
  expect(await opened(driver, idOf(after))).not.toContain(body.data.id);
});

test("[S-2] an open stream hears of the very first step of a driver's first session, before any other", async () => {
  const driver = await world.signUp();
  await world.topUp(driver, 100_000);
  const { location, evse, connector } = await world.freePlug(driver);
  const stop = new AbortController();
  const response = await fetch(`${world.url}${charging.liveSessions.path}`, {
    headers: { authorization: `Bearer ${driver.token}` },
    signal: stop.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  const reads = async (text: string) => {
    while (!seen.includes(text)) seen += (await reader.read()).value ?? "";
  };
  await reads("event: ready");
  const { body } = await world.call(charging.startSession, {
    body: {
      location_id: location.id,
      evse_uid: evse.uid,
      connector_id: connector.id,
      estimation_info: { selectedMoney: 200, limitBy: "MONEY" },
    },
    token: driver.token,
  });
  await reads("event: session");
  await reads('"step":"SENT"');
  expect(seen).toContain(body.data.id);
  stop.abort();
});

test("[S-2] a change of one session is told once, and another session is not told again", async () => {
  const own = await openOwnOperator();
  const stop = new AbortController();
  try {
    const driver = await own.driver(300_000);
    await own.world.database.pool.query("update app_user set allow_multi_charging = true");
    const [one, other] = [await own.ask(driver, "EVEN-1"), await own.ask(driver, "EVEN-2")];
    const response = await fetch(`${own.world.url}${charging.liveSessions.path}`, {
      headers: { authorization: `Bearer ${driver.token}` },
      signal: stop.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = "";
    const reads = async (text: string) => {
      while (!seen.includes(text)) seen += (await reader.read()).value ?? "";
    };
    await reads("event: ready");
    const events = async (charge: typeof one, kwh: number) => {
      seen = "";
      own.world.clock.advance(10_000);
      await own.tell(charge, { kwh });
      await reads(`"kwh":${kwh}`);
      return [one, other].map(({ id }) => seen.split(`"id":"${id}"`).length - 1);
    };
    expect(await events(one, 0.01)).toEqual([1, 0]);
    expect(await events(other, 0.02)).toEqual([0, 1]);
    expect(await events(one, 0.03)).toEqual([1, 0]);
  } finally {
    stop.abort();
    await own.close();
  }
});
