import type { StaffRole, ErrorCode, RouteSpec } from "@voltmarg/contract";
import type { Tx } from "../database/database.ts";
import type { Outcome } from "./problem.ts";

/** What the audit log stores about a call. */
export type BackofficeRequest = {
  method: string;
  route: string;
  parameters: { params: unknown; query: unknown; body: unknown } | null;
  requestId: string;
};

/** A back-office call with one credential. The audit log gets it once, with its outcome. */
export type BackofficeCall = {
  name: string;
  role: StaffRole;
  /** Whether the audit log has this call already. */
  isNoted(): boolean;
  /** Writes only the audit entry: for reads and refusals. */
  note(outcome: string): Promise<void>;
  /** Runs the change and writes the audit entry in one transaction: no change without its entry. */
  transact<T, Code extends ErrorCode>(
    work: (tx: Tx) => Promise<Outcome<T, Code>>,
  ): Promise<Outcome<T, Code>>;
};

export type OpenBackoffice = (
  bearer: string,
  request: BackofficeRequest,
) => Promise<BackofficeCall | null>;

/** `admin` may call everything, and every credential may read; other routes need their own role. */
export function mayCall(holder: StaffRole, { access, method }: RouteSpec): boolean {
  const declared = access.rule === "provider" ? access.role : undefined;
  const needed = declared ?? (method === "GET" ? "read" : "admin");
  return holder === "admin" || needed === "read" || holder === needed;
}

/** Runs a call and writes its audit entry, whatever the outcome. */
export async function noted<Answer extends { ok: true } | { ok: false; reason: ErrorCode }>(
  backoffice: BackofficeCall,
  run: () => Promise<Answer>,
): Promise<Answer> {
  let outcome: Answer;
  try {
    outcome = await run();
  } catch (error) {
    if (!backoffice.isNoted()) await backoffice.note("INTERNAL");
    throw error;
  }
  if (!backoffice.isNoted()) await backoffice.note(outcome.ok ? "OK" : outcome.reason);
  return outcome;
}
