import type { Erasure, Obstacle } from "@voltmarg/contract";
import { formatInr } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import {
  countObstacles,
  eraseRows,
  findByNumber,
  findErasure,
  insertErasure,
  ReferenceTaken,
  type ErasureRow,
} from "./erasure.store.ts";
import { hashNumber, matchesHash, type NumberHash } from "./number-hash.ts";
import type { Entry } from "./register-entry.ts";
import { register } from "./register.ts";

export type EraseDeps = {
  database: Database;
  clock: Clock;
  writeAudit: WriteAudit;
  /** The E.164 number of a driver named by it or by the account's id. */
  numberNamed(named: string): Promise<Outcome<string, "NOT_FOUND" | "MOBILE_INVALID">>;
  /** Locks the number, so that a sign-up with it waits for the transaction. */
  lockNumber(tx: Tx, mobile: string): Promise<unknown>;
  /** Locks the wallet, so that movements of its money wait for the transaction. */
  lockWallet(tx: Tx, userId: string): Promise<unknown>;
  /** Deletes all images, their bytes after commit; returns how many there were. */
  dropFiles(tx: Tx, userId: string): Promise<number>;
  /** Removes the driver from caches. */
  onErased(userId: string): void;
};

type Refusals = "NOT_FOUND" | "ACCOUNT_NOT_CLOSED" | "ACCOUNT_NOT_SETTLED" | "REFERENCE_REUSED";

/**
 * Erases the account of an E.164 number, which must be closed and settled. A repeated reference erases nothing more.
 */
export async function eraseDriver(
  deps: EraseDeps,
  by: Pick<BackofficeCall, "name" | "transact">,
  asked: { mobile: string; reference: string },
): Promise<Outcome<Erasure, Refusals>> {
  const numberHash = await hashNumber(asked.mobile);
  try {
    const erased = await by.transact((tx) =>
      erase(deps, tx, { ...asked, numberHash, by: by.name }),
    );
    if (erased.ok) deps.onErased(erased.value.user_id);
    return erased;
  } catch (error) {
    // Another number was just erased under this reference.
    if (!(error instanceof ReferenceTaken)) throw error;
    return refuse("REFERENCE_REUSED");
  }
}

async function erase(
  deps: EraseDeps,
  tx: Tx,
  {
    mobile,
    reference,
    numberHash,
    by,
  }: { mobile: string; reference: string; numberHash: NumberHash; by: string },
): Promise<Outcome<Erasure, Refusals>> {
  const at = deps.clock.now();
  await deps.lockNumber(tx, mobile);
  const before = await findErasure(tx, reference);
  if (before) {
    const same = await matchesHash({ salt: before.mobile_salt, hash: before.mobile_hash }, mobile);
    return same ? done(toWire(before)) : refuse("REFERENCE_REUSED");
  }
  const who = await findByNumber(tx, mobile);
  if (!who) return refuse("NOT_FOUND");
  if (!who.deactivated_at) return refuse("ACCOUNT_NOT_CLOSED");
  await deps.lockWallet(tx, who.id);
  const inTheWay = (await countObstacles(tx, who.id, at)) as Obstacle[];
  if (inTheWay.length > 0) {
    return refuse("ACCOUNT_NOT_SETTLED", {
      message: `Not yet: ${inTheWay.map(sayObstacle).join("; ")}.`,
      extra: { in_the_way: inTheWay },
    });
  }
  const files = await deps.dropFiles(tx, who.id);
  const erased = { ...(await eraseRows(tx, who, at)), file_record: files };
  const row: ErasureRow = {
    user_id: who.id,
    reference,
    mobile_salt: numberHash.salt,
    mobile_hash: numberHash.hash,
    erased,
    erased_at: at,
  };
  await insertErasure(tx, row);
  await deps.writeAudit(tx, who.id, "ERASED", { credential: by, reference });
  return done(toWire(row));
}

/** What stays of an erased account, and why; part of the answer to an erasure. */
const kept = Object.entries(register as Record<string, Entry>).flatMap(([what, entry]) =>
  entry.erased === "rows" ? [] : [{ what, why: entry.why }],
);

const OBSTACLES: Record<Obstacle["what"], string> = {
  CHARGE_OPEN: "open charges",
  BILL_TO_COME: "charging sessions whose bill has not come",
  RECORD_DISPUTED: "records of the last 90 days that their operator may still correct",
  RECORD_SET_ASIDE: "records that wait for a decision",
  MONEY_HELD: "held",
  MONEY_ON_ITS_WAY_BACK: "on its way back",
  PAYMENT_UNDER_WAY: "payments under way",
  PAYMENT_DISPUTED: "disputed payments",
  MONEY_LEFT: "left in the wallet",
  MONEY_OWED: "owed",
};
const sayObstacle = ({ what, count }: Obstacle) =>
  `${OBSTACLES[what]}: ${what.startsWith("MONEY_") ? formatInr(count) : count}`;

const toWire = ({ user_id, reference, erased_at, erased }: ErasureRow): Erasure => ({
  user_id,
  reference,
  erased_at: erased_at.toISOString(),
  erased: Object.fromEntries(
    Object.entries(erased)
      .filter(([, rows]) => rows > 0)
      .toSorted(([a], [b]) => a.localeCompare(b)),
  ),
  kept,
});
