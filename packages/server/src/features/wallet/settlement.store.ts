import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";
import type { Mismatch, OpenLine } from "./match-line.ts";
import type { ReportLine } from "./settlement-report.ts";

/** The day from which on settlements are booked here, and the last one whose report was read; of India's calendar. */
export type ReportState = { begins: string; read_through: string };

/** The first reading begins today: what was settled before was booked by hand. */
export const openReport = async (on: Queryable, today: string): Promise<ReportState> =>
  (await one(
    on,
    sql<ReportState>`
      insert into gateway_report (begins, read_through) values (${today}, ${today}::date - 1)
      on conflict (one) do update set begins = gateway_report.begins
      returning begins::text, read_through::text`,
  ))!;

export const setReadThrough = (on: Queryable, day: string) =>
  sql`update gateway_report set read_through = greatest(read_through, ${day})`.execute(on);

export type SettlementRow = {
  id: string;
  utr: string | null;
  settled_at: Date;
  amount: bigint;
  bookings: number;
};
export type NewSettlement = Omit<SettlementRow, "bookings">;

/** Which of these lines are stored, as `settlement entity`. */
export const storedLines = async (on: Queryable, settlementIds: readonly string[]) =>
  new Set(
    (
      await rows(
        on,
        sql<{ key: string }>`
          select settlement_id || ' ' || entity_id as key from gateway_settlement_line
          where settlement_id = any (${settlementIds})`,
      )
    ).map(({ key }) => key),
  );

/** Stores it once and locks it, so that its lines are booked one reading after another. */
export async function lockSettlement(tx: Tx, s: NewSettlement): Promise<SettlementRow> {
  await sql`insert into gateway_settlement (id, utr, settled_at, amount)
    values (${s.id}, ${s.utr}, ${s.settled_at}, ${s.amount}) on conflict do nothing`.execute(tx);
  return (await one(
    tx,
    sql<SettlementRow>`select id, utr, settled_at, amount, bookings from gateway_settlement where id = ${s.id} for update`,
  ))!;
}

/** Stores each line once, in suspense. */
export const putLines = (tx: Tx, { id, settled_at }: SettlementRow, lines: readonly ReportLine[]) =>
  sql`insert into gateway_settlement_line (settlement_id, entity_id, type, currency, amount, debit, credit, fee, tax,
      payment_id, dispute_id, settled_at, reason)
    select ${id}, entity_id, type, currency, amount, debit, credit, fee, tax, payment_id, dispute_id, ${settled_at}, 'UNKNOWN'
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l (entity_id text, type text, currency text, amount bigint,
      debit bigint, credit bigint, fee bigint, tax bigint, payment_id text, dispute_id text)
    on conflict do nothing`.execute(tx);

/** The lines of a settlement that are in suspense, with what our books have of each. */
export const openLines = (on: Queryable, settlementId: string) =>
  rows(
    on,
    sql<OpenLine & { taken: bigint }>`
      select l.entity_id, l.type, l.currency, l.amount, l.debit, l.credit, l.fee, l.tax, l.dispute_id, l.reason,
        o.amount as ours, d.amount as disputed, d.loss,
        exists (select from gateway_settlement_line m where m.entity_id = l.entity_id and m.reason is null) as settled,
        coalesce((select sum(m.debit - m.credit - m.fee) from gateway_settlement_line m
          where m.dispute_id = l.dispute_id and m.reason is null and m.type = 'adjustment'), 0)::bigint as taken
      from gateway_settlement_line l
        left join payment_dispute d on d.id = l.dispute_id and d.set_aside is not null
        left join lateral (
          select p.amount from wallet_payment p
            where l.type = 'payment' and reverse(p.payment_id) = reverse(l.entity_id)
          union all select r.amount from wallet_payment p
            join withdrawal_refund r on r.user_id = p.user_id and r.payment_id = p.payment_id
            where l.type = 'refund' and reverse(p.payment_id) = reverse(l.payment_id) and r.refund_id = l.entity_id
              and r.status in ('SENT', 'DONE')
          -- A payment that fits no order, a refund that nobody here asked for.
          union all select t.amount[1] from ledger_transfer t where t.scope = 'system' and t.idem = case l.type
            when 'payment' then 'suspense:' || l.entity_id when 'refund' then 'refund:' || l.entity_id end
          limit 1) o on true
      where l.settlement_id = ${settlementId} and l.reason is not null order by l.entity_id`,
  );

export const setReasons = (
  tx: Tx,
  settlementId: string,
  found: readonly { entity_id: string; reason: Mismatch | null }[],
) =>
  sql`update gateway_settlement_line l set reason = f.reason
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) f (entity_id text, reason text)
    where l.settlement_id = ${settlementId} and l.entity_id = f.entity_id
      and l.reason is distinct from f.reason`.execute(tx);

/** Adds its lines up, after they were stored and matched. */
export const sumUpSettlement = (tx: Tx, id: string, bookings: number) =>
  sql`update gateway_settlement s set bookings = ${bookings}, net = l.net, fee = l.fee, tax = l.tax, lines = l.lines,
      unmatched = l.unmatched
    from (select coalesce(sum(credit - debit), 0) as net, coalesce(sum(fee), 0) as fee, coalesce(sum(tax), 0) as tax,
        count(*) as lines, count(reason) as unmatched
      from gateway_settlement_line where settlement_id = ${id}) l
    where s.id = ${id}`.execute(tx);

/** Settlements with lines in suspense, newest first. */
export const unmatchedSettlements = (on: Queryable, most: number) =>
  rows(
    on,
    sql<NewSettlement>`select id, utr, settled_at, amount from gateway_settlement
      where unmatched > 0 order by settled_at desc, id desc limit ${most}`,
  );

/** Adds to the list the payments credited between two instants that no settlement has, and removes those that one has. */
export async function noteUnsettled(tx: Tx, from: Date, until: Date): Promise<void> {
  await sql`insert into gateway_unsettled_payment (payment_id, amount, credited_at)
    select p.payment_id, p.amount, p.credited_at from wallet_payment p
    where p.credited_at >= ${from} and p.credited_at < ${until} and not exists (
      select from gateway_settlement_line l where l.entity_id = p.payment_id)
    on conflict do nothing`.execute(tx);
  await sql`delete from gateway_unsettled_payment u where exists (
    select from gateway_settlement_line l where l.entity_id = u.payment_id)`.execute(tx);
}
