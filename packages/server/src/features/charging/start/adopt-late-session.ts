import type { Tx } from "../../../platform/database/database.ts";
import { getUser } from "../../accounts/index.ts";
import { readmitCompanyCharge } from "../../companies/index.ts";
import { lockWallet, renewHold } from "../../wallet/index.ts";
import { blocking } from "./blocking.ts";
import type { ChargingDeps } from "../change-session.ts";
import { openSessions, type SessionRow } from "../session.store.ts";

/**
 * A start that was given up without an answer, and not cancelled by its driver, runs after all. If the app did not say
 * "you were not charged", it continues if the
 * driver has no other session that forbids it, and can pay for it as at the start: its money is held again.
 * False: it must be stopped, and nothing has changed.
 */
export async function adoptLate(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<boolean> {
  if (row.failure?.code !== "NO_ANSWER" || row.failure.not_charged) return false;
  const { user_id: userId, snapshot } = row;
  const user = await getUser(tx, userId);
  if (!user) return false;
  // The same lock as for a start, so that of this one and a concurrent new start only one succeeds.
  const { wallet, overdraft } = await lockWallet(tx, userId);
  const others = await openSessions(tx, userId);
  const here = { location_id: snapshot.location.id, evse_uid: snapshot.evse_uid };
  if (blocking(user, others, here)) return false;
  if (!(await canPay(deps, tx, row, wallet + overdraft))) return false;
  row.failure = null;
  return true;
}

async function canPay(deps: ChargingDeps, tx: Tx, row: SessionRow, free: bigint): Promise<boolean> {
  const { snapshot } = row;
  const at = deps.clock.now();
  if (snapshot.hold_minor === null) return readmitCompanyCharge(tx, { sessionId: row.id, at });
  const amount = BigInt(snapshot.hold_minor);
  const spent = (row.cost_minor ?? 0n) + BigInt(snapshot.bound_minor);
  if (free < amount || spent > amount) return false;
  const reason = `Held for ${snapshot.location.name}`;
  return renewHold(tx, { userId: row.user_id, sessionId: row.id, amount, reason, at });
}
