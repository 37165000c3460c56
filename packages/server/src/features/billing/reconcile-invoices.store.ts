import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";

/** Amounts are decimal text in the currency of the CDR. */
type Total = {
  currency: string | null;
  before_taxes: string | null;
  after_taxes: string | null;
  credit: boolean;
};
export type LineState = "MATCHED" | "SET_ASIDE" | "MISSING";
export type LineRow = Total & {
  cdr_id: string;
  ocpi_id: string;
  state: LineState;
  times: number;
  also_on: string[];
  ended_at: Date | null;
  kwh: number | null;
  aside_id: string | null;
  reason: string | null;
  decision: "RELEASED" | "REJECTED" | null;
};

/** A credit reduces a sum, whether its operator sends it negated, as the standard says, or not. */
const signed = (amount: ReturnType<typeof sql>) =>
  sql`(case when credit then -abs((${amount})::numeric) else (${amount})::numeric end)`;
const amounts = sql`credit, total ->> 'currency' as currency,
  ${signed(sql`total ->> 'excl_vat'`)}::text as before_taxes, ${signed(sql`total ->> 'incl_vat'`)}::text as after_taxes`;

/** Each CDR of some invoices once, with what we have of it. */
const heldOf = (invoices: readonly string[]) => sql`
  with line as (
    select l.invoice, l.operator_id, l.cdr_id, min(l.ocpi_id) as ocpi_id, min(l.place) as place, count(*)::int as times
    from operator_invoice_line l where l.invoice = any(${[...invoices]}::text[]) group by 1, 2, 3
  ), unread as (
    select operator_id, raw_key, min(id) as id, min(reason) as reason from quarantined_cdr
    where raw is not null and decision is null and raw_key is not null group by 1, 2
  ), held as (
    select line.*,
      case when c.cdr_id is not null then 'MATCHED' when coalesce(q.id, u.id) is not null then 'SET_ASIDE'
        else 'MISSING' end as state,
      times > 1 or exists (select from operator_invoice_line o where o.cdr_id = line.cdr_id
        and o.operator_id = line.operator_id and o.invoice <> line.invoice) as double,
      case when c.cdr_id is null then coalesce(q.id, u.id) end as aside_id,
      case when c.cdr_id is null then coalesce(q.reason, u.reason) end
        as reason,
      case when c.cdr_id is null then q.decision end as decision,
      case when c.cdr_id is not null then c.total_cost
        else jsonb_build_object('currency', q.body -> 'currency') || (q.body -> 'total_cost') end as total,
      coalesce(c.asked < 0, (q.body ->> 'credit')::boolean, false) as credit,
      coalesce(c.ended_at, (q.body ->> 'end_date_time')::timestamptz) as ended_at,
      coalesce(abs(c.kwh), (q.body ->> 'total_energy')::float8) as kwh
    from line
      join operator_invoice i on i.id = line.invoice
      left join operator_cost c on c.cdr_id = line.cdr_id and c.operator_id = line.operator_id
      left join quarantined_cdr q on q.id = line.cdr_id and q.operator_id = line.operator_id and q.raw is null
      left join unread u on u.operator_id = line.operator_id
        and u.raw_key = lower(i.country_code || '/' || i.party_id || '/' || line.ocpi_id)
  )`;

export type InvoiceRow = {
  id: string;
  operator_id: string;
  operator_name: string | null;
  country_code: string;
  party_id: string;
  ocpi_id: string;
  invoice_id: string | null;
  last_updated: Date;
  received_at: Date;
};
const invoiceSelect = sql`
  select i.id, i.operator_id, o.name as operator_name, i.country_code, i.party_id, i.ocpi_id, i.invoice_id, i.last_updated,
    i.received_at
  from operator_invoice i left join operator o on o.id = i.operator_id where i.deleted_at is null`;

export const listInvoices = (
  on: Queryable,
  operatorId: string | null,
  offset: number,
  limit: number,
) =>
  rows(
    on,
    sql<InvoiceRow>`${invoiceSelect} and (${operatorId}::text is null or i.operator_id = ${operatorId})
      order by i.last_updated desc, i.id desc offset ${offset} limit ${limit}`,
  );

export const countInvoices = async (on: Queryable, operatorId: string | null): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from operator_invoice
      where deleted_at is null and (${operatorId}::text is null or operator_id = ${operatorId})`,
  ))!.n;

export const findInvoice = (on: Queryable, id: string) =>
  one(on, sql<InvoiceRow>`${invoiceSelect} and i.id = ${id}`);

export type InvoiceCounts = Record<"cdrs" | "matched" | "set_aside" | "missing" | "double", number>;

export const countLines = (on: Queryable, invoices: readonly string[]) =>
  rows(
    on,
    sql<InvoiceCounts & { invoice: string }>`${heldOf(invoices)}
      select invoice, count(*)::int as cdrs, (count(*) filter (where state = 'MATCHED'))::int as matched,
        (count(*) filter (where state = 'SET_ASIDE'))::int as set_aside,
        (count(*) filter (where state = 'MISSING'))::int as missing, (count(*) filter (where double))::int as double
      from held group by invoice`,
  );

export type SumRow = {
  state: "MATCHED" | "SET_ASIDE";
  currency: string;
  cdrs: number;
  before_taxes: string;
  /** Of those that state it. */
  after_taxes: string | null;
  without_taxes: number;
};

export const sumLines = (on: Queryable, invoice: string) =>
  rows(
    on,
    sql<SumRow>`${heldOf([invoice])}, priced as (select state, total ->> 'incl_vat' as incl, ${amounts} from held
        where total is not null)
      select state, currency, count(*)::int as cdrs, sum(before_taxes::numeric)::text as before_taxes,
        sum(after_taxes::numeric)::text as after_taxes, (count(*) filter (where incl is null))::int as without_taxes
      from priced group by state, currency order by state, currency`,
  );

/** Taxes by name; null: the CDR names none, as before OCPI 2.3.0. */
export const sumTaxes = (on: Queryable, invoice: string) =>
  rows(
    on,
    sql<{
      state: SumRow["state"];
      currency: string;
      name: string | null;
      amount: string;
    }>`${heldOf([invoice])}
      select state, total ->> 'currency' as currency, tax.name, sum(${signed(sql`tax.amount`)})::text as amount
      from held cross join lateral (
        select each ->> 'name' as name, each ->> 'amount' as amount
          from jsonb_array_elements(coalesce(total -> 'taxes', '[]')) each
        union all select null, ((total ->> 'incl_vat')::numeric - (total ->> 'excl_vat')::numeric)::text
          where total ? 'incl_vat' and not total ? 'taxes') tax
      where total is not null group by 1, 2, 3 order by 1, 2, 3`,
  );

export type LineFilter = LineState | "DOUBLE" | null;
const linesWith = (filter: LineFilter) =>
  sql`(${filter}::text is null or state = ${filter} or (${filter} = 'DOUBLE' and double))`;

/** In the invoice's order. */
export const listLines = (
  on: Queryable,
  invoice: string,
  filter: LineFilter,
  offset: number,
  limit: number,
) =>
  rows(
    on,
    sql<LineRow>`${heldOf([invoice])}
      select cdr_id, ocpi_id, state, times, ended_at, kwh, aside_id, reason, decision, ${amounts},
        array(select distinct coalesce(i.invoice_id, i.ocpi_id) from operator_invoice_line o
          join operator_invoice i on i.id = o.invoice where o.cdr_id = held.cdr_id
            and o.operator_id = held.operator_id and o.invoice <> held.invoice limit 5) as also_on
      from held where ${linesWith(filter)} order by place offset ${offset} limit ${limit}`,
  );

export const countLinesWith = async (
  on: Queryable,
  invoice: string,
  filter: LineFilter,
): Promise<number> =>
  (await one(
    on,
    sql<{
      n: number;
    }>`${heldOf([invoice])} select count(*)::int as n from held where ${linesWith(filter)}`,
  ))!.n;

const isInvoiced = sql`exists (select from operator_invoice_line l
  where l.cdr_id = c.cdr_id and l.operator_id = c.operator_id)`;

/** When the first and the last CDR ended that an operator has invoiced; null: none yet. */
export const invoicedSpan = async (on: Queryable, operatorId: string) => {
  const edge = (order: ReturnType<typeof sql>) =>
    one(
      on,
      sql<{
        ended_at: Date;
      }>`select ended_at from operator_cost c where operator_id = ${operatorId} and ${isInvoiced}
        order by ended_at ${order} limit 1`,
    );
  const [first, last] = [await edge(sql`asc`), await edge(sql`desc`)];
  return first && last && { first: first.ended_at, last: last.ended_at };
};

export type NotInvoicedRow = Total & {
  cdr_id: string;
  ocpi_id: string;
  ended_at: Date;
  kwh: number;
};
type Span = { operatorId: string; from: Date; until: Date };
const notInvoiced = ({ operatorId, from, until }: Span) => sql`
  from (select c.*, c.total_cost as total, c.asked < 0 as credit from operator_cost c) c
  where operator_id = ${operatorId} and ended_at >= ${from} and ended_at <= ${until} and total is not null
    and not ${isInvoiced}`;

/** The oldest first. */
export const listNotInvoiced = (on: Queryable, span: Span, offset: number, limit: number) =>
  rows(
    on,
    sql<NotInvoicedRow>`select cdr_id, ocpi_id, ended_at, abs(kwh) as kwh, ${amounts} ${notInvoiced(span)}
      order by ended_at, cdr_id offset ${offset} limit ${limit}`,
  );

export const countNotInvoiced = async (on: Queryable, span: Span): Promise<number> =>
  (await one(on, sql<{ n: number }>`select count(*)::int as n ${notInvoiced(span)}`))!.n;
