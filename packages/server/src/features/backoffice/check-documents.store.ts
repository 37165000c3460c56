import { sql } from "../../platform/database/database.ts";
import type { Checks } from "./rows-check.store.ts";

const minor = (name: string) => sql`coalesce((r.wire ->> ${name}::text)::bigint, 0)`;
const [net, gst, cgst, sgst, igst] = ["net", "gst", "cgst", "sgst", "igst"].map((part) =>
  minor(`${part}_minor`),
);
const column = (name: string) => sql`coalesce(sum((x ->> ${name}::text)::bigint), 0)`;
// In bills whose lines have no code (SAC), which are older than 0.9, the halves of the tax may differ by a paisa.
const apart = sql`case when r.wire @? '$.lines[*] ? (!exists(@.sac))' then 1 else 0 end`;

/** Issued before there were seals, while the old ones of its series are being sealed. */
const waitsForSeal = sql`exists (select from invoice_series n
  where n.series = split_part(i.number, '/', 1) and n.financial_year = split_part(i.number, '/', 2)
    and n.issued_before > 0 and not exists (select from invoice_seal e
      where e.series = n.series and e.financial_year = n.financial_year and e.nth = n.issued_before))`;

/** Bills and credit notes with their own parts, the ledger and their numbers; and the chains of the numbers. */
export const documents = {
  bills: {
    key: { user_id: "text", created_at: "timestamptz", id: "text" },
    rows: sql`cdr`,
    joins: sql`
      left join invoice i on i.user_id = r.user_id and i.cdr_id = r.id
      left join invoice_seal s on s.number = i.number
      left join cdr_dispute d on d.user_id = r.user_id and d.cdr_id = r.id
      left join company_charge m on m.session_id = r.session_id and m.cdr_id = r.id
      cross join lateral (
        select count(distinct (p.scope, p.transfer_id)) as times,
          coalesce(sum(case when p.destination_kind = 'sales' and p.source_kind <> 'gst' then p.amount
            when p.source_kind = 'sales' and p.destination_kind <> 'gst' then -p.amount end), 0) as sales,
          coalesce(sum(case 'gst' when p.destination_kind then p.amount when p.source_kind then -p.amount end), 0) as gst
        from ledger_transfer t join ledger_posting p on p.scope = t.scope and p.transfer_id = t.id
        where t.cdr_id = r.id and t.kind in ('CHARGE', 'REFUND')
          and t.kind = case when r.credit_of is null then 'CHARGE' else 'REFUND' end) l
      cross join lateral (
        select count(*) as rates, ${column("taxable_minor")} as net, ${column("cgst_minor")} as cgst,
          ${column("sgst_minor")} as sgst, ${column("igst_minor")} as igst,
          coalesce(max(abs((x ->> 'cgst_minor')::bigint - (x ->> 'sgst_minor')::bigint)), 0) as apart
        from jsonb_path_query(r.wire, '$.invoice.rates[*]') x) v`,
    faults: {
      "its amount is another one in the document": sql`r.amount <> ${minor("amount_minor")}`,
      "taxable value and tax are not its amount": sql`${net} + ${gst} <> ${minor("amount_minor")}`,
      "the parts of the tax are not the tax": sql`${cgst} + ${sgst} + ${igst} <> ${gst}`,
      "CGST and SGST differ": sql`greatest(abs(${cgst} - ${sgst}), v.apart) > ${apart}`,
      "both IGST and CGST": sql`${igst} <> 0 and ${cgst} <> 0`,
      "the rates are not its sums": sql`v.rates > 0
        and (v.net, v.cgst, v.sgst, v.igst) <> (${net}, ${cgst}, ${sgst}, ${igst})`,
      "it is not booked once": sql`l.times <> 1`,
      "another amount is booked": sql`l.sales <> r.amount`,
      "another tax is booked": sql`l.gst <> ${gst}`,
      "its number, kind or time is another one in the document": sql`
        (i.number, i.kind, date_trunc('milliseconds', i.issued_at), i.original_cdr_id) is distinct from
        (r.wire #>> '{invoice,number}', r.wire #>> '{invoice,kind}', (r.wire #>> '{invoice,issued_at}')::timestamptz,
          case when r.wire #>> '{invoice,number}' is not null then r.credit_of end)`,
      "it has no seal": sql`i.number is not null and s.number is null and not ${waitsForSeal}`,
      "the dispute names another amount": sql`d.paid <> r.amount`,
      "its company's charge is another one": sql`m.amount <> case when exists (
        select from invoice c where c.user_id = r.user_id and c.original_cdr_id = r.id) then 0 else r.amount end`,
    },
  },
  numbers: {
    key: { series: "text", financial_year: "text", nth: "bigint" },
    rows: sql`invoice_seal`,
    joins: sql`
      left join invoice_series n on n.series = r.series and n.financial_year = r.financial_year
      left join invoice_seal b on b.series = r.series and b.financial_year = r.financial_year and b.nth = r.nth - 1
      left join invoice i on i.number = r.number
      left join cdr c on c.user_id = i.user_id and c.id = i.cdr_id`,
    faults: {
      "its document is gone": sql`c.id is null`,
      "its document was changed": sql`invoice_content(i.user_id, i.number) <> r.content`,
      "its seal was changed": sql`r.hash <> sha256(r.prior || r.content)`,
      "the document before it was changed": sql`r.prior <> case when r.nth <> coalesce(n.issued_before, 0) + 1
        then coalesce(b.hash, '') else '' end`,
      "the number before it is missing": sql`b.nth is null and r.nth > 1
        and r.nth <> coalesce(n.issued_before, 0) + 1`,
      "its number is not of its place": sql`r.number not like r.series || '/' || r.financial_year || '/%'
        or r.nth < 1000000 and split_part(r.number, '/', 3) <> lpad(r.nth::text, 6, '0')`,
      "its number is above the last one given": sql`r.nth > coalesce(n.last_number, 0)`,
    },
  },
  series: {
    key: { series: "text", financial_year: "text" },
    rows: sql`invoice_series`,
    joins: sql``,
    faults: {
      "the last number given has no document": sql`r.last_number > r.issued_before and not exists (
        select from invoice_seal s
        where s.series = r.series and s.financial_year = r.financial_year and s.nth = r.last_number)`,
      "fewer numbers than documents": sql`r.last_number < r.issued_before`,
    },
  },
} satisfies Checks;
