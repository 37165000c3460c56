import type { backoffice } from "@voltmarg/contract";
import type * as z from "zod/mini";
import type { BackofficeRequest } from "../../platform/http/backoffice-call.ts";
import { one, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type ApprovalRow = {
  id: string;
  kind: z.output<typeof backoffice.ApprovalKind>;
  state: z.output<typeof backoffice.ApprovalState>;
  /** Null: a change, which concerns no single driver. */
  user_id: string | null;
  amount: bigint | null;
  /** Of a change: method and path of the operation, and what it was called with. */
  operation: string | null;
  input: BackofficeRequest["parameters"];
  /** What its reference belongs to: the driver, the bill, or all bank transfers. */
  subject: string;
  reference: string;
  reason: string;
  proposed_by: string;
  person: string;
  proposed_at: Date;
  expires_at: Date | null;
  decided_by: string | null;
  decided_at: Date | null;
  because: string | null;
};
/** What a member gives a driver. */
export type MoneyApproval = ApprovalRow & { user_id: string; amount: bigint };
export const isMoneyApproval = (row: ApprovalRow): row is MoneyApproval => row.kind !== "CHANGE";
export type Reference = Pick<ApprovalRow, "kind" | "subject" | "reference">;

/** What one driver is given is decided one after the other. */
export const lockGiving = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`giving/${userId}`}, 17))`.execute(tx);

/** What uses a reference; what was rejected or has expired does not. */
export const findByReference = (on: Queryable, { kind, subject, reference }: Reference) =>
  one(
    on,
    sql<ApprovalRow>`select * from desk_approval where kind = ${kind} and subject = ${subject}
      and reference = ${reference} and state not in ('REJECTED', 'EXPIRED')`,
  );

/** What one person gave a driver since an instant, or proposed to give, under any of these names. */
export const givenSince = async (
  on: Queryable,
  names: readonly string[],
  userId: string,
  since: Date,
): Promise<bigint> =>
  (await one(
    on,
    sql<{ given: bigint }>`
      select coalesce(sum(amount), 0)::bigint as given from desk_approval
      where user_id = ${userId} and person = any(${names}) and proposed_at > ${since}
        and state in ('BOOKED', 'WAITING', 'CONFIRMED')`,
  ))!.given;

/** The same change that waits already. */
export const findWaitingChange = (
  on: Queryable,
  operation: string,
  input: BackofficeRequest["parameters"],
) =>
  one(
    on,
    sql<ApprovalRow>`select * from desk_approval where kind = 'CHANGE' and state = 'WAITING'
      and operation = ${operation} and input = ${JSON.stringify(input)}::jsonb`,
  );

/** Null: the reference was used meanwhile. */
export const insertApproval = (
  tx: Tx,
  a: Omit<ApprovalRow, "decided_by" | "decided_at" | "because">,
) =>
  one(
    tx,
    sql<ApprovalRow>`
      insert into desk_approval (id, kind, state, user_id, amount, operation, input, subject, reference, reason,
        proposed_by, person, proposed_at, expires_at)
      values (${a.id}, ${a.kind}, ${a.state}, ${a.user_id}, ${a.amount}, ${a.operation},
        ${a.input && JSON.stringify(a.input)}, ${a.subject}, ${a.reference}, ${a.reason}, ${a.proposed_by},
        ${a.person}, ${a.proposed_at}, ${a.expires_at})
      on conflict do nothing returning *`,
  );

export const findApproval = (on: Queryable, id: string) =>
  one(on, sql<ApprovalRow>`select * from desk_approval where id = ${id}`);

export const lockApproval = (tx: Tx, id: string) =>
  one(tx, sql<ApprovalRow>`select * from desk_approval where id = ${id} for update`);

export const decideApproval = async (
  tx: Tx,
  id: string,
  d: { state: "CONFIRMED" | "REJECTED" | "EXPIRED"; by: string; at: Date; because: string | null },
): Promise<ApprovalRow> =>
  (await one(
    tx,
    sql<ApprovalRow>`update desk_approval set state = ${d.state}, decided_by = ${d.by}, decided_at = ${d.at},
        because = ${d.because}
      where id = ${id} and state = 'WAITING' returning *`,
  ))!;
