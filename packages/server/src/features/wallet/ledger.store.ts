import { createHash } from "node:crypto";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database.ts";
import { newId } from "../../platform/ids.ts";

/** One posting of a move: paise from one account to another. */
export type Posting = {
  source: readonly [owner: string, kind: string];
  destination: readonly [owner: string, kind: string];
  amount: bigint;
};

export type Move = {
  /** Whose books: the driver's or the company's id. */
  scope: string;
  idem: string;
  kind: "TOP_UP" | "CHARGE" | "HOLD" | "RELEASE" | "REFUND" | "CORRECTION";
  reason: string;
  at: Date;
  sessionId: string | null;
  cdrId: string | null;
  postings: readonly Posting[];
  /** What makes it the same move again, where the postings also depend on the balances of the moment. */
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

/** Books a move once. Returns false when the same move was booked before; throws VM001 for another one under its key. */
export async function move(tx: Tx, m: Move): Promise<boolean> {
  const hash = inputHash(m.input ?? [m.kind, m.postings]);
  const row = await one(
    tx,
    sql<{ replayed: boolean }>`
      select replayed from ledger_move(
        ${m.scope}, ${newId("trf", m.at)}, ${m.idem}, ${hash}, ${m.kind}, ${m.reason}, ${m.at}, ${m.sessionId}, ${m.cdrId},
        ${m.postings.map((p) => p.source[0])}, ${m.postings.map((p) => p.source[1])},
        ${m.postings.map((p) => p.destination[0])}, ${m.postings.map((p) => p.destination[1])},
        ${m.postings.map((p) => p.amount.toString())}::bigint[])`,
  );
  return !row!.replayed;
}

export type Balances = { wallet: bigint; held: bigint; overdraft: bigint };

export async function readBalances(on: Queryable, userId: string): Promise<Balances> {
  const found = await rows(
    on,
    sql<{
      kind: keyof Balances;
      balance: bigint;
    }>`select kind, balance from ledger_account where owner = ${userId}`,
  );
  const of = (kind: string) => found.find((row) => row.kind === kind)?.balance ?? 0n;
  return { wallet: of("wallet"), held: of("held"), overdraft: of("overdraft") };
}

/** Locks a driver's books first of all rows, so that everything that touches their money happens one after another. */
export async function lockWallet(tx: Tx, userId: string): Promise<Balances> {
  await sql`select 1 from ledger_account where owner = ${userId} and cached order by owner, kind for update`.execute(
    tx,
  );
  return readBalances(tx, userId);
}

/** Sets money aside for a session. False: it was before. Throws 23514 when the wallet has less. */
export async function placeHold(
  tx: Tx,
  h: { userId: string; sessionId: string; amount: bigint; reason: string; at: Date },
): Promise<boolean> {
  const hash = inputHash([h.sessionId, h.amount]);
  const row = await one(
    tx,
    sql<{
      done: boolean;
    }>`select ledger_hold_place(${h.userId}, ${newId("hld", h.at)}, ${h.sessionId}, ${newId("trf", h.at)}, ${hash},
      ${h.amount}, ${h.reason}, ${h.at}) as done`,
  );
  return row!.done;
}

export async function releaseHold(
  tx: Tx,
  h: {
    userId: string;
    sessionId: string;
    status: "RELEASED" | "EXPIRED";
    reason: string;
    at: Date;
  },
): Promise<boolean> {
  const row = await one(
    tx,
    sql<{
      done: boolean;
    }>`select ledger_hold_release(${h.userId}, ${h.sessionId}, ${newId("trf", h.at)}, ${h.status},
      ${h.reason}, ${h.at}) as done`,
  );
  return row!.done;
}

export async function captureHold(
  tx: Tx,
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
    tx,
    sql<{
      done: boolean;
    }>`select ledger_hold_capture(${c.userId}, ${c.sessionId}, ${c.cdrId}, ${newId("trf", c.at)},
      ${hash}, ${c.total}, ${c.gst}, ${c.reason}, ${c.at}) as done`,
  );
  return row!.done;
}

export type HoldRow = {
  session_id: string;
  amount: bigint;
  status: "HELD" | "CAPTURED" | "RELEASED" | "EXPIRED";
};

export const holdsOf = (on: Queryable, userId: string, sessionIds: readonly string[]) =>
  rows(
    on,
    sql<HoldRow>`select session_id, amount, status from ledger_hold
                 where user_id = ${userId} and session_id = any(${sessionIds})`,
  );

export type MovementRow = {
  id: string;
  at: Date;
  kind: Move["kind"];
  reason: string;
  session_id: string | null;
  cdr_id: string | null;
  balance_after: bigint;
  amount: bigint;
  hold_status: HoldRow["status"] | null;
};

/** Newest first; the amount is what the driver sees come or go. */
export const listMovements = (on: Queryable, userId: string, offset: number, limit: number) =>
  rows(
    on,
    sql<MovementRow>`
      select t.id, t.at, t.kind, t.reason, t.session_id, t.cdr_id, t.balance_after,
        (select h.status from ledger_hold h
          where t.kind = 'HOLD' and h.user_id = t.scope and h.session_id = t.session_id) as hold_status,
        (select coalesce(sum(case
            when t.kind = 'CHARGE' and p.destination_kind = 'sales' then -p.amount
            when t.kind = 'HOLD' then -p.amount
            when t.kind = 'RELEASE' then p.amount
            when t.kind in ('TOP_UP', 'REFUND', 'CORRECTION') and p.destination_kind = 'wallet' then p.amount
            when t.kind in ('REFUND', 'CORRECTION') and p.source_kind = 'wallet' then -p.amount
            else 0 end), 0)::bigint
         from ledger_posting p where p.scope = t.scope and p.transfer_id = t.id) as amount
      from ledger_transfer t where t.scope = ${userId}
      order by t.at desc, t.id desc offset ${offset} limit ${limit}`,
  );

export const countMovements = async (on: Queryable, userId: string): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from ledger_transfer where scope = ${userId}`,
  ))!.n;

export type LedgerFaults = { unbalanced: number; drifted: number; misheld: number };

/**
 * What must be zero: transfers without postings, cached accounts that differ from their postings, and drivers whose
 * held money differs from their open holds.
 */
export async function checkLedger(on: Queryable): Promise<LedgerFaults> {
  const row = await one(
    on,
    sql<LedgerFaults>`
      with moved as (
        select owner, kind, sum(delta) as total from (
          select destination_owner as owner, destination_kind as kind, amount as delta from ledger_posting
          union all select source_owner, source_kind, -amount from ledger_posting) d group by owner, kind)
      select
        (select count(*)::int from ledger_transfer t
          where not exists (select 1 from ledger_posting p where p.scope = t.scope and p.transfer_id = t.id)) as unbalanced,
        (select count(*)::int from ledger_account a left join moved m using (owner, kind)
          where a.cached and a.balance <> coalesce(m.total, 0)) as drifted,
        (select count(*)::int from ledger_account a where a.kind = 'held' and a.balance <> (
          select coalesce(sum(h.amount), 0) from ledger_hold h
          where h.user_id = a.owner and h.status = 'HELD')) as misheld`,
  );
  return row!;
}
