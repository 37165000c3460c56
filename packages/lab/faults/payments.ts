import { startHarness } from "@voltmarg/testkit/test-bed";
import { randomOf } from "@voltmarg/testkit/random";
import { verify } from "./payments/verify.ts";
import { openSimulatedDriver } from "./payments/driver.ts";
import { PAYMENT_WAYS, providerOf, REFUND_WAYS } from "./payments/provider.ts";
import { readOptions } from "../options.ts";
import { resultLine, type Say } from "../report.ts";
import { sabotage } from "../database.ts";

export { stopDatabases as end } from "@voltmarg/testkit/test-bed";

export type PaymentsOptions = { ops: number; seed: number; broken: boolean };

const DRIVERS = 16;
const LONGEST_PAUSE_S = 90;
/** Pending refunds are polled once an hour: sometimes that falls into the middle of an operation. */
const LONG_PAUSES = 0.1;
const SETTLEMENTS = 0.05;
const HOUR_S = 3_600;
/** How long the provider keeps failing after the last operation. */
const UNKIND_STEPS = 16;
/** Longer than the slowest bank, and than an unpaid order is polled. */
const SETTLED_AFTER_S = 5 * 86_400;
const STEP_S = 3 * HOUR_S;

/**
 * `npm run faults -- payments --ops 3000 [--seed N]`: drivers top up and withdraw while the payment provider makes
 * two orders for one receipt, forgets idempotency keys, lists only its last ten refunds, sends webhooks twice, late,
 * early or never, and is down. With `--broken` the service forgets all orders of a top-up but the first, and the run
 * must detect it.
 */
export async function run(): Promise<boolean> {
  const options = readOptions({ ops: 3000, seed: 1, broken: false });
  return (await tryPayments(options, console.log)).ok;
}

/** Drivers pay and withdraw while the provider fails in changing ways; then the books are compared with its data. */
export async function tryPayments({ ops, seed, broken }: PaymentsOptions, say: Say) {
  const began = performance.now();
  const dice = randomOf(seed);
  const world = await startHarness({ locations: 0, operators: false });
  try {
    // It keeps the first order of a top-up.
    if (broken)
      await sabotage(
        world.database,
        "before insert on payment_order",
        "if exists (select from payment_order where user_id = new.user_id and top_up_id = new.top_up_id) then return null; end if",
      );
    const provider = providerOf(world);
    await world.service.readSettlements();
    const lanes = [];
    for (let nth = 0; nth < DRIVERS; nth += 1) {
      lanes.push(await openSimulatedDriver(world, provider, randomOf(seed * 1_000 + nth), nth));
    }
    let tried = 0;
    let told = began;
    while (tried < ops) {
      const way = dice.pick(PAYMENT_WAYS);
      await provider.behave(way, dice.pick(REFUND_WAYS));
      // Often it cannot be asked, and reads on later.
      if (dice.chance(SETTLEMENTS)) {
        await provider.settle();
        await Promise.all([world.service.readSettlements(), world.service.readSettlements()]);
      }
      const known = await provider.record();
      const work = dice.chance(0.5) ? world.service.outbox.drain() : null;
      const round = Promise.all(lanes.map((lane) => lane.act(known)));
      if (way === "held_order") await provider.letGoUntil(round);
      tried += (await round).filter(Boolean).length;
      await work;
      if (dice.chance(LONG_PAUSES)) await world.pass(HOUR_S, HOUR_S / 2);
      else if (dice.chance(0.7)) {
        const seconds = dice.int(1, LONGEST_PAUSE_S);
        await world.pass(seconds, Math.ceil(seconds / 2));
      }
      if (performance.now() - told > 10_000) {
        told = performance.now();
        say(`  ${tried} of ${ops}`);
      }
    }
    for (let step = 0; step < UNKIND_STEPS; step += 1) {
      await provider.behave(dice.pick(PAYMENT_WAYS), dice.pick(REFUND_WAYS));
      await world.pass(HOUR_S, HOUR_S);
    }
    await provider.behave("happy", "processed");
    for (const lane of lanes) await lane.endDisputes();
    await world.pass(SETTLED_AFTER_S, STEP_S);
    // What is left may be refunds and disputes alone.
    await provider.settle("negative");
    await world.service.readSettlements();
    const disputes = lanes.flatMap((lane) => lane.disputes);
    const verdict = await verify(world, await provider.record(), disputes, say);
    const { lost, doubled, suspense, faults, unmatched } = verdict;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const figures = { tried, ...verdict, disputes: disputes.length, seed, seconds };
    say(resultLine("payments", figures));
    return { ...verdict, tried, ok: lost + doubled + suspense + faults + unmatched === 0 };
  } finally {
    await world.stop();
  }
}
