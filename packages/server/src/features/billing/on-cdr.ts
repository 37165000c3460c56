import { read, reading, writeFor, type Cdr } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import {
  changeSession,
  requestHash,
  type ChargingDeps,
  type SessionRow,
} from "../charging/index.ts";
import {
  arrivalOf,
  keyOf,
  otherOf,
  quarantineCdr,
  type Arrival,
  type CdrTaken,
} from "./cdr-intake.ts";
import { billConfirmedEnd, HAS_BILL } from "./bill-quarantined.ts";
import { findArrival, quarantine } from "./billing.store.ts";
import { checkCdr, type Settled } from "./check-cdr.ts";
import { GOES_ON, goesOn } from "./early-cdr.ts";
import { makeBill } from "./make-bill.ts";
import { handleCreditCdr } from "./handle-credit-cdr.ts";
import { takeBackOwnBill } from "./provisional.ts";
import { readCdr } from "./read-bills.ts";
import { billStateOf, findSessionOfCdr, TAKEN_BACK, whyNotBilled } from "./find-bill-owner.ts";

/**
 * Handles a CDR that an operator pushed or that was pulled: bills it in the transaction that stores it, or quarantines it
 * with a reason. The same CDR once more changes nothing.
 */
export async function onCdr(deps: ChargingDeps, operatorId: string, cdr: Cdr): Promise<CdrTaken> {
  const key = keyOf(cdr);
  const hash = hashOf(cdr);
  const arrival = arrivalOf(deps, operatorId, cdr, key, hash);
  const before = await findArrival(deps.database.db, key);
  if (before) return onKnownId(deps, arrival, { key, hash, hashBefore: before.body_hash });
  if (cdr.credit === true) return handleCreditCdr(deps, arrival);

  const reference = await findSessionOfCdr(deps.database.db, operatorId, cdr);
  if (!reference) return quarantineCdr(deps, arrival, "no session of ours");
  let result: Result = { is: "DUPLICATE" };
  const changed = await changeSession(
    deps,
    reference.user_id,
    reference.session_id,
    async (row, tx) => {
      result = await billCdr(deps, tx, row, arrival);
      return result.is === "BILLED";
    },
  );
  return finish(deps, arrival, result, changed);
}

/** The same for a record in every version of OCPI from 2.2 on: a partner may move up between two pulls of it. */
const hashOf = (cdr: Cdr): string => requestHash(writeFor("2.2.1", cdr));

type Result =
  | { is: "BILLED"; settled: Settled }
  /** Pushed and pulled at once: the other one was first. */
  | { is: "DUPLICATE" }
  /** Its session goes on: it waits, and nobody is called. */
  | { is: "KEPT" }
  | { is: "NOT_BILLABLE"; reason: string };
const notBillable = (reason: string): Result => ({ is: "NOT_BILLABLE", reason });

/** A CDR with a known id: the same one, or a different one. */
async function onKnownId(
  deps: ChargingDeps,
  arrival: Arrival,
  { key, hash, hashBefore }: { key: string; hash: string; hashBefore: string },
): Promise<CdrTaken> {
  const { operatorId, cdr, id } = arrival;
  if (hashBefore === hash || (await wasReadOtherwise(deps, operatorId, id, hash))) {
    await billConfirmedEnd(deps, operatorId, cdr, id);
    return { outcome: "KNOWN", id };
  }
  const other = otherOf(deps, arrival, key, hash);
  await quarantineCdr(deps, other, "another record under a known id");
  return { outcome: "DIFFERENT" };
}

/** Bills it under its session's lock; it replaces a provisional bill. */
async function billCdr(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  { operatorId, cdr, id, claim }: Arrival,
): Promise<Result> {
  if (row.cdr_id === id) return { is: "DUPLICATE" };
  if (row.operator_id !== operatorId) return notBillable("the session belongs to another operator");
  const now = deps.clock.now();
  const reason = whyNotBilled(row, cdr, now);
  if (reason) return notBillable(reason);
  if (goesOn(row, now)) {
    if (await claim(tx))
      await quarantine(tx, { id, operatorId, ocpiId: cdr.id, reason: GOES_ON, body: cdr, at: now });
    return { is: "KEPT" };
  }
  const checked = checkCdr(cdr, row.snapshot);
  if (!checked.ok) return notBillable(checked.reason);
  const bill = await billStateOf(tx, row, cdr);
  if (bill === "STANDS") return notBillable(HAS_BILL);
  if (bill === "CORRECTED") return notBillable(TAKEN_BACK);
  if (!(await claim(tx))) return { is: "DUPLICATE" };
  if (bill === "OWN") await takeBackOwnBill(tx, row, { id, at: now });
  await makeBill(deps, tx, row, { id, figures: cdr, settled: checked.settled, record: cdr });
  row.provisional_since = null;
  return { is: "BILLED", settled: checked.settled };
}

/** After commit: what could not be billed is quarantined; for what was, metrics. */
async function finish(
  deps: ChargingDeps,
  arrival: Arrival,
  result: Result,
  session: SessionRow | null,
): Promise<CdrTaken> {
  const { id } = arrival;
  if (result.is === "DUPLICATE") return { outcome: "KNOWN", id };
  if (result.is === "KEPT") return { outcome: "STORED", id };
  if (result.is === "NOT_BILLABLE") return quarantineCdr(deps, arrival, result.reason);
  deps.metrics.cdrs.inc({ outcome: result.settled.audit?.agreed ? "agreed" : "disputed" });
  const ended = session?.timeline.find(({ step }) => step === "ENDED")?.at;
  if (ended)
    deps.metrics.billDelay.observe((deps.clock.now().getTime() - Date.parse(ended)) / 1000);
  return { outcome: "STORED", id };
}

/** Whether it is the same CDR that an older release read differently: what that release stored now reads as this one. */
async function wasReadOtherwise(
  { database }: ChargingDeps,
  operatorId: string,
  id: string,
  hash: string,
): Promise<boolean> {
  const kept = await readCdr(database.db, operatorId, id);
  const again = kept && read(reading.cdr, kept);
  return again?.ok === true && hashOf(again.data) === hash;
}
