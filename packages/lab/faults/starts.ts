import { Refusal } from "@voltmarg/client";
import { charging, type Session } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import {
  addressOf,
  commandsSent,
  type DriverClient,
  freePlugs,
  newDriver,
  operatorCdrs,
  type Plug,
} from "@voltmarg/testkit/driver";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { until } from "@voltmarg/world/until";
import type { World } from "@voltmarg/world/world";

const drivers = 50;
const taps = 50;

type Start = { driver: DriverClient; plug: Plug };
type Outcome = { sessions: Set<string>; refused: number; broken: string[] };

/**
 * Many drivers press Start many times at once; then the service is killed in mid-charge.
 * Every driver must have exactly one session, one START_SESSION on the wire, and one bill.
 */
export async function run(): Promise<boolean> {
  const world = await startTemporaryWorld(
    { DEMO_SPEED: "10", TRAFFIC: "0", LOCATIONS: "1200" },
    (line) => console.log(`  ${line}`),
  );
  try {
    const calm = await wave(world, "double taps", undefined);
    const killed = await wave(world, "double taps, service killed among them", 10);
    const tried = calm.tried + killed.tried;
    const lost = calm.lost + killed.lost;
    const doubled = calm.doubled + killed.doubled;
    const faults = [...calm.faults, ...killed.faults];
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
    console.log(`starts tried=${tried} lost=${lost} doubled=${doubled}`);
    return lost === 0 && doubled === 0 && faults.length === 0;
  } finally {
    await world.stop();
  }
}

async function wave(world: World, name: string, killAfterAnswers: number | undefined) {
  const address = addressOf(world);
  const team: DriverClient[] = [];
  for (let n = 0; n < drivers; n += 1) {
    team.push(await newDriver(address, { vehicle: true, rupees: 500 }));
  }
  const plugs = await freePlugs(team[0]!, drivers, 3000);
  const starts = team.map((driver, n): Start => ({ driver, plug: plugs[n]! }));
  console.log(`${name}: ${drivers} drivers, ${taps} taps each`);
  const before = performance.now();
  let answers = 0;
  const onAccepted = () => {
    answers += 1;
    if (answers === killAfterAnswers) world.service.kill();
  };
  const outcomes = await Promise.all(starts.map((start) => tapMany(world.url, start, onAccepted)));
  console.log(`  answered in ${((performance.now() - before) / 1000).toFixed(1)} s`);
  if (killAfterAnswers !== undefined) await backAgain(world);

  const faults: string[] = [];
  let lost = 0;
  let doubled = 0;
  const underWay: { start: Start; id: string }[] = [];
  for (const [n, start] of starts.entries()) {
    const { sessions, broken } = outcomes[n]!;
    // Answers of a service that is being killed are cut off; those are not refusals.
    if (killAfterAnswers === undefined) faults.push(...broken);
    if (sessions.size > 1) doubled += 1;
    const settled = await settle(start.driver, sessions);
    const sent = await commandsSent(address);
    const onTheWire = sent.filter(
      (one) => one.kind === "START_SESSION" && one.body.evse_uid === start.plug.evse_uid,
    ).length;
    if (onTheWire > 1) doubled += 1;
    const begun = settled.filter(({ status }) => status === "ACTIVE" || status === "COMPLETED");
    if (begun.length > 1) doubled += 1;
    if (killAfterAnswers === undefined && begun.length === 0) lost += 1;
    // A start cut off before it was sent may fail, but then it must cost nothing.
    for (const { id, status, hold } of settled) {
      if (begun.some((one) => one.id === id)) continue;
      if (status !== "FAILED" || hold?.status === "HELD" || onTheWire > 0) lost += 1;
    }
    if (begun[0]) underWay.push({ start, id: begun[0].id });
  }
  console.log(`  ${underWay.length} charges under way`);
  if (underWay.length === 0) faults.push(`${name}: no charge began, so nothing was shown`);

  // The service is killed during the charges; they continue at the operator and are billed once.
  world.service.kill();
  await backAgain(world);
  const bills = await Promise.all(underWay.map((one) => finish(one)));
  faults.push(...bills.flat());
  const records = await operatorCdrs(address);
  const perSession = Map.groupBy(records, (cdr) => cdr.session_id);
  for (const [session, cdrs] of perSession) {
    if (cdrs.length > 1) faults.push(`the operator billed session ${session} ${cdrs.length} times`);
  }
  return { tried: drivers * taps, lost, doubled, faults };
}

/** Half of the taps carry one idempotency key, as a retrying app would; the others carry none. */
async function tapMany(
  url: string,
  { driver, plug }: Start,
  onAccepted: () => void,
): Promise<Outcome> {
  const outcome: Outcome = { sessions: new Set(), refused: 0, broken: [] };
  const key = `tap-${driver.userId}`;
  const tap = async (n: number) => {
    try {
      const { data } = await callRoute(url, charging.startSession, {
        token: driver.token,
        headers: n % 2 === 0 ? { "idempotency-key": key } : {},
        body: { ...plug, estimation_info: { selectedMoney: 300, limitBy: "MONEY" } },
      });
      outcome.sessions.add(data.id);
      onAccepted();
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) outcome.refused += 1;
      else outcome.broken.push(String(error));
    }
  };
  await Promise.all(Array.from({ length: taps }, (_, n) => tap(n)));
  return outcome;
}

async function backAgain(world: World): Promise<void> {
  await world.service.isReady();
  await until(`${world.url}/readyz answers`, async () => (await fetch(`${world.url}/readyz`)).ok);
}

/** The driver's sessions, once none of them is still starting. */
function settle(driver: DriverClient, told: Set<string>): Promise<Session[]> {
  return until("the start is settled", async () => {
    const open = await driver.active();
    const answered = await Promise.all([...told].map((id) => driver.session(id)));
    const all = [...new Map([...open, ...answered].map((one) => [one.id, one])).values()];
    return all.every((session) => session.status !== "PENDING") && all;
  });
}

/** Checks that the charge progresses, stops it, and checks the money; returns what is wrong. */
async function finish({ start: { driver }, id }: { start: Start; id: string }): Promise<string[]> {
  const before = await driver.session(id);
  await until(`session ${id} moves on`, async () => {
    const now = await driver.session(id);
    return now.status === "COMPLETED" || (now.kwh ?? 0) > (before.kwh ?? 0);
  });
  await driver.stop(id).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === "SESSION_NOT_ACTIVE")) throw error;
  });
  await until(`session ${id} is billed`, async () => (await driver.session(id)).cdr_id !== null);
  const [bills, movements, wallet] = await Promise.all([
    driver.history(),
    driver.movements(),
    driver.wallet(),
  ]);
  const charges = movements.filter((one) => one.kind === "CHARGE");
  const faults: string[] = [];
  if (bills.length !== 1) faults.push(`${id} has ${bills.length} bills`);
  if (charges.length !== 1) faults.push(`${id} was charged ${charges.length} times`);
  if (charges[0] && bills[0] && charges[0].amount_minor !== -bills[0].amount_minor) {
    faults.push(
      `${id} was charged ${charges[0].amount_minor} for a bill of ${bills[0].amount_minor}`,
    );
  }
  if (wallet.held_minor !== 0) faults.push(`${id} left ${wallet.held_minor} paise held`);
  return faults;
}
