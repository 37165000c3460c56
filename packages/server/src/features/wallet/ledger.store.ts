import { areThese, type SessionKey } from "../../platform/database/these-sessions.ts";
import { createHash } from "node:crypto";
import {
  one,
  rows,
  sql,
  type Queryable,
  type Tx,
  planKept,
} from "../../platform/database/database.ts";
import { sqlState } from "../../platform/database/sql-state.ts";
import { newId } from "../../platform/ids.ts";

/** What an account is for. The chart of accounts (features/books) has a place for each. */
export type AccountKind =
  | "wallet"
  | "held"
  | "withdrawing"
  | "overdraft"
  | "receivable"
  | "payable"
  | "disputed"
  | "payments"
  | "bank"
  | "sales"
  | "gst"
  | "purchases"
  | "goodwill"
  | "bad_debts"
  | "tds"
  | "suspense"
  | "gateway_fees"
  | "gateway_gst"
  | "unmatched";

/** One posting of a move: paise from one account to another. */
export type Posting = {
  source: readonly [owner: string, kind: AccountKind];
  destination: readonly [owner: string, kind: AccountKind];
  amount: bigint;
};

/**
 * PAYOUT: a refund has been paid out; no movement of the driver, whose balance it left before. PAYMENT: a
 * company paid. COST: what a CDR costs us, on the operator's account.
 */
export type TransferKind =
  | "TOP_UP"
  | "CHARGE"
  | "HOLD"
  | "RELEASE"
  | "REFUND"
  | "CORRECTION"
  | "WITHDRAWAL"
  | "WITHDRAWAL_RETURNED"
  | "DISPUTE"
  | "DISPUTE_RETURNED"
  | "PAYOUT"
  | "PAYMENT"
  | "SETTLEMENT"
  | "COST";

export type Move = {
  /** The owner of the account: the driver's or the company's id. */
  scope: string;
  idem: string;
  kind: TransferKind;
  reason: string;
  at: Date;
  sessionId: string | null;
  cdrId: string | null;
  postings: readonly Posting[];
  /** Identifies a repetition if the postings also depend on the present balances. */
  input?: unknown;
};

export const inputHash = (input: unknown): string =>
  createHash("sha256")
    .update(
      JSON.stringify(input, (_key, value: unknown) =>
        typeof value === "bigint" ? value.toString() : value,
      ),
    )
    .digest("hex");

/** The idempotency key of a move was used for another one. The transaction it was tried in cannot go on. */
export class KeyReused extends Error {}

/** What `ledger_is_replay` raises for a key of another move. */
const KEY_REUSED = "VM001";

/**
 * Books a move once: one statement, whole by itself or part of the caller's transaction. Returns false when the same move
 * was booked before; throws `KeyReused` when its key stands for another one.
 */
export async function move(on: Queryable, m: Move): Promise<boolean> {
  const hash = inputHash(m.input ?? [m.kind, m.postings]);
  const row = await one(
    on,
    sql<{ replayed: boolean }>`
      select replayed from ledger_move(
        ${m.scope}, ${newId("trf", m.at)}, ${m.idem}, ${hash}, ${m.kind}, ${m.reason}, ${m.at}, ${m.sessionId}, ${m.cdrId},
        ${m.postings.map((p) => p.source[0])}, ${m.postings.map((p) => p.source[1])},
        ${m.postings.map((p) => p.destination[0])}, ${m.postings.map((p) => p.destination[1])},
        ${m.postings.map((p) => p.amount.toString())}::bigint[]) ${planKept}`,
  ).catch((error: unknown) => {
    if (sqlState(error) === KEY_REUSED) throw new KeyReused(m.idem, { cause: error });
    throw error;
  });
  return !row!.replayed;
}

/** Whether a key of these books was used. */
export const isBooked = async (on: Queryable, scope: string, idem: string): Promise<boolean> =>
  (await one(on, sql`select 1 from ledger_transfer where scope = ${scope} and idem = ${idem}`)) !==
  null;

/** When a driver's debt last became more; null: there never was one. */
export const debtGrownAt = async (on: Queryable, userId: string): Promise<Date | null> =>
  (
    await one(
      on,
      sql<{ at: Date | null }>`
        select max(t.at) as at from ledger_transfer t join ledger_posting p on p.scope = t.scope and p.transfer_id = t.id
        where t.scope = ${userId} and p.source_kind = 'overdraft'`,
    )
  )?.at ?? null;

export type Balances = {
  wallet: bigint;
  held: bigint;
  withdrawing: bigint;
  overdraft: bigint;
  /** Of `wallet` and `held`: what the provider gave, which is never paid out. */
  goodwill: bigint;
};

const NOTHING: Balances = { wallet: 0n, held: 0n, withdrawing: 0n, overdraft: 0n, goodwill: 0n };

export const readBalances = async (on: Queryable, userId: string): Promise<Balances> =>
  (await one(
    on,
    sql<Balances>`select wallet, held, withdrawing, overdraft, goodwill from ledger_wallet where owner = ${userId} ${planKept}`,
  )) ?? NOTHING;

/** Locks a driver's wallet before any other row, so that all changes of their money run one after another. */
export const lockWallet = async (tx: Tx, userId: string): Promise<Balances> =>
  (await one(
    tx,
    sql<Balances>`select wallet, held, withdrawing, overdraft, goodwill from ledger_wallet where owner = ${userId} for update ${planKept}`,
  )) ?? NOTHING;

/** Places a hold for a session. False: it has one. Throws 23514 if the wallet has less. */
export async function placeHold(
  on: Queryable,
  h: { userId: string; sessionId: string; amount: bigint; reason: string; at: Date },
): Promise<boolean> {
  const hash = inputHash([h.sessionId, h.amount]);
  const row = await one(
    on,
    sql<{
      done: boolean;
    }>`select ledger_hold_place(${h.userId}, ${newId("hld", h.at)}, ${h.sessionId}, ${newId("trf", h.at)}, ${hash},
      ${h.amount}, ${h.reason}, ${h.at}) as done ${planKept}`,
  );
  return row!.done;
}

/** Places a released hold again. False: the session has no released hold. Throws 23514 like `placeHold`. */
export async function renewHold(
  on: Queryable,
  h: { userId: string; sessionId: string; amount: bigint; reason: string; at: Date },
): Promise<boolean> {
  const row = await one(
    on,
    sql<{
      done: boolean;
    }>`select ledger_hold_renew(${h.userId}, ${newId("hld", h.at)}, ${h.sessionId}, ${newId("trf", h.at)}, ${h.amount},
      ${h.reason}, ${h.at}) as done`,
  );
  return row!.done;
}

/** Increases a session's hold, as far as the wallet allows. Returns the added paise; 0 if it has no hold. */
export async function growHold(
  on: Queryable,
  h: { userId: string; sessionId: string; wanted: bigint; reason: string; at: Date },
): Promise<bigint> {
  const row = await one(
    on,
    sql<{
      added: bigint;
    }>`select ledger_hold_grow(${h.userId}, ${h.sessionId}, ${newId("trf", h.at)}, ${h.wanted}, ${h.reason},
      ${h.at}) as added`,
  );
  return row!.added;
}

export async function releaseHold(
  on: Queryable,
  h: {
    userId: string;
    sessionId: string;
    status: "RELEASED" | "EXPIRED";
    reason: string;
    at: Date;
  },
): Promise<boolean> {
  const row = await one(
    on,
    sql<{
      done: boolean;
    }>`select ledger_hold_release(${h.userId}, ${h.sessionId}, ${newId("trf", h.at)}, ${h.status},
      ${h.reason}, ${h.at}) as done`,
  );
  return row!.done;
}

export async function captureHold(
  on: Queryable,
  c: {
    userId: string;
    sessionId: string;
    cdrId: string;
    total: bigint;
    gst: bigint;
    reason: string;
    at: Date;
  },
): Promise<boolean> {
  const hash = inputHash([c.sessionId, c.total, c.gst]);
  const row = await one(
    on,
    sql<{
      done: boolean;
    }>`select ledger_hold_capture(${c.userId}, ${c.sessionId}, ${c.cdrId}, ${newId("trf", c.at)},
      ${hash}, ${c.total}, ${c.gst}, ${c.reason}, ${c.at}) as done ${planKept}`,
  );
  return row!.done;
}

export type HoldRow = {
  session_id: string;
  amount: bigint;
  status: "HELD" | "CAPTURED" | "RELEASED" | "EXPIRED";
};

export const holdsOf = (on: Queryable, these: readonly SessionKey[]) =>
  rows(
    on,
    sql<HoldRow>`select session_id, amount, status from ledger_hold h where ${areThese("h", these)} ${planKept}`,
  );
