import { toDecimalString } from "@voltmarg/rules";
import type { Tx } from "../../platform/database/database.ts";
import {
  changeSession,
  requestHash,
  type ChargingDeps,
  type SessionRow,
} from "../charging/index.ts";
import { dropCompanyCharge } from "../companies/index.ts";
import { releaseHold } from "../wallet/index.ts";
import { findCdr } from "./billing.store.ts";
import { insertDispute } from "./dispute.store.ts";
import { creditBill } from "./credit-bill.ts";
import { makeBill } from "./make-bill.ts";
import { ownRecord } from "./provisional-cdr.ts";
import {
  finaliseProvisional,
  insertProvisional,
  isProvisional,
  replaceProvisional,
} from "./provisional.store.ts";

type At = { userId: string; sessionId: string };

/**
 * No CDR came in time: the session is billed from our own meter values at the agreed price, and the rest
 * of its hold is released. Without a price nothing is billed, and the whole hold is released.
 */
export async function billProvisionally(
  deps: ChargingDeps,
  { userId, sessionId }: At,
): Promise<void> {
  await changeSession(deps, userId, sessionId, async (row, tx) => {
    if (row.step !== "ENDED" || row.status === "INVALID" || row.closed_at || row.provisional_since)
      return false;
    const at = deps.clock.now();
    if (row.failure?.not_charged) {
      // Ended by a release before 0.9, which did not close it at once.
      row.closed_at = at;
      return true;
    }
    const { name } = row.snapshot.location;
    row.provisional_since = at;
    const own = await priced(deps, tx, row);
    deps.logger.error(
      { session: row.id, operator: row.operator_id, billed: own !== null },
      "a charge has no record after a day",
    );
    if (!own) {
      if (row.snapshot.hold_minor !== null) {
        const reason = `No bill came for charging at ${name}`;
        await releaseHold(tx, { userId, sessionId, status: "RELEASED", reason, at });
      } else await dropCompanyCharge(tx, sessionId, at);
      return true;
    }
    const id = `cdr_${requestHash(`own/${row.id}`).slice(0, 32)}`;
    await makeBill(deps, tx, row, { ...own, id, record: null });
    await insertProvisional(tx, { userId, cdrId: id, sessionId, operatorId: row.operator_id, at });
    const said = { of: "BILL_PROVISIONAL", place: name } as const;
    await deps.tellDriver(tx, userId, said, { billId: id });
    deps.metrics.cdrs.inc({ outcome: "provisional" });
    return true;
  });
}

/** Implausible meter values have no price. */
async function priced(deps: ChargingDeps, tx: Tx, row: SessionRow) {
  try {
    return await ownRecord(tx, row);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    deps.logger.error(
      { err: error, session: row.id },
      "a charge cannot be priced by our own meter",
    );
    return null;
  }
}

/** A CDR is billed: a provisional bill of its session is credited, unless staff took it back before. */
export async function takeBackOwnBill(
  tx: Tx,
  row: SessionRow,
  by: { id: string; at: Date },
): Promise<void> {
  const { user_id: userId, cdr_id: cdrId } = row;
  if (!cdrId) throw new Error(`the session ${row.id} has no bill`);
  if (!(await isProvisional(tx, userId, cdrId))) return;
  const bill = await findCdr(tx, userId, cdrId);
  if (!bill) throw new Error(`the bill ${cdrId} is named but not there`);
  if (!bill.credited_by) {
    await creditBill(tx, row, bill, {
      id: `cdr_${requestHash(`own-credit/${row.id}`).slice(0, 32)}`,
      country_code: row.snapshot.ocpi.country_code,
      party_id: row.snapshot.ocpi.party_id,
      ocpi_id: `own-credit-${row.id}`,
      body: { replaced_by: by.id },
      at: by.at,
    });
  }
  await replaceProvisional(tx, { userId, cdrId, by: by.id, at: by.at });
}

/** No CDR ever came: the bill is final, and the back office sees that the operator asked for nothing. */
export async function closeProvisional(
  deps: ChargingDeps,
  { userId, sessionId }: At,
): Promise<void> {
  await changeSession(deps, userId, sessionId, async (row, tx) => {
    const at = deps.clock.now();
    if (row.step === "ENDED" && !row.closed_at) {
      // Nothing could be billed without a record, and none came.
      row.closed_at = at;
      row.provisional_since = null;
      return true;
    }
    if (row.step !== "BILLED" || !row.cdr_id || !row.provisional_since) return false;
    const bill = await findCdr(tx, userId, row.cdr_id);
    if (!bill) throw new Error(`the bill ${row.cdr_id} is named but not there`);
    row.provisional_since = null;
    if (!(await finaliseProvisional(tx, { userId, cdrId: row.cdr_id, at }))) return true;
    const rupees = (minor: number) => toDecimalString({ n: BigInt(minor), d: 100n });
    await insertDispute(tx, {
      userId,
      cdrId: row.cdr_id,
      sessionId,
      operatorId: row.operator_id,
      currency: bill.wire.currency,
      askedExcl: "0",
      askedIncl: "0",
      checkedExcl: rupees(bill.wire.net_minor),
      checkedIncl: rupees(bill.wire.amount_minor),
      tolerance: "0",
      lines: [],
      paid: BigInt(bill.wire.amount_minor),
      agreed: null,
      at,
    });
    return true;
  });
}
