import {
  openOwnOperator,
  openPartner,
  type Driver,
  type OwnCharge,
  type OwnOperator,
  type Partner,
} from "@voltmarg/testkit/test-bed";
import { randomOf } from "@voltmarg/testkit/random";
import { attacks, type Attack, type Sent } from "./hostile-operator/attacks.ts";
import { UNLIMITED } from "../operator.ts";
import { readOptions } from "../options.ts";
import { resultLine, say as print, sum, type Say } from "../report.ts";
import { ledgerFaults, sabotage } from "../database.ts";

export { stopDatabases as end } from "@voltmarg/testkit/test-bed";

export type HostileOptions = {
  /** CDRs to send at least. */
  records: number;
  seed: number;
  /** The negative control: starts promise a bound of ten million rupees. */
  broken: boolean;
};
/** One charge, and the paise its driver chose; null: no choice, so the limit is the final hold plus the bound. */
type Tried = {
  attack: Attack;
  charge: OwnCharge;
  promised: number | null;
  sent: Sent[];
  known: Sent[];
};

const CHARGES_PER_DRIVER = 8;
const DAY_S = 86_400;
/** Paise. A wallet with less may not cover the next start. */
const LEAST_MINOR = 50_000;
/** 90 s of 60 kW at ₹20 with 18 %. */
const BOUND_MINOR = Math.ceil((60 * 90 * 2_000 * 1.18) / 3_600);

/**
 * `npm run faults -- hostile-operator --records 2000 [--seed N]`: a registered operator sends sessions and CDRs that
 * ask for more than was agreed. With `--broken` the bound on the agreed amount is off, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const options = readOptions({ records: 2000, seed: 1, broken: false });
  return (await tryHostileOperator(options, print)).ok;
}

/** Charges at an operator that asks for more than was agreed, one after another; checks the books at the end. */
export async function tryHostileOperator(options: HostileOptions, say: Say) {
  const random = randomOf(options.seed);
  const own = await openOwnOperator({ NONE: [] }, UNLIMITED);
  let other: Partner | null = null;
  try {
    // A limit in rupees is ignored and the bound is infinite.
    if (options.broken)
      await sabotage(
        own.world.database,
        "before insert on session",
        `new.snapshot := (new.snapshot || '{"bound_minor": 1000000000}') #- '{estimation_info,selectedMoney}'`,
      );
    other = await openPartner(own.world, "OTH");
    const tried: Tried[] = [];
    let sent = 0;
    let driver: Driver | null = null;
    for (let n = 0; sent < options.records; n += 1) {
      if (n % CHARGES_PER_DRIVER === 0) driver = null;
      // Without a bound on bills a wallet is soon empty.
      if (driver && (await freeOf(own, driver)) < LEAST_MINOR) driver = null;
      driver ??= await own.driver(1_000_000);
      // Each kind once, then by random choice.
      const attack = attacks[n] ?? random.pick(attacks);
      const choice = random.pick([null, 50, 150, 300]);
      const one = await play(own, attack, driver, choice, random);
      tried.push(one);
      sent += one.sent.length;
      // If the operator keeps a charge open, another driver continues.
      if ((await own.show(one.charge)).status === "ACTIVE") driver = null;
      if (random.chance(0.1)) sent += await creditOfAnother(own, other, one);
    }
    // A charge without a CDR waits a day for one.
    await own.world.pass(DAY_S + 3_600, 1_800);
    const end = await judge(own, tried, sent, say);
    say(
      resultLine("hostile-operator", {
        tried: sent,
        above_bound: end.aboveBound,
        not_charged_billed: end.notChargedBilled,
        unseen_by_staff: end.unseenByStaff,
        lost: end.lost,
        doubled: end.doubled,
        ledger_faults: end.ledgerFaults,
        seed: options.seed,
      }),
    );
    return end;
  } finally {
    await other?.close();
    await own.close();
  }
}

async function freeOf(own: OwnOperator, driver: Driver): Promise<number> {
  const { balance_minor, held_minor } = await own.purse(driver);
  return balance_minor - held_minor;
}

let plug = 0;
async function play(
  own: OwnOperator,
  attack: Attack,
  driver: Driver,
  choice: number | null,
  random: ReturnType<typeof randomOf>,
): Promise<Tried> {
  own.operator.answer = { result: attack.answer ?? "ACCEPTED", timeout: 30 };
  const at = `${attack.at ?? "EVEN"}-${(plug++ % 3) + 1}`;
  const charge = await own.ask(driver, at, choice === null ? {} : { selectedMoney: choice });
  own.operator.answer = { result: "ACCEPTED", timeout: 30 };
  const records = await attack.play(own, charge, random);
  const known: Sent[] = [];
  for (const record of records) {
    const { code } = await own.operator.call("POST", "/cdrs", record);
    if (code === 1000) known.push(record);
  }
  await own.world.drain();
  // Usually it finally reports that the charge is over.
  await own.tell(charge, { kwh: 0, status: "COMPLETED" });
  own.world.clock.advance(60_000);
  await own.world.drain();
  const promised = choice === null ? null : choice * 100;
  return { attack, charge, promised, sent: records, known };
}

/** Another operator sends credits for CDRs it never sent, under both of its ids. */
async function creditOfAnother(own: OwnOperator, other: Partner, tried: Tried): Promise<number> {
  const [record] = tried.sent;
  if (!record) return 0;
  const { excl_vat } = record.total_cost;
  for (const party_id of ["TST", "OTH"]) {
    await other.call("POST", "/cdrs", {
      ...record,
      party_id,
      id: `credit-${record.id}`,
      credit: true,
      credit_reference_id: record.id,
      total_cost: { excl_vat: -Math.abs(excl_vat) },
    });
  }
  await own.world.drain();
  return 2;
}

type Row = {
  id: string;
  billed: string;
  standing: number;
  held: boolean;
  /** Paise of the hold; null: there is none. */
  hold: string | null;
  not_charged: boolean;
};

async function judge({ world }: OwnOperator, tried: readonly Tried[], sent: number, say: Say) {
  const { rows } = await world.database.pool.query<Row>(
    `select s.id, coalesce(sum(c.amount), 0)::text as billed,
       count(c.id) filter (where c.credit_of is null and not exists
         (select from cdr n where n.user_id = c.user_id and n.credit_of = c.id))::int as standing,
       coalesce(bool_or(h.status = 'HELD'), false) as held, max(h.amount)::text as hold,
       coalesce((s.failure ->> 'not_charged')::boolean, false) as not_charged
     from session s left join cdr c on c.user_id = s.user_id and c.session_id = s.id
       left join ledger_hold h on h.user_id = s.user_id and h.session_id = s.id
     group by s.user_id, s.id`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const asStaff = new Set(
    (
      await world.database.pool.query<{ ocpi_id: string }>(
        `select ocpi_id from quarantined_cdr union all
         select c.ocpi_id from cdr_dispute d join cdr c on c.user_id = d.user_id and c.id = d.cdr_id`,
      )
    ).rows.map(({ ocpi_id }) => ocpi_id),
  );
  const paid = new Map(
    (
      await world.database.pool.query<{ ocpi_id: string; payable: string }>(
        "select ocpi_id, payable::text from operator_cost",
      )
    ).rows.map(({ ocpi_id, payable }) => [ocpi_id, Number(payable)]),
  );
  const end = { aboveBound: 0, notChargedBilled: 0, unseenByStaff: 0, lost: 0, doubled: 0 };
  let shown = 0;
  for (const { attack, charge, promised, known } of tried) {
    const row = found.get(charge.id)!;
    // Without a choice the hold grows during the charge.
    const mostMinor = promised ?? Number(row.hold) + BOUND_MINOR;
    const billed = Number(row.billed);
    const unseen = known.filter((record) => {
      const asked = Math.round((record.total_cost.incl_vat ?? record.total_cost.excl_vat) * 100);
      return !asStaff.has(record.id) && paid.get(record.id) !== asked;
    });
    const [first] = known;
    const owed = first && Math.round((first.total_cost.incl_vat ?? 0) * 100);
    const wrongs = {
      aboveBound: billed > mostMinor,
      notChargedBilled: row.not_charged && row.standing > 0,
      unseenByStaff: unseen.length > 0,
      lost: row.held || (attack.honest === true && billed !== Math.min(owed ?? 0, mostMinor)),
      doubled: row.standing > 1,
    };
    for (const [name, wrong] of Object.entries(wrongs)) {
      if (!wrong) continue;
      end[name as keyof typeof end] += 1;
      if ((shown += 1) <= 10) {
        const told = { attack: attack.name, charge: charge.id, mostMinor, ...row, unseen };
        say(`${name}: ${JSON.stringify(told).slice(0, 600)}`);
      }
    }
  }
  const faults = await ledgerFaults(world.database);
  const wrong = sum(Object.values(end)) + faults;
  return { ok: wrong === 0 && sent > 0, tried: sent, ...end, ledgerFaults: faults };
}
