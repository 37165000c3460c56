import type { Approval } from "@voltmarg/contract";
import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";
import { NUMBER, pageAt, type Place } from "./payments.store.ts";

export type ApprovalRow = {
  id: string;
  created_at: Date;
  kind: Approval["kind"];
  state: Approval["state"];
  user_id: string | null;
  amount: bigint | null;
  operation: string | null;
  input: Record<string, unknown> | null;
  subject: string;
  reference: string;
  reason: string;
  proposed_by: string;
  expires_at: Date | null;
  decided_by: string | null;
  decided_at: Date | null;
  because: string | null;
  mobile: string | null;
};
const select = sql`select t.*, ${NUMBER} from (select *, proposed_at as created_at from desk_approval) t`;

export const listApprovals = (
  on: Queryable,
  { state, kind }: { state: Approval["state"] | null; kind: Approval["kind"] | null },
  place: Place,
  limit: number,
) =>
  rows(
    on,
    sql<ApprovalRow>`${select} where true ${state ? sql`and t.state = ${state}` : sql``}
      ${kind ? sql`and t.kind = ${kind}` : sql``} ${pageAt(place, limit)}`,
  );

export const findApproval = (on: Queryable, id: string) =>
  one(on, sql<ApprovalRow>`${select} where t.id = ${id}`);
