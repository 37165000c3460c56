import type { Movement, Wallet } from "@voltmarg/contract";
import type { Queryable } from "../../platform/database.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { countMovements, listMovements, readBalances } from "./ledger.store.ts";

export const MINIMUM_BALANCE = 5_000n;
export const SUGGESTED_TOP_UP = 50_000n;

export async function getWallet(on: Queryable, userId: string): Promise<Wallet> {
  const { wallet, held, overdraft } = await readBalances(on, userId);
  const free = wallet + overdraft;
  const spendable = free > MINIMUM_BALANCE ? free - MINIMUM_BALANCE : 0n;
  return {
    currency: "INR",
    balance_minor: Number(wallet + held + overdraft),
    held_minor: Number(held),
    spendable_minor: Number(spendable),
    minimum_minor: Number(MINIMUM_BALANCE),
  };
}

export async function getMovements(
  on: Queryable,
  userId: string,
  pageNo: number,
  pageSize: number,
): Promise<Page<Movement>> {
  const [found, total] = [
    await listMovements(on, userId, pageNo * pageSize, pageSize),
    await countMovements(on, userId),
  ];
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
  }));
  return page(content, pageNo, pageSize, total);
}
