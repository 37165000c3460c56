import type { DeskRole, ErrorCode, RouteSpec } from "@voltmarg/contract";
import type { Tx } from "../database/database.ts";
import type { Outcome } from "./problem.ts";

/** What is written down of a call. */
export type DeskRequest = {
  method: string;
  route: string;
  parameters: { params: unknown; query: unknown; body: unknown } | null;
  requestId: string;
};

/** A call of the provider's desk by one of its credentials. It is written down once, with its outcome. */
export type DeskCall = {
  name: string;
  role: DeskRole;
  /** Whether it is written down already. */
  isNoted(): boolean;
  /** Writes it down by itself: what only read, or was refused. */
  note(outcome: string): Promise<void>;
  /** Does the work and writes it down in one transaction: no change without its line in the books. */
  transact<T, Code extends ErrorCode>(
    work: (tx: Tx) => Promise<Outcome<T, Code>>,
  ): Promise<Outcome<T, Code>>;
};

export type OpenDesk = (bearer: string, request: DeskRequest) => Promise<DeskCall | null>;

/** `admin` may everything, every credential may read; otherwise a route is for its own role. */
export function mayCall(holder: DeskRole, { access, method }: RouteSpec): boolean {
  const declared = access.rule === "provider" ? access.role : undefined;
  const needed = declared ?? (method === "GET" ? "read" : "admin");
  return holder === "admin" || needed === "read" || holder === needed;
}

/** Runs a call and sees to it that it is written down, whatever becomes of it. */
export async function noted<Answer extends { ok: true } | { ok: false; reason: ErrorCode }>(
  desk: DeskCall,
  run: () => Promise<Answer>,
): Promise<Answer> {
  let outcome: Answer;
  try {
    outcome = await run();
  } catch (error) {
    if (!desk.isNoted()) await desk.note("INTERNAL");
    throw error;
  }
  if (!desk.isNoted()) await desk.note(outcome.ok ? "OK" : outcome.reason);
  return outcome;
}
