import { backoffice, provider } from "@voltmarg/contract";
import { randomOf, type Random } from "@voltmarg/testkit/random";
import {
  accountBalances,
  openOwnOperator,
  PROVIDER_TOKEN,
  type OwnCharge,
  type OwnOperator,
} from "@voltmarg/testkit/test-bed";
import { planOf, type Event, type Plan } from "./records/plan.ts";
import { UNLIMITED } from "../operator.ts";
import { readOptions } from "../options.ts";
import { resultLine, say as print, sum, type Say } from "../report.ts";
import { ledgerFaults } from "../database.ts";

export { stopDatabases as end } from "@voltmarg/testkit/test-bed";

/** Each is a place of the service that decides on a CDR, and can be taken away. */
export const GUARDS = ["early", "credits", "corrected"] as const;
export type Guard = (typeof GUARDS)[number];

/** Charges that go on at the same time; each at a driver of its own. */
const BATCH = 12;
const DAY_S = 86_400;
const FUNDS = 100_000;

type Tried = { seed: number; plan: Plan; charge: OwnCharge; sent: Map<string, object> };

/**
 * `npm run faults -- records --histories N [--seed N]`: CDRs, credits, corrections, parts and staff's decisions of one
 * charge come in any order, twice, in the middle of the charge or a day late, while the service restarts; the books must
 * end as if they had come in order. `--broken early|credits|corrected` takes one guard away, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const options = readOptions({ histories: 200, seed: 1, broken: GUARDS });
  return (await tryRecords(options, print)).ok;
}

/** Histories of records in batches, on one clock; after each batch its books are compared with what happened. */
export async function tryRecords(
  { histories, seed, broken }: { histories: number; seed: number; broken: Guard | null },
  say: Say,
) {
  const own = await openOwnOperator({}, UNLIMITED);
  const end = { tried: 0, differ: 0, unseen: 0, lost: 0, doubled: 0 };
  try {
    if (broken) await own.world.database.pool.query(WITHOUT[broken]);
    for (let next = seed; next < seed + histories; next += BATCH) {
      const seeds = Array.from(
        { length: Math.min(BATCH, seed + histories - next) },
        (_, n) => next + n,
      );
      for (const { seed: of, differs, lost, doubled } of await tryBatch(own, seeds)) {
        end.tried += 1;
        end.differ += differs ? 1 : 0;
        end.lost += lost ? 1 : 0;
        end.doubled += doubled ? 1 : 0;
        if (differs && end.differ <= 10) say(`seed ${of}: ${differs}`);
      }
      end.unseen += await unseen(own);
    }
    const faults = await ledgerFaults(own.world.database);
    const { tried, differ, unseen: waiting_unseen, lost, doubled } = end;
    const figures = { tried, differ, waiting_unseen, lost, doubled, ledger_faults: faults, seed };
    say(resultLine("records", figures));
    return { ok: differ + waiting_unseen + lost + doubled + faults === 0, ...end };
  } finally {
    await own.close();
  }
}

/** A rule of the database that swallows what the guard keeps. */
const WITHOUT: Readonly<Record<Guard, string>> = {
  early:
    "create rule forget as on insert to quarantined_cdr where new.reason = 'the charge goes on' do instead nothing",
  credits:
    "create rule forget as on insert to quarantined_cdr where new.reason like '%is not billed yet' do instead nothing",
  corrected:
    "create rule forget as on insert to quarantined_cdr where new.reason like 'the back office took%' do instead nothing",
};

async function tryBatch(own: OwnOperator, seeds: readonly number[]) {
  const { world } = own;
  const before = await payable(own);
  const all: (Tried & { random: Random })[] = [];
  for (const seed of seeds) {
    const random = randomOf(seed);
    const charge = await own.ask(await own.driver(FUNDS));
    all.push({ seed, random, plan: planOf(random), charge, sent: new Map() });
  }
  const tellAll = async (kwh: number, status: string) => {
    for (const { charge } of all) await own.tell(charge, { kwh, status });
    await world.drain();
  };
  await world.pass(60);
  await tellAll(0.8, "ACTIVE");
  await world.pass(120);
  await tellAll(2.4, "ACTIVE");
  // In the middle of the charge, before its end, within an hour, and after the bill of our own figures.
  await happen(own, all, "MIDDLE");
  await world.pass(300);
  await tellAll(6.4, "ACTIVE");
  await happen(own, all, "BEFORE_END");
  await tellAll(6.4, "COMPLETED");
  await happen(own, all, "AFTER_END");
  await world.pass(25 * 3_600, 3_600);
  await happen(own, all, "DAY_LATER");
  await world.pass(2 * DAY_S, DAY_S / 2);
  const found = [];
  let owed = 0;
  for (const each of all) {
    const { bills, balance, held } = await booksOf(own, each.charge);
    const { expected } = each.plan;
    const [wanted, billed] = [sum(expected), sum(bills)];
    owed += wanted;
    const isSame =
      JSON.stringify(bills) === JSON.stringify(expected) &&
      balance === FUNDS - billed &&
      held === 0;
    found.push({
      seed: each.seed,
      differs: isSame
        ? ""
        : `${each.plan.name}: bills ${bills.join()}, expected ${expected.join()}; balance ${balance}, held ${held}; ${each.plan.events.map(({ phase, does }) => `${phase} ${does}`).join(", ")}`,
      lost: billed < wanted,
      doubled: billed > wanted,
    });
  }
  const more = (await payable(own)) - before;
  if (more !== owed && found.every(({ differs }) => !differs))
    found[0]!.differs = `the operator is owed ${more} more, expected ${owed}`;
  return found;
}

/** Everything of a phase, the charges by turns; the service restarts once in a while. */
async function happen(
  own: OwnOperator,
  all: readonly (Tried & { random: Random })[],
  phase: Event["phase"],
): Promise<void> {
  const lists = all.map((each) => ({
    each,
    events: each.plan.events.filter((event) => event.phase === phase),
  }));
  for (let turn = 0; lists.some(({ events }) => turn < events.length); turn += 1) {
    for (const { each, events } of lists) {
      const event = events[turn];
      if (event) await act(own, each, event);
    }
    if (all[0]!.random.chance(0.1)) await own.world.restart();
    own.world.clock.advance(1_000);
    await own.world.drain();
  }
}

const STAFF = { token: PROVIDER_TOKEN };

async function act(
  own: OwnOperator,
  { charge, sent, plan }: Tried,
  { does }: Event,
): Promise<void> {
  if (does === "release") return release(own, charge);
  if (does === "take back") {
    const [bill] = await own.bills(charge.driver);
    if (bill && !bill.credited_by)
      await own.world.call(backoffice.correctBill, {
        ...STAFF,
        params: { id: bill.id },
        body: { reason: "The charger was broken", reference: `CASE ${charge.id.slice(-12)}` },
      });
    return;
  }
  const record = sent.get(does) ?? plan.records[does]!(own, charge, sent);
  sent.set(does, record);
  await own.send(record, "goesOn");
}

/** Staff release what was set aside of a charge and is not expected to wait for something. */
async function release(own: OwnOperator, charge: OwnCharge): Promise<void> {
  const { rows } = await own.world.database.pool.query<{ id: string }>(
    `select id from quarantined_cdr where decision is null and body ->> 'authorization_reference' = $1
       and body ->> 'credit' is null and reason like any (array['it starts at%', 'the back office took%'])`,
    [charge.id],
  );
  for (const { id } of rows)
    await own.world.call(provider.decideQuarantinedCdr, {
      ...STAFF,
      params: { id },
      body: { decision: "RELEASED", reason: "Checked with the operator" },
    });
}

/** Standing bills, lowest first, and the wallet, in paise. */
async function booksOf(own: OwnOperator, { driver }: OwnCharge) {
  const bills = (await own.bills(driver))
    .filter(({ credited_by }) => !credited_by)
    .map(({ amount_minor }) => amount_minor);
  const { balance_minor: balance, held_minor: held } = await own.purse(driver);
  return { bills: bills.toSorted((a, b) => a - b), balance, held };
}

const payable = async ({ world, operator }: OwnOperator): Promise<number> =>
  Number((await accountBalances(world, `operator:${operator.operatorId}`))["payable"] ?? 0n);

/** What waits for longer than a day and is not in the console's list. */
async function unseen({ world }: OwnOperator): Promise<number> {
  const { rows } = await world.database.pool.query<{ n: number }>(
    "select count(*)::int as n from quarantined_cdr where decision is null and received_at <= $1",
    [new Date(world.clock.now().getTime() - DAY_S * 1000)],
  );
  const shown = (await world.call(backoffice.getOverview, { ...STAFF })).body.data.quarantined_cdrs
    .count;
  return Math.max(0, rows[0]!.n - shown);
}
