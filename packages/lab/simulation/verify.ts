import { checkLedger, openDatabase, type Database } from "@voltmarg/testkit/service-parts";
import type { Operator } from "./operator.ts";

export type Verifier = {
  /** Current errors; empty: none. */
  look(): Promise<string[]>;
  /** Errors after everything pending has arrived. */
  lookAtEnd(): Promise<string[]>;
  /** A driver received this session id in an answer. */
  told(sessionId: string): void;
  /** The service ran all due jobs without a fault. */
  looked(): void;
  /**
   * When the next job for something unsettled is due; null: everything is settled. Polls of unpaid orders go on for
   * days.
   */
  nextWork(): Promise<Date | null>;
  close(): Promise<void>;
};

/** Paise that each start of the simulated drivers chooses. */
const LIMIT = 5_000;
const TOLD_NOTHING = "the driver was told that this start cost nothing";
/** How long a start may be unsettled after its operator should have answered. */
const GRACE_MS = 60_000;
/**
 * After that, so many undisturbed runs of the service's jobs must settle it. Runs count only at this distance:
 * leases of a killed process have expired by then, and failed attempts are due again.
 */
const LOOKS = 6;
const APART_MS = 65_000;

type Seen = { id: string; status: string; given_up_at: Date | null; overdue: boolean };

/** Checks the books and the sessions from outside, after every step. */
export function openVerifier(deps: {
  connectionString: string;
  nowMs(): number;
  operator: Operator;
  /** Paise that drivers paid in and got back, from the provider's data. */
  paid(): { captured: number; refunded: number };
}): Verifier {
  const database: Database = openDatabase(deps.connectionString, () => {}, 2);
  const { pool } = database;
  pool.options.connectionTimeoutMillis = 0;
  const ended = new Map<string, string>();
  const told = new Set<string>();
  const overdueSince = new Map<string, number>();
  let looks = 0;
  let lookedAt = 0;

  const look = async (): Promise<string[]> => {
    const wrongs: string[] = [];
    const { rows: sessions } = await pool.query<Seen>({
      name: "sessions",
      text: `select id, status, given_up_at, status = 'PENDING' and answer_due_at < $1 as overdue from session`,
      values: [new Date(deps.nowMs() - GRACE_MS)],
    });
    const now = new Map(sessions.map((each) => [each.id, each]));
    for (const id of told) if (!now.has(id)) wrongs.push(`session ${id} was told of and is lost`);
    for (const { id, status, given_up_at, overdue } of sessions) {
      if (!overdue) overdueSince.delete(id);
      else if (looks - (overdueSince.get(id) ?? looks) >= LOOKS)
        wrongs.push(`session ${id} is starting beyond its time`);
      else if (!overdueSince.has(id)) overdueSince.set(id, looks);
      const before = ended.get(id);
      if (before && before !== status) wrongs.push(`session ${id} was ${before} and is ${status}`);
      if ((status === "COMPLETED" || status === "INVALID") && given_up_at === null)
        ended.set(id, status);
    }
    for (const [reference, count] of deps.operator.starts) {
      if (count > 1) wrongs.push(`START of ${reference} was sent ${count} times`);
      if (!now.has(reference)) wrongs.push(`START of ${reference}, which is no session`);
    }
    const { rows } = await pool.query<Record<string, string>>({ name: "books", text: BOOKS });
    for (const [name, count] of Object.entries(rows[0]!)) {
      if (count !== "0") wrongs.push(`${name}: ${count}`);
    }
    return wrongs;
  };

  return {
    look,
    lookAtEnd: async () => {
      const wrongs = await look();
      const faults = await checkLedger(database.db);
      for (const [name, count] of Object.entries(faults))
        if (count > 0) wrongs.push(`${name}: ${count}`);
      for (const charge of deps.operator.charges) {
        const record = deps.operator.record(charge);
        const { rows } = await pool.query<{ amount: string }>(
          "select amount::text from cdr where session_id = $1 and credit_of is null and ocpi_id like 'S%-c'",
          [charge.reference],
        );
        const aside = await pool.query<{ reason: string }>(
          "select reason from quarantined_cdr where ocpi_id = $1",
          [record?.id ?? null],
        );
        const reasons = aside.rows.map(({ reason }) => reason);
        const asked = record ? [Math.round(record.total_cost.incl_vat * 100)] : [];
        // A driver who was told that a start cost nothing is not billed for it; its CDR waits in the back office.
        // Nobody pays more than the chosen limit.
        const due =
          reasons[0] === TOLD_NOTHING ? [] : asked.map((minor) => String(Math.min(minor, LIMIT)));
        const billed = rows.map(({ amount }) => amount);
        if (JSON.stringify(due) !== JSON.stringify(billed))
          wrongs.push(
            `${charge.reference}: asked [${asked.join()}], billed [${billed.join()}], aside [${reasons.join()}]`,
          );
      }
      const { rows: open } = await pool.query<{ id: string; step: string }>(
        "select id, step from session where open or step = 'ENDED' and closed_at is null or provisional_since is not null",
      );
      for (const { id, step } of open) wrongs.push(`session ${id} is never settled: ${step}`);
      const { rows: held } = await pool.query<{ session_id: string }>(
        "select session_id from ledger_hold where status = 'HELD'",
      );
      for (const { session_id } of held) wrongs.push(`the hold of ${session_id} is never settled`);
      const { rows: sums } = await pool.query<{ captured: string; refunded: string }>(
        `select coalesce(sum(amount) filter (where source_owner = 'system' and source_kind = 'payments'), 0)::text as captured,
           coalesce(sum(amount) filter (where destination_owner = 'system' and destination_kind = 'payments'), 0)::text as refunded
         from ledger_posting`,
      );
      const { captured, refunded } = deps.paid();
      if (sums[0]!.captured !== String(captured))
        wrongs.push(`paid in ${captured}, booked ${sums[0]!.captured}`);
      if (sums[0]!.refunded !== String(refunded))
        wrongs.push(`paid back ${refunded}, booked ${sums[0]!.refunded}`);
      return wrongs;
    },
    told: (sessionId) => void told.add(sessionId),
    looked: () => {
      if (deps.nowMs() - lookedAt < APART_MS) return;
      lookedAt = deps.nowMs();
      looks += 1;
    },
    nextWork: async () => {
      const { rows } = await pool.query<{ due: Date | null }>(
        "select min(greatest(due_at, leased_until)) as due from outbox where done_at is null and topic <> 'payment.poll'",
      );
      return rows[0]!.due;
    },
    close: () => pool.end(),
  };
}

/** In one query: every count must be zero. */
const BOOKS = `
  with leg as (
    select destination_owner as owner, destination_kind as kind, amount as delta from ledger_posting
    union all select source_owner, source_kind, -amount from ledger_posting),
  moved as (select owner, kind, sum(delta) as total from leg group by owner, kind)
  select
    (select coalesce(sum(delta), 0)::text from leg) as sum_of_postings,
    (select count(*)::text from ledger_wallet_account a full join moved m using (owner, kind)
      where coalesce(a.balance, 0) <> coalesce(m.total, 0)
        and (a.owner is not null or kind in ('wallet', 'held', 'withdrawing', 'overdraft'))) as drifted,
    (select count(*)::text from ledger_wallet w where least(w.wallet, w.held, w.withdrawing, -w.overdraft) < 0) as below,
    (select count(*)::text from ledger_wallet w where -w.overdraft > (
      select coalesce(sum(greatest(c.amount - coalesce(h.captured, 0), 0)), 0) from cdr c
        left join ledger_hold h on h.user_id = c.user_id and h.session_id = c.session_id
      where c.user_id = w.owner)) as overdraft_unexplained,
    (select count(*)::text from ledger_wallet w where w.held <> (
      select coalesce(sum(h.amount), 0) from ledger_hold h where h.user_id = w.owner and h.status = 'HELD')) as misheld,
    (select count(*)::text from (
      select from ledger_transfer where kind in ('HOLD', 'RELEASE', 'CHARGE') group by scope, session_id
      having count(*) filter (where kind = 'RELEASE' or kind = 'CHARGE' and 'held' = any (source_kind))
        > count(*) filter (where kind = 'HOLD')) t) as settled_twice,
    (select count(*)::text from (
      select from cdr group by country_code, party_id, ocpi_id having count(*) > 1) c) as record_billed_twice,
    (select count(*)::text from (
      select from cdr c left join ledger_transfer t on t.cdr_id = c.id and t.kind in ('CHARGE', 'REFUND')
      group by c.id having count(t.id) <> 1) c) as bill_booked_otherwise,
    (select count(*)::text from (
      -- One that was given up and came to life may run beside a later one.
      select from session where open and not exists (
        select from jsonb_array_elements(timeline) t where t ->> 'step' in ('FAILED', 'EXPIRED', 'REJECTED', 'NOT_PLUGGED'))
      group by user_id having count(*) > 1) s) as charges_at_once`;
