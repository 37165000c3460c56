import type { Movement, Wallet } from "@voltmarg/contract";
import { indianDayBounds } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { setAsideOf } from "./dispute.store.ts";
import { readBalances } from "./ledger.store.ts";
import { lastPaidWith } from "./paid-with.ts";
import { addable, beingPaid } from "./top-up.ts";
import { unused } from "./withdraw.ts";
import { countMovements, listMovements, type MovementFilter } from "./movements.store.ts";

export const MINIMUM_BALANCE = 5_000n;
export const SUGGESTED_TOP_UP = 50_000n;

export async function getWallet(
  on: Queryable,
  userId: string,
  { at, most }: { at: Date; most: bigint },
): Promise<Wallet> {
  const balances = await readBalances(on, userId);
  const { wallet, held, withdrawing, overdraft, goodwill } = balances;
  const free = wallet + overdraft;
  const spendable = free > MINIMUM_BALANCE ? free - MINIMUM_BALANCE : 0n;
  return {
    currency: "INR",
    balance_minor: Number(wallet + held + overdraft),
    held_minor: Number(held),
    goodwill_minor: Number(goodwill),
    returnable_minor: Number(unused(balances)),
    addable_minor: Number(addable(balances, await beingPaid(on, userId, at), most)),
    withdrawing_minor: Number(withdrawing),
    disputed_minor: Number(await setAsideOf(on, userId)),
    spendable_minor: Number(spendable),
    minimum_minor: Number(MINIMUM_BALANCE),
    last_paid_with: await lastPaidWith(on, userId),
  };
}

export type MovementQuery = {
  kind?: Movement["kind"] | undefined;
  from?: string | undefined;
  until?: string | undefined;
  per?: "session" | undefined;
};

/** A date means the whole day in India's time; an instant is used as given. Null: invalid date. */
export function filterOf({ kind, from, until, per }: MovementQuery): MovementFilter | null {
  const isDay = (text: string) => text.length === 10;
  const start =
    from === undefined ? null : isDay(from) ? indianDayBounds(from).from : new Date(from);
  const end =
    until === undefined ? null : isDay(until) ? indianDayBounds(until).until : new Date(until);
  if ([start, end].some((each) => each && Number.isNaN(each.getTime()))) return null;
  return { kind: kind ?? null, from: start, until: end, perSession: per === "session" };
}

export async function getMovements(
  on: Queryable,
  userId: string,
  filter: MovementFilter,
  pageNo: number,
  pageSize: number,
): Promise<Page<Movement>> {
  const wanted = { offset: pageNo * pageSize, limit: pageSize };
  const found = await listMovements(on, userId, filter, wanted);
  const content = found.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    amount_minor: Number(row.amount),
    balance_minor: Number(row.balance_after),
    reason: row.reason,
    session_id: row.session_id,
    cdr_id: row.cdr_id,
    hold_status: row.hold_status,
    held_minor: row.held === null ? null : Number(row.held),
    place: row.place,
  }));
  return page(content, pageNo, pageSize, await countMovements(on, userId, filter));
}

export { hasMovements as hadWallet } from "./movements.store.ts";
