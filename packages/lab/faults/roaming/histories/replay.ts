import { charging } from "@voltmarg/contract";
import type { Driver, Harness, Partner, VersionNumber } from "@voltmarg/testkit/test-bed";
import { answered, openOperator, since, synchronise } from "../../../operator.ts";
import { renewSignIn } from "../../../renew-sign-in.ts";
import { type Message, messagesOf, sessionAt, type Telling } from "./messages.ts";
import { costOf, type Plan, tariffs } from "./plan.ts";

/** One replay of a plan: its charge, all its messages, and the resulting session id. */
export type Told = { plan: Plan; telling: Telling; messages: readonly Message[] };

/** An operator with two drivers, who repeat the same plan: one in order, the other disturbed. */
export type SimulatedDriver = {
  operator: Partner;
  drivers: readonly [Driver, Driver];
  /** What a poll of the operator returns. */
  told: Told[];
  /** Starts the charge of a plan for one of the drivers; the command is sent by the next run of the service's jobs. */
  start(plan: Plan, driver: Driver): Promise<Started>;
  push(message: Message): Promise<void>;
  close(): Promise<void>;
};
export type Started = { plan: Plan; driver: Driver; reference: string; start: number };

/** Paise that a charge may hold at most, and the amount of a top-up. */
const MOST_HELD = 100_000;
const TOP_UP = 1_000_000;

/** `isMute`: polls for sessions and CDRs return nothing. */
export async function openSimulatedDriver(
  world: Harness,
  nth: number,
  { isMute, version }: { isMute: boolean; version: VersionNumber },
): Promise<SimulatedDriver> {
  const partyId = `H${String(nth).padStart(2, "0")}`;
  const uids = Object.keys(tariffs);
  const { operator, place } = await openOperator(
    world,
    partyId,
    tariffs,
    uids.map((uid) => ({ uid, tariff: uid, kw: 60 })),
  );
  await synchronise(world, operator);
  await operator.speak(version);
  const drivers = [await world.signUp(), await world.signUp()] as const;
  const told: Told[] = [];
  const funds = new Map(drivers.map(({ id }) => [id, 0]));

  operator.onGet = (path, query) => {
    const now = world.clock.now().getTime();
    if (path === "/locations" || path === "/tariffs")
      return query.includes("date_from") ? [] : undefined;
    if (isMute) return [];
    if (path === "/sessions")
      return since(
        query,
        told.flatMap(
          ({ plan, telling }) => sessionAt(plan, telling, (now - telling.requested) / 1000) ?? [],
        ),
      );
    const records = told.flatMap(({ telling, messages }) =>
      messages.filter(
        ({ isRecord, second }) => isRecord && telling.requested + second * 1000 <= now,
      ),
    );
    return since(
      query,
      records.map(({ body }) => body as { last_updated: string }),
    );
  };

  return {
    operator,
    drivers,
    told,
    start: async (plan, driver) => {
      await renewSignIn(world, driver);
      const left = funds.get(driver.id)! - costOf(plan).total;
      if (left < MOST_HELD) await world.topUp(driver, TOP_UP);
      funds.set(driver.id, left < MOST_HELD ? left + TOP_UP : left);
      const { body } = await world.call(charging.startSession, {
        token: driver.token,
        body: {
          location_id: place,
          evse_uid: plan.tariff,
          connector_id: "1",
          estimation_info: { selectedMoney: 600 },
        },
      });
      return { plan, driver, reference: body.data.id, start: world.clock.now().getTime() };
    },
    push: ({ method, path, body }) => answered(operator.call(method, path, body)),
    close: () => operator.close(),
  };
}

/** A started charge with the ids the operator uses for it. */
export function tell(lane: SimulatedDriver, { plan, driver, reference, start }: Started): Told {
  const command = lane.operator.commands.findLast(
    ({ body }) => body["authorization_reference"] === reference,
  );
  if (!command) throw new Error(`the start of ${reference} never came`);
  const telling: Telling = {
    party: lane.operator.party.party_id,
    evse: plan.tariff,
    reference,
    sessionId: `s${plan.seed}-${reference.slice(-6)}`,
    requested: start,
    start: start + 2_000,
    driverId: driver.id,
    resultPath: String(command.body["response_url"]).replace(/^.*\/emsp\/2\.2\.1/, ""),
  };
  const told = { plan, telling, messages: messagesOf(plan, telling) };
  lane.told.push(told);
  return told;
}
