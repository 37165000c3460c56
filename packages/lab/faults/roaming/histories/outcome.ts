import { type Database, sql } from "@voltmarg/testkit/ledger";
import { costOf, finalStretches, type Plan, secondsOf } from "./plan.ts";

/**
 * Outcome of a charge, by name: its state, its bills, its hold, and the amounts on each kind of account. A CDR
 * credited before it was billed leaves no bill, one credited later leaves two: only the open one counts.
 */
export type End = Record<string, string>;

type Row = {
  id: string;
  status: string;
  open: boolean;
  kwh: string | null;
  cost: string | null;
  seconds: string | null;
  from: string | null;
  until: string | null;
  hold: string | null;
  /** Bills that are not credited, and the sum of all. */
  standing: number;
  billed: string;
  accounts: Record<string, number> | null;
};

/** The expected outcome, computed only from what happened at the plug. */
export function endOf(plan: Plan): End {
  const stretches = finalStretches(plan);
  const { net, total } = costOf({ ...plan, stretches });
  const wh = stretches.reduce((sum, stretch) => sum + stretch.wh, 0);
  const length = secondsOf(plan);
  const isBilled = plan.end === "COMPLETED";
  const billed = isBilled ? total : 0;
  // All stations are in the seller's state, where the tax is two equal halves.
  const gst = isBilled ? 2 * Math.floor((total - net) / 2) : 0;
  const accounts = {
    driver: -billed,
    sales: billed - gst,
    gst,
    payable: billed,
    purchases: -billed,
  };
  return {
    status: plan.end,
    open: "false",
    kwh: String(wh / 1000),
    cost: String(total),
    seconds: String(length),
    from: "2",
    until: String(2 + length),
    hold: isBilled ? "CAPTURED" : "RELEASED",
    standing: isBilled ? "1" : "0",
    billed: String(billed),
    ...(isBilled
      ? Object.fromEntries(
          Object.entries(accounts)
            .filter(([, amount]) => amount !== 0)
            .map(([kind, amount]) => [`account ${kind}`, String(amount)]),
        )
      : {}),
  };
}

/** The actual outcomes of these charges, by id. */
export async function endsOf(
  { db }: Database,
  sessions: readonly string[],
): Promise<Map<string, End>> {
  const { rows } = await sql<Row>`
    select s.id, s.status, s.open, s.kwh::float8::text as kwh, s.cost_minor::text as cost, s.duration_s::float8::text as seconds,
      extract(epoch from s.start_at - s.requested_at)::float8::text as "from",
      extract(epoch from s.end_at - s.requested_at)::float8::text as until, h.status as hold,
      b.standing, b.billed::text as billed, a.accounts
    from session s left join ledger_hold h on h.user_id = s.user_id and h.session_id = s.id
      cross join lateral (
        select count(*) filter (where c.credit_of is null and not exists (
            select from cdr x where x.user_id = c.user_id and x.session_id = s.id and x.credit_of = c.id))::int as standing,
          coalesce(sum(c.amount), 0) as billed
        from cdr c where c.user_id = s.user_id and c.session_id = s.id) b
      cross join lateral (
        select jsonb_object_agg(kind, total) as accounts from (
          select case when d.account in ('wallet', 'held', 'overdraft') then 'driver' else d.account end as kind, sum(d.delta) as total from ledger_transfer t cross join lateral (
            select u.dk as account, u.am as delta from unnest(t.destination_kind, t.amount) as u (dk, am)
            union all select u.sk, -u.am from unnest(t.source_kind, t.amount) as u (sk, am)) d
          where t.session_id = s.id group by 1 having sum(d.delta) <> 0) k) a
    where s.id = any(${sessions})`.execute(db);
  return new Map(
    rows.map(({ id, accounts, ...row }) => [
      id,
      Object.fromEntries(
        [
          ...Object.entries(row).map(([name, value]) => [name, value ?? "none"]),
          ...Object.entries(accounts ?? {}).map(([kind, total]) => [`account ${kind}`, total]),
        ].map(([name, value]) => [name, String(value)]),
      ),
    ]),
  );
}
