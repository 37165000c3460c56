import { charging } from "@voltmarg/contract";
import type { Driver, Harness } from "@voltmarg/testkit/test-bed";
import type { PlugTariff } from "../../operator.ts";
import { renewSignIn } from "../../renew-sign-in.ts";
import { boundOf, type Charge, randomCharge, secondsTo, tariffs } from "./charge.ts";
import { openMeterOperator, uidOf, type UnderWay } from "./meter-operator.ts";

/** Result of one charge, in paise and seconds. */
export type Outcome = {
  seed: number;
  /** What the operator's CDR asks, what was billed for it, and the most that may be billed. */
  asked: number;
  billed: number;
  promised: number;
  bills: number;
  hold: number;
  holdStatus: string;
  /** How far the CDR exceeds the limit, and how far it may: power × (age of the last reading + time of the stop). */
  overrun: number;
  bound: number;
  /** What the hold did not cover, though it was sized for such a gap. */
  uncovered: number;
  debt: number;
};

/** A driver who charges again and again at a separate operator. */
export type SimulatedDriver = {
  /** When the next step is due, in epoch milliseconds; Infinity: never. */
  wakesAt(): number;
  /** Does what is due. */
  act(): Promise<void>;
  debts: { made: number; recovered: number; refused: number };
  close(): Promise<void>;
};

/** Seconds without an update that a hold is sized for. */
const HELD_FOR_SECONDS = 90;
const STOP_AGAIN_SECONDS = 60;
const MINIMUM_HELD = 5_000;
const OPEN_CHOICE = 10_000;
const LOOK_MS = 15_000;
/** Seconds by which the CDR has long been pushed or pulled. */
const GIVE_UP_MS = 3 * 3_600_000;
/** Most drivers top up for several charges; the others only for the next one. */
const AMPLE = 500_000;
const LEAST_TOP_UP = 5_000;

/** Takes seeds from `seeds` until there are none; calls `onEnd` after every charge. */
export async function openSimulatedDriver(
  world: Harness,
  nth: number,
  nextSeed: () => number | null,
  onEnd: (outcome: Outcome) => void,
  withoutBound: boolean,
): Promise<SimulatedDriver> {
  const operator = await openMeterOperator(world, `Q${String(nth).padStart(2, "0")}`);
  const driver = await world.signUp();
  const debts = { made: 0, recovered: 0, refused: 0 };
  const now = () => world.clock.now().getTime();
  const steps = drive();
  let wakes: () => number = () => 0;

  /** Each yield returns when to continue; it is evaluated repeatedly, as a stop may bring it forward. */
  async function* drive(): AsyncGenerator<() => number> {
    for (let seed = nextSeed(); seed !== null; seed = nextSeed()) {
      const charge = randomCharge(seed);
      const hold = holdOf(charge);
      await renewSignIn(world, driver);
      await prepare(charge, hold, nth % 4 === 0);
      const under = await begin(charge);
      yield atNextLook();
      if (under.start === null) throw new Error(`the start of seed ${seed} never came`);
      yield* meter(under);
      const ended = now();
      for (let look = ended; (await settled(under)) === null; look += LOOK_MS) {
        if (now() - ended > GIVE_UP_MS) break;
        yield () => look + LOOK_MS;
      }
      onEnd(await outcomeOf(under, hold));
    }
  }

  const atNextLook = () => {
    const at = now() + 1;
    return () => at;
  };

  async function* meter(under: UnderWay): AsyncGenerator<() => number> {
    const { charge } = under;
    for (const { second, isPushed } of charge.reports) {
      const due = under.start! + second * 1000;
      yield () => Math.min(due, under.ends);
      if (now() >= under.ends) break;
      await operator.report(isPushed);
    }
    yield () => under.ends;
    await operator.end(charge.endIsPushed);
  }

  async function begin(charge: Charge): Promise<UnderWay> {
    const under: UnderWay = {
      charge,
      driverId: driver.id,
      reference: "",
      start: null,
      ends: Infinity,
      read: null,
      told: [],
      stoppedAt: null,
      stops: 0,
      record: null,
    };
    operator.current = under;
    const { body } = await world.call(charging.startSession, startOf(charge));
    under.reference = body.data.id;
    return under;
  }

  const startOf = ({ choiceMinor, ...charge }: Charge) => ({
    token: driver.token,
    body: {
      location_id: operator.place,
      evse_uid: uidOf(charge),
      connector_id: "1",
      estimation_info:
        choiceMinor === null
          ? { isPrimaryVehicle: true, isCorporateCustomer: false }
          : { selectedMoney: choiceMinor / 100 },
    },
  });

  /** A driver with too little money is refused and tops up; a debt is paid first. */
  async function prepare(charge: Charge, hold: number, isPoor: boolean): Promise<void> {
    const { wallet, overdraft } = await booksOf(world, driver);
    if (overdraft < 0) debts.made += 1;
    const missing = hold - (wallet + overdraft);
    if (missing <= 0) return;
    const refused = await world.refused(charging.startSession, startOf(charge));
    if (refused.body.code !== "INSUFFICIENT_BALANCE")
      throw new Error(`${missing} paise are missing, and a start answers ${refused.body.code}`);
    if (overdraft < 0) debts.refused += 1;
    await world.topUp(driver, Math.max(LEAST_TOP_UP, isPoor ? missing : AMPLE));
    if (overdraft < 0 && (await booksOf(world, driver)).overdraft === 0) debts.recovered += 1;
  }

  async function settled({ reference }: UnderWay): Promise<Settled | null> {
    const { rows } = await world.database.pool.query<Settled>(
      `select h.status, h.amount::int as hold, b.billed::int as billed, b.bills
         from ledger_hold h cross join lateral (
           select coalesce(sum(amount), 0) as billed, count(*)::int as bills from cdr
           where user_id = h.user_id and session_id = h.session_id) b
         where h.user_id = $1 and h.session_id = $2`,
      [driver.id, reference],
    );
    const [row] = rows;
    return row && (row.status !== "HELD" || row.bills > 0) ? row : null;
  }

  async function outcomeOf(under: UnderWay, hold: number): Promise<Outcome> {
    const { charge, start, ends, stoppedAt, told, record } = under;
    const row = (await settled(under)) ?? { status: "HELD", hold, billed: 0, bills: 0 };
    const limit = limitOf(charge, row.hold);
    const stop = stoppedAt ?? ends;
    const latency = Math.max(0, (ends - stop) / 1000);
    // The gap is the time from the last meter value before the limit was exceeded to the first one after it, or to the
    // driver's stop if that comes earlier.
    const passed = Math.min(stop, start! + secondsTo(charge, limit) * 1000);
    const known = told.findLast(({ read }) => read <= passed)!.read;
    const heard = told.find(({ read }) => read > passed)?.at ?? stop;
    const gap = (Math.min(stop, heard) - known) / 1000;
    const { overdraft } = await booksOf(world, driver);
    const asked = Math.round(record!.total_cost.incl_vat * 100);
    return {
      seed: charge.seed,
      asked,
      promised: charge.choiceMinor ?? row.hold + (withoutBound ? 0 : gapBound(charge)),
      billed: row.billed,
      bills: row.bills,
      hold: row.hold,
      holdStatus: row.status,
      overrun: Math.max(0, asked - limit),
      bound: boundOf(charge, gap + Math.min(latency, allowedLatency(charge))),
      uncovered:
        Math.min(gap, HELD_FOR_SECONDS) + latency <= HELD_FOR_SECONDS
          ? Math.max(0, asked - row.hold)
          : 0,
      debt: -overdraft,
    };
  }

  return {
    debts,
    close: operator.close,
    wakesAt: () => wakes(),
    act: async () => {
      const step = await steps.next();
      wakes = step.done ? () => Infinity : step.value;
    },
  };
}

/** Seconds that stops may take: after each one without effect, another must follow within a minute. */
function allowedLatency({ stops }: Charge): number {
  const works = stops.findIndex((stop) => stop.answers !== "REJECTED" && stop.after !== null);
  const stop = stops[works]!;
  return works * STOP_AGAIN_SECONDS + (stop.answers === "REJECTED" ? 0 : (stop.after ?? 0)) + 1;
}

type Settled = { status: string; hold: number; billed: number; bills: number };

/** What must be held: the choice, ₹100 without one, plus the larger of ₹50 and the cost of a gap. */
const holdOf = (charge: Charge) =>
  (charge.choiceMinor ?? OPEN_CHOICE) + Math.max(MINIMUM_HELD, gapBound(charge));
/** The most the charge may cost: the choice, or the final hold minus the cost of a gap. */
const limitOf = (charge: Charge, hold: number) => charge.choiceMinor ?? hold - gapBound(charge);

/** The cost of a gap: power × gap × price of energy, and gap × price of time, with GST, each rounded up. */
function gapBound({ tariff, plugKw }: Charge): number {
  const { energy, time = 0 }: PlugTariff = tariffs[tariff];
  const gapCost = (rupeesAnHour: number) =>
    Math.ceil((HELD_FOR_SECONDS * rupeesAnHour * 118) / 3600);
  return gapCost(plugKw * energy) + gapCost(time);
}

async function booksOf(
  { database }: Harness,
  { id }: Driver,
): Promise<{ wallet: number; overdraft: number }> {
  const { rows } = await database.pool.query<{ wallet: number; overdraft: number }>(
    "select wallet::int as wallet, overdraft::int as overdraft from ledger_wallet where owner = $1",
    [id],
  );
  return rows[0] ?? { wallet: 0, overdraft: 0 };
}
