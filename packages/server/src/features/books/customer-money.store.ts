import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";
import { pageOf, type PageOf } from "./page-of.store.ts";

/** Customers' money in paise: at the end of a day, or what moved in a stretch of time. */
export type MoneySums = {
  wallets: bigint;
  held: bigint;
  on_way_back: bigint;
  disputed: bigint;
  unassigned: bigint;
  goodwill: bigint;
  at_provider: bigint;
};
export type MoneyDayRow = MoneySums & {
  /** The day, such as `2026-11-20`. */
  id: string;
  /** Its beginning. */
  at: Date;
  bank: bigint | null;
  entered_by: string | null;
  entered_at: Date | null;
};

/** What should lie in the bank account of a row. */
const EXPECTED = sql`(wallets + held + on_way_back + disputed + unassigned - goodwill - at_provider)`;
const isOpen = sql`(bank is null or bank <> ${EXPECTED})`;

const days = sql`
  select to_char(day, 'YYYY-MM-DD') as id, day::timestamp at time zone 'Asia/Kolkata' as at, wallets, held, on_way_back, disputed,
    unassigned, goodwill, at_provider, bank, entered_by, entered_at
  from customer_money_day`;

export const moneyDaysAt = (on: Queryable, openOnly: boolean, page: PageOf) =>
  rows(on, sql<MoneyDayRow>`${pageOf(openOnly ? sql`${days} where ${isOpen}` : days, page)}`);

export const findMoneyDay = (on: Queryable, day: string) =>
  one(on, sql<MoneyDayRow>`${days} where day = ${day}`);

export const lastMoneyDay = (on: Queryable) =>
  one(on, sql<MoneyDayRow>`${days} order by day desc limit 1`);

/** What moved from an instant (null: from the first transfer) to another one. */
export const movedBetween = async (
  on: Queryable,
  from: Date | null,
  until: Date,
): Promise<MoneySums> =>
  (await one(
    on,
    sql<MoneySums>`
      with transfer as (
        select * from ledger_transfer where at < ${until} and (${from}::timestamptz is null or at >= ${from})),
      leg as (
        select l.owner, l.kind, l.delta from transfer t cross join lateral (
          select o as owner, k as kind, am as delta from unnest(t.destination_owner, t.destination_kind, t.amount) as d (o, k, am)
          union all select o, k, -am from unnest(t.source_owner, t.source_kind, t.amount) as s (o, k, am)) l)
      select coalesce(sum(delta) filter (where kind = 'wallet'), 0)::bigint as wallets,
        coalesce(sum(delta) filter (where kind = 'held'), 0)::bigint as held,
        coalesce(sum(delta) filter (where kind = 'withdrawing'), 0)::bigint as on_way_back,
        -- Operators have accounts of disputed costs by the same name.
        coalesce(sum(delta) filter (where kind = 'disputed' and owner = 'system'), 0)::bigint as disputed,
        coalesce(sum(delta) filter (where kind = 'suspense'), 0)::bigint as unassigned,
        coalesce(-sum(delta) filter (where kind = 'payments'), 0)::bigint as at_provider,
        (select coalesce(sum(goodwill[1] - goodwill[2] - goodwill[3]), 0)::bigint from transfer) as goodwill
      from leg`,
  ))!;

/** A day that was made before stays as it is. */
export const insertMoneyDay = (on: Queryable, day: string, s: MoneySums, madeAt: Date) =>
  sql`insert into customer_money_day (day, wallets, held, on_way_back, disputed, unassigned, goodwill, at_provider, made_at)
      values (${day}, ${s.wallets}, ${s.held}, ${s.on_way_back}, ${s.disputed}, ${s.unassigned}, ${s.goodwill},
        ${s.at_provider}, ${madeAt})
      on conflict do nothing`.execute(on);

/** False: there is no such day yet. */
export const setBankBalance = async (
  tx: Tx,
  b: { day: string; bank: bigint; by: string; at: Date },
): Promise<boolean> =>
  (await one(
    tx,
    sql`update customer_money_day set bank = ${b.bank}, entered_by = ${b.by}, entered_at = ${b.at}
        where day = ${b.day} returning day`,
  )) !== null;
