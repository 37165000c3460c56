import { checkLedger } from "@voltmarg/testkit/ledger";
import { openTestBed, type SilentCharge, type TestBed } from "./test-bed.ts";

export type SilenceOptions = {
  operators: number;
  charges: number;
  /** How long nobody sends anything. Charges that do not share pulls are seen in less than an hour. */
  minutes: number;
  /** The negative control. */
  broken: Broken | null;
};
export type Broken = keyof typeof BROKEN_VARIANTS;
export type SilenceEnd = {
  ok: boolean;
  tried: number;
  pullsPerOperatorMinute: number;
  lost: number;
  doubled: number;
  watchesPerSession: number;
};

/** Parts of the silence after which the service starts anew. */
const RESTARTS = [1 / 6, 1 / 3, 5 / 6];
const STEP_S = 10;
/** Two lists of sessions a minute, and those of CDRs once the charges count as ended. */
const MOST_PULLS = 5;
const DAY_S = 86_400;

/** Each breaks the service in the database of the run only. */
const BROKEN_VARIANTS = {
  /** What a pull has brought is forgotten, so each charge pulls for itself. */
  pulls: `
    create function forget_outcome() returns trigger language plpgsql as $$
    begin
      new.outcome := null;
      return new;
    end $$;
    create trigger forget_outcome before insert or update on operator_pull
      for each row execute function forget_outcome()`,
  /** The row of a watch is not found again. */
  watches: `
    create function forget_watch() returns trigger language plpgsql as $$
    begin
      new.created_at := new.created_at + random() * interval '1 second';
      return new;
    end $$;
    create trigger forget_watch before insert on outbox
      for each row when (new.topic = 'charging.watch') execute function forget_watch()`,
} as const;

/** An hour in which no operator sends anything, and the day after; counts at the end what became of the charges. */
export async function trySilence(
  options: SilenceOptions,
  say: (line: string) => void,
): Promise<SilenceEnd> {
  const bed = await openTestBed(options.operators);
  const { world } = bed;
  try {
    if (options.broken) await world.database.pool.query(BROKEN_VARIANTS[options.broken]);
    const charges = await bed.startAll(options.charges);
    say(`${charges.length} charges run at ${options.operators} operators`);
    let watchesPerSession = 0;
    bed.forgetPulls();
    const restarts = RESTARTS.map((part) => Math.round(part * options.minutes));
    for (let minute = 0; minute < options.minutes; minute++) {
      if (restarts.includes(minute)) {
        await world.restart();
        watchesPerSession = Math.max(watchesPerSession, await mostWatches(bed));
        say(`minute ${minute}: started anew, ${bed.pulls()} pulls so far`);
      }
      await world.pass(60, STEP_S);
    }
    watchesPerSession = Math.max(watchesPerSession, await mostWatches(bed));
    const perMinute = bed.pulls() / options.operators / options.minutes;
    bed.speakAgain(charges);
    // Each asks again after half the time since its end, which was at most an hour ago.
    await world.pass(DAY_S / 24, 60);
    const { lost, doubled } = await judge(bed, charges, say);
    const pulls = Math.round(perMinute * 10) / 10;
    say(
      `silence tried=${charges.length} pulls_per_operator_minute=${pulls} lost=${lost} doubled=${doubled} ` +
        `watches_per_session=${watchesPerSession}`,
    );
    return {
      ok: lost === 0 && doubled === 0 && watchesPerSession === 1 && perMinute <= MOST_PULLS,
      tried: charges.length,
      pullsPerOperatorMinute: pulls,
      lost,
      doubled,
      watchesPerSession,
    };
  } finally {
    await bed.close();
  }
}

const mostWatches = async ({ world }: TestBed): Promise<number> =>
  (
    await world.database.pool.query<{ most: number }>(
      `select coalesce(max(n), 0)::int as most from (
         select count(*) as n from outbox where topic = 'charging.watch' and done_at is null
         group by payload ->> 'sessionId') per_session`,
    )
  ).rows[0]!.most;

type Row = { id: string; bills: number; amount: string; captured: string | null; held: boolean };

/** Lost: not billed with what its operator asked, or money still held. Doubled: started, billed or captured twice. */
async function judge(
  { world, starts }: TestBed,
  charges: readonly SilentCharge[],
  say: (line: string) => void,
): Promise<{ lost: number; doubled: number }> {
  const { rows } = await world.database.pool.query<Row>(
    `select s.id, count(c.id)::int as bills, coalesce(sum(c.amount), 0)::text as amount,
       max(h.captured)::text as captured, bool_or(h.status = 'HELD') as held
     from session s left join cdr c on c.user_id = s.user_id and c.session_id = s.id
       left join ledger_hold h on h.user_id = s.user_id and h.session_id = s.id
     group by s.user_id, s.id`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const end = { lost: 0, doubled: 0 };
  for (const charge of charges) {
    const row = found.get(charge.id);
    const isLost =
      row?.held !== false ||
      row.bills === 0 ||
      Number(row.amount) !== charge.owed ||
      Number(row.captured) !== charge.owed;
    const isDoubled = row !== undefined && (row.bills > 1 || starts(charge) > 1);
    if (isLost) end.lost++;
    if (isDoubled) end.doubled++;
    if ((isLost || isDoubled) && end.lost + end.doubled <= 10)
      say(`wrong: ${JSON.stringify({ ...row, charge: charge.id, owed: charge.owed })}`);
  }
  const faults = await checkLedger(world.database.db);
  if (Object.values(faults).some((count) => count > 0)) {
    say(`ledger: ${JSON.stringify(faults)}`);
    end.lost++;
  }
  return end;
}
