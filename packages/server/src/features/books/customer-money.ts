import type { CustomerMoneyDay } from "@voltmarg/contract";
import { indianDayBounds, indianDayOf } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { BooksDeps } from "./file-month.ts";
import { paged, type Asked, type Page } from "./list-settlements.ts";
import {
  findMoneyDay,
  insertMoneyDay,
  lastMoneyDay,
  moneyDaysAt,
  movedBetween,
  setBankBalance,
  type MoneyDayRow,
  type MoneySums,
} from "./customer-money.store.ts";

/** By then all that was begun within a day is booked. */
const AFTER_MS = 3_600_000;
const DAY_MS = 86_400_000;

const NAMES = [
  "wallets",
  "held",
  "on_way_back",
  "disputed",
  "unassigned",
  "goodwill",
  "at_provider",
] as const satisfies (keyof MoneySums)[];

/**
 * Writes down what there was of customers' money at the end of each day of India's calendar that is over, an hour after it.
 * Again changes nothing. The first day is the one before the first run: all that was booked until then is read once.
 */
export async function closeMoneyDays({ database, clock }: BooksDeps): Promise<void> {
  const { db } = database;
  const now = clock.now();
  const newest = indianDayOf(new Date(now.getTime() - AFTER_MS - DAY_MS));
  for (let last = await lastMoneyDay(db); last === null || last.id < newest;) {
    const from = last && new Date(last.at.getTime() + DAY_MS);
    const day = from ? indianDayOf(from) : newest;
    const moved = await movedBetween(db, from, indianDayBounds(day).until);
    const sums = Object.fromEntries(
      NAMES.map((name) => [name, (last?.[name] ?? 0n) + moved[name]]),
    ) as MoneySums;
    await insertMoneyDay(db, day, sums, now);
    last = (await findMoneyDay(db, day))!;
  }
}

type AskedDays = Asked & { state?: "OPEN" | undefined };
/** A page of days, each with what should lie in the bank account and what does. */
export const listCustomerMoney = (
  on: Queryable,
  { state, ...asked }: AskedDays,
): Promise<Page<CustomerMoneyDay>> =>
  paged(asked, (page) => moneyDaysAt(on, state === "OPEN", page), toWire);

/** Enters what the bank's statement says at the end of a day; entered again, it replaces what was entered. */
export const enterBankBalance = (
  { clock }: BooksDeps,
  backoffice: BackofficeCall,
  { day, balance }: { day: string; balance: bigint },
): Promise<Outcome<CustomerMoneyDay, "NOT_FOUND">> =>
  backoffice.transact<CustomerMoneyDay, "NOT_FOUND">(async (tx) => {
    const entered = { day, bank: balance, by: backoffice.name, at: clock.now() };
    if (!(await setBankBalance(tx, entered)))
      return refuse("NOT_FOUND", { message: "There is no report of this day." });
    return done(toWire((await findMoneyDay(tx, day))!));
  });

function toWire(row: MoneyDayRow): CustomerMoneyDay {
  const owed = row.wallets + row.held + row.on_way_back + row.disputed + row.unassigned;
  const expected = owed - row.goodwill - row.at_provider;
  return {
    day: row.id,
    wallets_minor: Number(row.wallets),
    held_minor: Number(row.held),
    returning_minor: Number(row.on_way_back),
    disputed_minor: Number(row.disputed),
    unassigned_minor: Number(row.unassigned),
    goodwill_minor: Number(row.goodwill),
    owed_minor: Number(owed - row.goodwill),
    at_provider_minor: Number(row.at_provider),
    expected_minor: Number(expected),
    bank_minor: row.bank === null ? null : Number(row.bank),
    difference_minor: row.bank === null ? null : Number(row.bank - expected),
    entered_by: row.entered_by,
    entered_at: row.entered_at?.toISOString() ?? null,
  };
}
