import type { Consent, GivenConsent } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import {
  findConsent,
  findNominee,
  insertConsent,
  putNominee,
  removeNominee,
  withdrawConsent,
} from "./consent.store.ts";
import type { Notice } from "./notice.ts";

export type ConsentDeps = {
  database: Database;
  clock: Clock;
  writeAudit: WriteAudit;
  notice: Notice;
};

/** What a driver has agreed to, and whether the notice that holds now is still to be agreed to. */
export async function readConsent(
  { notice, database: { db } }: ConsentDeps,
  userId: string,
): Promise<Consent> {
  const { version } = await notice.version();
  const given = await findConsent(db, userId);
  const nominee = await findNominee(db, userId);
  return {
    version,
    is_due: given?.version !== version,
    given: given && { ...given, given_at: given.given_at.toISOString() },
    nominee: nominee && { ...nominee, named_at: nominee.named_at.toISOString() },
  };
}

/** Whether it is consent to the notice that holds now. */
const isConsent = async (
  { notice }: Pick<ConsentDeps, "notice">,
  given: GivenConsent,
): Promise<boolean> => given.version === (await notice.version()).version;

/** Keeps what was agreed to, in the transaction that makes an account of it. */
const keepConsent = (
  { clock }: Pick<ConsentDeps, "clock">,
  tx: Tx,
  userId: string,
  { version, language }: GivenConsent,
) => insertConsent(tx, userId, { version, language, given_at: clock.now() });

/** What a sign-up needs of it. */
export const consentOf = (deps: Pick<ConsentDeps, "notice" | "clock">) => ({
  holds: (given: GivenConsent) => isConsent(deps, given),
  keep: (tx: Tx, userId: string, given: GivenConsent) => keepConsent(deps, tx, userId, given),
});

export async function giveConsent(
  deps: ConsentDeps,
  userId: string,
  given: GivenConsent,
): Promise<Outcome<Consent, "CONSENT_NEEDED">> {
  if (!(await isConsent(deps, given))) return refuse("CONSENT_NEEDED");
  await deps.database.transact(async (tx) => {
    const before = await findConsent(tx, userId);
    if (before?.version !== given.version) await keepConsent(deps, tx, userId, given);
  });
  return done(await readConsent(deps, userId));
}

export async function nominate(
  deps: ConsentDeps,
  userId: string,
  nominee: { name: string; contact: string } | null,
): Promise<Consent> {
  await deps.database.transact(async (tx) => {
    if (nominee) await putNominee(tx, userId, { ...nominee, named_at: deps.clock.now() });
    else await removeNominee(tx, userId);
    await deps.writeAudit(tx, userId, "NOMINEE_CHANGED");
  });
  return readConsent(deps, userId);
}

export { withdrawConsent };
