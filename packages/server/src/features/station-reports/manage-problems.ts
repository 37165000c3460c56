import type { StationsDeps } from "../stations/index.ts";
import type { StationProblem } from "@voltmarg/contract";
import { maskedMobile } from "@voltmarg/rules";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { closeProblem, countProblems, listProblems, type ProblemRow } from "./problems.store.ts";

const toWire = ({ body, user_id, mobile, ...row }: ProblemRow): StationProblem => ({
  ...row,
  driver: user_id === null ? null : { id: user_id, mobile_masked: maskedMobile(mobile) },
  text: body,
  created_at: row.created_at.toISOString(),
  closed_at: row.closed_at && row.closed_at.toISOString(),
});

/** Problems that drivers reported, newest first. */
export async function readProblems(
  { database: { db } }: StationsDeps,
  of: { state: "OPEN" | "CLOSED"; page_no: number; page_size: number },
): Promise<Page<StationProblem>> {
  const open = of.state === "OPEN";
  const found = await listProblems(db, open, of);
  return page(found.map(toWire), of.page_no, of.page_size, await countProblems(db, open));
}

/** Closes a report. Repeated, it keeps the time at which it was first closed. */
export function closeReport(
  deps: StationsDeps,
  backoffice: BackofficeCall,
  id: string,
): Promise<Outcome<{ id: string; closed_at: string }, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    const at = await closeProblem(tx, id, deps.clock.now());
    return at ? done({ id, closed_at: at.toISOString() }) : refuse("NOT_FOUND");
  });
}
