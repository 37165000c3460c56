import { charging } from "@voltmarg/contract";
import { disturbanceNames, scenarioNames } from "@voltmarg/cpo-sim";
import {
  type Driver,
  type Harness,
  startHarness,
  type VersionNumber,
} from "@voltmarg/testkit/test-bed";

import type { Say } from "../../report.ts";

/** The fault during a charge: of the start, or of the operator's connection. */
export type Trouble = { kind: "scenario" | "disturbance"; name: string };

export const allTroubles: readonly Trouble[] = [
  ...scenarioNames.map((name) => ({ kind: "scenario" as const, name })),
  ...disturbanceNames.map((name) => ({ kind: "disturbance" as const, name })),
];

/** Connection faults end with the charge; the others take longer to resolve. */
const STAYS = new Set(["late_cdr"]);
/** Seconds on the service's clock: a charge without a CDR is billed from its meter after a day. */
const LONGEST_SECONDS = 26 * 3_600;

/** Runs a charge under each fault until it is settled: its end, the duration, and the state of the hold. */
export async function endScenarios(
  troubles: readonly Trouble[],
  say: Say,
  version: VersionNumber = "2.2.1",
) {
  const world = await startHarness({ locations: 120, version });
  try {
    let stuck = 0;
    let longest = 0;
    for (const trouble of troubles) {
      const { state, seconds } = await endOf(world, trouble);
      const isStuck = !isSettled(state);
      if (isStuck) stuck += 1;
      longest = Math.max(longest, seconds);
      say(
        `${trouble.kind} ${trouble.name}: ${state.status} ${state.step}, hold ${state.hold}, bills ${state.bills}, ` +
          `after ${seconds}s${isStuck ? " STUCK" : ""}`,
      );
    }
    say(`scenarios version=${version} tried=${troubles.length} stuck=${stuck} longest=${longest}s`);
    return { ok: stuck === 0, tried: troubles.length, stuck };
  } finally {
    await world.stop();
  }
}

type State = { status: string; step: string; hold: string; bills: number };

const isSettled = ({ status, step, hold }: State) =>
  status === "FAILED" || status === "INVALID"
    ? hold === "RELEASED"
    : step === "BILLED" && hold === "CAPTURED";

async function endOf(
  world: Harness,
  { kind, name }: Trouble,
): Promise<{ state: State; seconds: number }> {
  const driver = await world.signUp();
  await world.topUp(driver, 200_000);
  const { location, evse, connector } = await world.freePlug(driver);
  if (kind === "scenario")
    await world.control("/control/scenario", { name, evse_uid: evse.uid, times: 1 });
  else await world.control("/control/disturb", { name, on: true });
  // A car that leaves soon: some operators do not support remote stops.
  await world.control("/control/appetite", {
    evse_uid: evse.uid,
    take_kwh: 2,
    at_kw: 30,
    stays_min: 1,
  });
  const begun = world.clock.now().getTime();
  const seconds = () => (world.clock.now().getTime() - begun) / 1000;
  const { body } = await world.call(charging.startSession, {
    token: driver.token,
    body: {
      location_id: location.id,
      evse_uid: evse.uid,
      connector_id: connector.id,
      estimation_info: { selectedMoney: 500 },
    },
  });
  const { id } = body.data;
  await world.pass(45, 5);
  if ((await stateOf(world, driver, id)).status === "ACTIVE") {
    await world.call(charging.stopSession, { token: driver.token, body: { session_id: id } });
  }
  await world.pass(45, 5);
  if (kind === "disturbance" && !STAYS.has(name))
    await world.control("/control/disturb", { name, on: false });
  let state = await stateOf(world, driver, id);
  while (!isSettled(state) && seconds() < LONGEST_SECONDS) {
    const step = seconds() < 600 ? 15 : seconds() < 3_600 ? 60 : 600;
    await world.service.askDueSyncs();
    await world.pass(step, step);
    state = await stateOf(world, driver, id);
  }
  const took = seconds();
  // The next charge starts without faults.
  if (STAYS.has(name)) await world.control("/control/disturb", { name, on: false });
  await world.drain();
  await world.service.pullAll();
  await world.drain();
  return { state, seconds: took };
}

async function stateOf({ database }: Harness, { id }: Driver, session: string): Promise<State> {
  const { rows } = await database.pool.query<State>(
    `select s.status, s.step, h.status as hold,
       (select count(*)::int from cdr c where c.user_id = s.user_id and c.session_id = s.id and c.credit_of is null) as bills
     from session s join ledger_hold h on h.user_id = s.user_id and h.session_id = s.id
     where s.user_id = $1 and s.id = $2`,
    [id, session],
  );
  return rows[0]!;
}
