import { tryLease } from "../../platform/locks/lease.ts";
import {
  findPull,
  noteWanted,
  storePull,
  type OperatorPull,
  type PulledModule,
} from "./operator-pulls.store.ts";
import { pullCdrs, pullSessions, type PullOutcome } from "./pull.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

/**
 * `since`: the `date_from`. `notBefore`: a pull that began at this instant or later answers as well. `wait`: waits for a
 * pull that runs; otherwise that is the answer.
 */
export type Question = { since: Date; notBefore: Date; wait?: boolean };
export type Answered = PullOutcome | "RUNNING";

/** A pull begins where the earliest charge asked that asked within this time; it may be twice as long ago. */
const WINDOW_MS = 15 * 60_000;

/**
 * Pulls an operator's sessions or CDRs for a charge. Charges share pulls, over all replicas: one runs at a time, its list
 * begins where the earliest of them needs it, and its outcome counts for all that accept one of its age.
 */
export async function askOperator(
  deps: RoamingDeps,
  operatorId: string,
  module: PulledModule,
  question: Question,
): Promise<Answered> {
  const { db } = deps.database;
  const { since, notBefore } = question;
  const known = await findPull(db, operatorId, module);
  await noteIfEarlier(deps, operatorId, module, since, known);
  if (answers(known, question)) return known.outcome;
  const pull = async (): Promise<PullOutcome> => {
    // Meanwhile another may have asked.
    const last = await findPull(db, operatorId, module);
    if (answers(last, { since, notBefore })) return last.outcome;
    const began = deps.clock.now();
    const from = earliest([since, last?.wanted, last?.wanted_before]);
    const outcome = await (module === "sessions" ? pullSessions : pullCdrs)(deps, operatorId, from);
    await storePull(db, operatorId, module, { began, since: from, outcome });
    return outcome;
  };
  const name = `ask ${module} ${operatorId}`;
  if (question.wait) return deps.turns(name, pull);
  return (await tryLease(deps.database, name, pull))?.value ?? "RUNNING";
}

const answers = (
  last: OperatorPull | null,
  { since, notBefore }: Question,
): last is OperatorPull & { outcome: PullOutcome } =>
  last !== null &&
  last.outcome !== null &&
  last.began_at! >= notBefore &&
  last.since!.getTime() <= since.getTime();

const earliest = (instants: readonly (Date | null | undefined)[]): Date =>
  new Date(Math.min(...instants.flatMap((each) => (each ? [each.getTime()] : []))));

/** Most charges ask from later on than another has, and write nothing. */
async function noteIfEarlier(
  deps: RoamingDeps,
  operatorId: string,
  module: PulledModule,
  since: Date,
  known: OperatorPull | null,
): Promise<void> {
  const at = deps.clock.now();
  const windowFrom = new Date(at.getTime() - WINDOW_MS);
  if (known && known.wanted_from >= windowFrom && known.wanted <= since) return;
  const forgetFrom = new Date(at.getTime() - 2 * WINDOW_MS);
  const window = { since, at, windowFrom, forgetFrom };
  await noteWanted(deps.database.db, operatorId, module, window);
}
