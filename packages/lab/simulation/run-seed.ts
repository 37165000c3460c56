import type { Service } from "@voltmarg/testkit/service-parts";
import { randomOf, type Random } from "@voltmarg/testkit/random";
import { breakDatabase, type Broken } from "./broken-variants.ts";
import {
  noFaults,
  simulateDatabase,
  type DatabaseFaults,
  type SimulatedDatabase,
} from "./database.ts";
import { BEGIN, type Environment } from "./environment.ts";
import { openVerifier } from "./verify.ts";
import { simulateOperator } from "./operator.ts";
import { PROVIDER, simulatePayments } from "./payments.ts";
import { createActions, type Stage } from "./actions.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import { CALM_NETWORK, simulateNetwork, type NetworkFaults } from "./network.ts";

export type SeedEnd = { wrongs: string[]; step: number; hash: string; turns: number };

type Weather = { database: DatabaseFaults; wire: NetworkFaults; crash: number };

const MOST_LIVES = 6;
/** How long after the last step everything must be settled. */
const HEAL_MS = 30 * 3_600_000;
const MOST_HEALS = 400;

/** Fault rates of a seed: zero in some, so that faults do not hide bugs of normal operation. */
function weatherOf(random: Random): Weather {
  const storm = random.pick([0, 0.3, 1, 1, 2]);
  return {
    database: { lostBefore: 0.006 * storm, lostAfter: 0.006 * storm, conflict: 0.01 * storm },
    wire: { lost: 0.05 * storm, unanswered: 0.05 * storm, broken: 0.05 * storm },
    crash: 0.004 * storm,
  };
}

/** Runs one seed: so many steps from the same start, with a check after each, and a final check after settling. */
export async function runSeed(
  environment: Environment,
  options: { seed: number; steps: number; broken: Broken | null; onLine?: (line: string) => void },
): Promise<SeedEnd> {
  const draw = randomOf(options.seed);
  const { clock, runtime } = environment;
  clock.set(BEGIN);
  // Not the scheduler's generator: otherwise the service's draws would depend on its turns.
  runtime.draw = randomOf(~options.seed);
  const nowMs = () => clock.now().getTime();
  const copy = await environment.copy();
  await breakDatabase(copy.connectionString, options.broken);
  const weather = weatherOf(draw);
  const operator = simulateOperator({ nowMs, chance: draw.chance, pick: draw.pick });
  const payments = simulatePayments("s");
  const verifier = openVerifier({
    connectionString: copy.connectionString,
    nowMs,
    operator,
    paid: () => ({
      captured: payments.captured() + environment.paidBefore,
      refunded: payments.refunded(),
    }),
  });
  const scheduler: Scheduler = createScheduler({
    draw,
    nowMs,
    underWay: () => simulated.underWay(),
    locks: environment.locks,
    onLine: options.onLine,
  });
  runtime.pause = (ms) =>
    scheduler.work(`pause ${ms.toFixed(0)}`, () => Promise.resolve(), { from: nowMs() + ms });
  runtime.thread = (name, begin) => scheduler.work(name, begin);
  const simulated: SimulatedDatabase = simulateDatabase(copy.connectionString, scheduler, nowMs);
  simulated.lies = options.broken === "commit";
  let wire = CALM_NETWORK;
  let faults = 0;
  const onFault = () => void (faults += 1);
  const outbound = simulateNetwork({ scheduler, nowMs, faults: () => wire, onFault }, (request) =>
    request.url.startsWith(PROVIDER) ? payments.answer(request) : operator.answer(request),
  );
  const boot = () => scheduler.calm(() => environment.serve(simulated.database, outbound));
  let service: Service = await boot();
  const stage: Stage = {
    scheduler,
    draw,
    clock,
    operator,
    payments,
    place: environment.place,
    drivers: environment.drivers.map((each) => ({ ...each, at: BEGIN.getTime(), sessions: [] })),
    service: () => service,
    told: verifier.told,
    looked: verifier.looked,
    faults: () => faults + simulated.failed(),
    keys: 0,
  };
  const actions = createActions(stage);
  const die = async () => {
    faults += 1;
    await scheduler.die();
    await simulated.rollBack();
    actions.restarted();
    // A failed boot is retried.
    simulated.faults = noFaults;
    service = await boot();
    scheduler.spawn("resume", () => service.resume());
  };
  let wrongs: string[] = [];
  let step = 0;
  let written = 0;
  let count = 0;
  const turn = async () => {
    count += 1;
    return scheduler.turn();
  };
  const end = (): SeedEnd => ({ wrongs, step, hash: scheduler.hash(), turns: count });
  try {
    while (step < options.steps) {
      step += 1;
      simulated.faults = weather.database;
      ({ wire } = weather);
      scheduler.trace(`step ${step} at ${nowMs()}`);
      if (draw.chance(weather.crash)) await die();
      else if (scheduler.lives().length < MOST_LIVES) actions.one();
      // Sometimes run to the end, sometimes leave work half done for the next step.
      if (draw.chance(0.5)) while (await turn());
      else for (let left = draw.int(0, 12); left > 0 && (await turn()); left -= 1);
      // Without a write nothing can have changed.
      if (simulated.written() === written) continue;
      written = simulated.written();
      wrongs = await verifier.look();
      if (wrongs.length > 0) return end();
    }
    simulated.faults = noFaults;
    wire = CALM_NETWORK;
    scheduler.trace("heal");
    await heal();
    wrongs = await verifier.lookAtEnd();
    // Faults are over: what still waits will wait forever.
    wrongs.push(...scheduler.lives().map((name) => `${name} never ended`));
    return end();
  } catch (error) {
    wrongs = [`the run broke: ${(error as Error).stack ?? String(error)}`];
    return end();
  } finally {
    runtime.pause = null;
    runtime.thread = null;
    await scheduler.die();
    await simulated.rollBack();
    await service.http.close();
    await simulated.close();
    await verifier.close();
    await copy.drop();
  }

  /** Cars leave, all pending messages are sent, and the clock advances until nothing waits any more. */
  async function heal(): Promise<void> {
    while (await turn());
    operator.endAll();
    actions.tellAll();
    const until = nowMs() + HEAL_MS;
    for (let tries = 0; tries < MOST_HEALS; tries += 1) {
      scheduler.spawn("drain", () => service.outbox.settle());
      while (await turn());
      const due = Math.min((await verifier.nextWork())?.getTime() ?? Infinity, scheduler.nextAt());
      if (due > until) return;
      clock.set(new Date(Math.max(nowMs() + 1000, due)));
    }
  }
}
