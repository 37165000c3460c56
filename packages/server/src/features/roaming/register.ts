import { highestOf, isAbove } from "@voltmarg/ocpi";
import { newId, newSecret } from "../../platform/ids.ts";
import {
  keepIntroduction,
  ourCredentials,
  readEndpoints,
  type Refusal,
  type Spoken,
} from "./register-partner.ts";
import { clientFor } from "./circuit-breakers.ts";
import {
  findOperator,
  promoteToken,
  putOperator,
  setPendingToken,
  setRotating,
  setTheirIntroduction,
  setVersion,
  tokenHash,
  type NewOperator,
  type OperatorRow,
} from "./operators.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

export type RegisterResult = { ok: true; operator: OperatorRow } | Refusal;

const notThere: Refusal = { ok: false, reason: "REFUSED", message: "the partner was removed" };

/** An operator from the settings, with the token for registration. */
export type ConfiguredOperator = Omit<NewOperator, "id" | "at" | "versionsUrl"> & {
  versionsUrl: string;
  tokenA: string;
};

/**
 * Registers us with a partner that gave us its versions URL and a first token. Everything needed to continue after a crash
 * is stored before anything is sent: a repeated call finishes what was begun, and changes nothing that is finished.
 */
export async function registerWith(
  deps: RoamingDeps,
  partner: ConfiguredOperator,
): Promise<RegisterResult> {
  const { db } = deps.database;
  const at = deps.clock.now();
  const operator = await putOperator(db, { ...partner, id: newId("opr", at), at });
  if (!operator) return notThere;
  if (operator.registered_at) return { ok: true, operator };
  const { tokenA } = partner;
  await setTheirIntroduction(db, operator.id, deps.encryption.encrypt(tokenA), tokenHash(tokenA));
  return resumeRegistration(deps, operator.id);
}

/**
 * The credentials handshake with us as the sender: reads versions and details with their TOKEN_A, posts our token B,
 * receives their token C. B is stored as pending before it is posted, since the partner calls back with it.
 */
export async function resumeRegistration(
  deps: RoamingDeps,
  operatorId: string,
): Promise<RegisterResult> {
  const { db } = deps.database;
  const operator = await findOperator(db, operatorId);
  if (!operator?.versions_url || !operator.their_introduction) return notThere;
  if (operator.registered_at) return { ok: true, operator };
  const tokenA = deps.encryption.decrypt(operator.their_introduction);

  const read = await readEndpoints(clientFor(deps, operator, tokenA), operator.versions_url);
  if (!read.ok) return read;
  const tokenB = newSecret();
  await setVersion(db, operator.id, read.version);
  await setPendingToken(db, operator.id, tokenB);
  const answered = await clientFor(deps, operator, tokenA, read).postCredentials(
    ourCredentials(deps, tokenB),
  );
  if (!answered.ok) {
    const certain = answered.reason === "http" || answered.reason === "ocpi";
    return {
      ok: false,
      reason: certain ? "REFUSED" : "UNREACHABLE",
      message: `credentials: ${answered.message}`,
    };
  }
  return finish(deps, operator, answered.data, read, tokenB);
}

/**
 * Moves a partner up to a higher version that both know by now, with new tokens. Sessions go on: until the partner answers,
 * the old endpoints and tokens are used. True: it has moved.
 */
export async function moveUp(deps: RoamingDeps, operator: OperatorRow): Promise<boolean> {
  if (!operator.their_token || !operator.registered_at || !operator.versions_url) return false;
  const client = clientFor(deps, operator, deps.encryption.decrypt(operator.their_token));
  const listed = await client.getVersions(operator.versions_url);
  const highest = listed.ok ? highestOf(listed.data) : null;
  if (!highest || !isAbove(highest.version, operator.ocpi_version)) return false;
  const moved = await rotate(deps, operator.id);
  const { ocpi_version: from } = operator;
  const about = { operator: operator.id, from, to: highest.version };
  if (moved.ok) deps.logger.info(about, "a partner moved up to a higher version");
  else deps.logger.warn({ ...about, reason: moved.message }, "a partner could not move up");
  return moved.ok;
}

/**
 * Renews both tokens by a PUT, in the highest version that both know. Our old token stays valid until the partner answers or uses the new one; without
 * an answer the next synchronisation repeats it.
 */
export async function rotate(deps: RoamingDeps, operatorId: string): Promise<RegisterResult> {
  const { db } = deps.database;
  const operator = await findOperator(db, operatorId);
  if (!operator?.their_token || !operator.registered_at || !operator.versions_url) return notThere;
  const theirs = deps.encryption.decrypt(operator.their_token);
  const read = await readEndpoints(clientFor(deps, operator, theirs), operator.versions_url);
  if (!read.ok) return read;
  const ours = newSecret();
  await setPendingToken(db, operator.id, ours);
  await setRotating(db, operator.id, deps.clock.now());
  const client = clientFor(deps, operator, theirs, read);
  const answered = await client.putCredentials(ourCredentials(deps, ours));
  if (answered.ok) return finish(deps, operator, answered.data, read, ours);
  const certain =
    answered.reason === "unsent" ||
    answered.reason === "ocpi" ||
    (answered.reason === "http" && (answered.status ?? 500) < 500);
  if (certain) await setRotating(db, operator.id, null);
  return {
    ok: false,
    reason: certain && answered.reason !== "unsent" ? "REFUSED" : "UNREACHABLE",
    message: `credentials: ${answered.message}`,
  };
}

async function finish(
  deps: RoamingDeps,
  operator: OperatorRow,
  theirs: Parameters<typeof keepIntroduction>[3],
  spoken: Spoken,
  ours: string,
): Promise<RegisterResult> {
  const { database } = deps;
  // The answer may not move the partner to another host than the one we called.
  const moved = { ...theirs, url: operator.versions_url! };
  const kept = await database.transact(async (tx) => {
    const stored = await keepIntroduction(deps, tx, operator, moved, spoken);
    if (stored.ok) {
      await promoteToken(tx, operator.id, tokenHash(ours));
      await setRotating(tx, operator.id, null);
    }
    return stored;
  });
  if (!kept.ok) return kept;
  const registered = await findOperator(database.db, operator.id);
  return registered ? { ok: true, operator: registered } : notThere;
}
