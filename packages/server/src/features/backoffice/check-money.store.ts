import { sql, type Sql } from "../../platform/database/database.ts";
import type { Checks } from "./rows-check.store.ts";

/** The postings of one transfer. */
const transfer = (scope: Sql, idem: Sql) => sql`
  ledger_transfer t join ledger_posting p on p.scope = t.scope and p.transfer_id = t.id
    where t.scope = ${scope} and t.idem = ${idem}`;

const isDecided = sql`r.cdr_id like '%:decided'`;
const bill = sql`replace(r.cdr_id, ':decided', '')`;
const isBill = sql`(not ${isDecided} and c.id is not null and c.credit_of is null)`;
/** The operator's credit, or ours, which books nothing. */
const isCredit = sql`c.credit_of is not null`;
const reverses = (name: "payable" | "disputed") =>
  sql`r.${sql.ref(name)} <> -(o.${sql.ref(name)} + coalesce(e.${sql.ref(name)}, 0))`;
const leg = (
  kind: string,
) => sql`coalesce(sum(case ${kind}::text when p.destination_kind then p.amount
  when p.source_kind then -p.amount end), 0)`;

/** What a settlement moved on an account; a debit. */
const settled = (kind: string) =>
  sql`coalesce(sum(case ${kind}::text when p.source_kind then p.amount when p.destination_kind then -p.amount end), 0)`;

/** What rows with money of their own say, with the transfers that moved it. */
export const money = {
  costs: {
    key: { operator_id: "text", at: "timestamptz", cdr_id: "text" },
    rows: sql`operator_cost`,
    joins: sql`
      left join cdr c on c.user_id = r.user_id and c.id = ${bill}
      left join cdr_dispute d on d.user_id = r.user_id and d.cdr_id = ${bill}
      left join operator_cost o on o.cdr_id = case when ${isDecided} then ${bill} else c.credit_of end
      left join operator_cost e on e.cdr_id = c.credit_of || ':decided'
      cross join lateral (
        select count(distinct t.id) as times, max(t.at) as at, ${leg("payable")} as payable, ${leg("disputed")} as disputed
        from ${transfer(
          sql`'operator:' || r.operator_id`,
          sql`case when ${isDecided} then 'decided:' || ${bill} else 'cost:' || r.cdr_id end`,
        )}) l`,
    faults: {
      "another amount is owed in the books": sql`r.payable <> l.payable`,
      "another amount is disputed in the books": sql`r.disputed <> l.disputed`,
      "it is not booked once": sql`l.times <> 1 and not ${isCredit}`,
      "its time is another one in the books": sql`r.at <> coalesce(l.at, c.created_at)`,
      "its bill is gone": sql`c.id is null and (l.times = 0 or ${isDecided})`,
      "what was asked is not what is owed and disputed": sql`${isBill} and r.asked <> r.payable + r.disputed`,
      "what was asked is another amount at the bill": sql`${isBill} and r.asked <> c.operator_amount`,
      "what was paid is another amount at the bill": sql`case when ${isCredit} then r.paid not in (c.amount, 0)
        else ${isBill} and r.paid <> c.amount end`,
      // Without a dispute, what the check found is within its tolerance: half a paisa for each price component.
      "what the check found is another amount": sql`${isBill} and case when d.cdr_id is not null
        then r.checked <> round(d.checked_incl::numeric * 100) else abs(r.checked - r.asked) > 10 end`,
      "the energy or the end is another one at the bill": sql`${isBill} and (
        r.kwh <> (c.wire ->> 'total_energy')::float8
        or date_trunc('second', r.ended_at) <> date_trunc('second', (c.wire ->> 'end_date_time')::timestamptz))`,
      "the operator's record is another one at the bill": sql`${isBill} and (r.ocpi_id <> c.ocpi_id
        or jsonb_typeof(c.body -> 'total_cost') = 'object' and r.total_cost is distinct from
          jsonb_build_object('currency', c.body -> 'currency') || (c.body -> 'total_cost'))`,
      "it does not take back what was booked": sql`${isCredit} and o.cdr_id is not null and case when l.times = 0
        then (r.asked, r.checked, r.payable, r.disputed, r.kwh, r.paid) <> (0, 0, 0, 0, 0, c.amount)
        else (r.asked, r.checked, r.kwh) <> (-o.asked, -o.checked, -o.kwh) or ${reverses("payable")}
          or ${reverses("disputed")} or o.reversed_by is distinct from r.cdr_id end`,
      "it is not what was decided": sql`${isDecided} and ((r.asked, r.checked, r.paid, r.kwh) <> (0, 0, 0, 0)
        or r.disputed is distinct from -o.disputed or d.owed <> r.payable)`,
    },
  },
  transfers: {
    key: { scope: "text", id: "text" },
    rows: sql`ledger_transfer`,
    joins: sql``,
    times: 10,
    faults: {
      "its bill or credit note is gone": sql`r.kind in ('CHARGE', 'REFUND') and r.cdr_id is not null and not exists (
        select from session_reference f join cdr c on c.user_id = f.user_id and c.id = r.cdr_id
        where f.key = 'cdr:' || r.cdr_id)`,
      "its operator's cost is gone": sql`r.kind = 'COST' and not exists (select from operator_cost c
        where c.cdr_id = case when r.idem like 'decided:%' then substr(r.idem, 9) || ':decided'
          else substr(r.idem, 6) end)`,
    },
  },
  holds: {
    key: { user_id: "text", session_id: "text" },
    rows: sql`ledger_hold`,
    joins: sql`
      cross join lateral (
        select coalesce(sum(p.amount), 0) as left_it, coalesce(sum(p.amount) filter (where p.destination_kind = 'sales'), 0) as taken
        from ledger_transfer t join ledger_posting p on p.scope = t.scope and p.transfer_id = t.id
        where r.status <> 'HELD' and t.scope = r.user_id and p.source_kind = 'held' and t.idem in (
          select 'release:' || r.id where r.status <> 'CAPTURED'
          union all select 'bill:' || c.id from cdr c
            where r.status = 'CAPTURED' and c.user_id = r.user_id and c.session_id = r.session_id)) l`,
    faults: {
      "another amount was taken from it": sql`r.captured <> l.taken`,
      "another amount left it": sql`r.status <> 'HELD' and r.amount <> l.left_it`,
    },
  },
  payments: {
    key: { user_id: "text", payment_id: "text" },
    rows: sql`wallet_payment`,
    joins: sql`cross join lateral (select coalesce(sum(p.amount), 0) as amount
      from ${transfer(sql`r.user_id`, sql`'top-up:' || r.payment_id`)} and p.source_kind = 'payments') l`,
    faults: { "another amount was credited": sql`r.amount <> l.amount` },
  },
  refunds: {
    key: { user_id: "text", id: "text" },
    rows: sql`withdrawal_refund`,
    joins: sql`cross join lateral (select coalesce(sum(p.amount), 0) as amount
      from ${transfer(sql`r.user_id`, sql`'refund:' || r.id`)} and p.source_kind = 'withdrawing') l`,
    faults: {
      // Of one that failed, what went to other payments is not the wallet's.
      "another amount left": sql`case when r.status = 'DONE' then r.amount <> l.amount else r.amount < l.amount end`,
    },
  },
  settlements: {
    key: { id: "text" },
    rows: sql`gateway_settlement`,
    joins: sql`
      cross join lateral (
        select ${settled("bank")} as bank, ${settled("gateway_fees")} as fees, ${settled("gateway_gst")} as tax,
          coalesce(sum(case when p.destination_kind = 'payments' then p.amount else -p.amount end), 0) as cleared,
          count(distinct t.id) as times
        from ledger_transfer t join ledger_posting p on p.scope = t.scope and p.transfer_id = t.id
        where t.scope = 'system' and t.idem >= 'settlement:' || r.id || ':' and t.idem < 'settlement:' || r.id || ';') l
      cross join lateral (
        select count(*) as lines, count(reason) as unmatched, coalesce(sum(credit - debit), 0) as net,
          coalesce(sum(fee - tax) filter (where reason is null), 0) as fees,
          coalesce(sum(tax) filter (where reason is null), 0) as tax,
          coalesce(sum(credit - debit + fee) filter (where reason is null), 0) as cleared
        from gateway_settlement_line where settlement_id = r.id) n`,
    faults: {
      "another amount reached the bank in the books": sql`l.bank <> greatest(r.amount, 0)`,
      "its fees or their tax are other ones in the books": sql`(l.fees, l.tax) <> (n.fees, n.tax)`,
      "another amount was cleared": sql`l.cleared <> n.cleared`,
      "it has other lines": sql`(r.lines, r.unmatched, r.net) <> (n.lines, n.unmatched, n.net)`,
      "it is not booked as often": sql`r.bookings <> l.times`,
    },
  },
  bank_refunds: {
    key: { id: "text" },
    rows: sql`(select * from desk_approval where kind = 'BANK_REFUND')`,
    joins: sql`cross join lateral (select coalesce(sum(p.amount), 0) as amount
      from ${transfer(sql`r.user_id`, sql`'bank-refund:' || r.id`)} and p.destination_kind = 'withdrawing') l`,
    faults: { "another amount was set aside": sql`r.amount <> l.amount` },
  },
} satisfies Checks;
