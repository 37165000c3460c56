import { read, reading, type Cdr } from "@voltmarg/ocpi";
import { changeSession, requestHash, type ChargingDeps } from "../charging/index.ts";
import { arrivalOf, keyOf, originalKeyOf, otherOf, setAside, type CdrTaken } from "./cdr-intake.ts";
import { billAgain, HAS_BILL } from "./bill-record.ts";
import { findArrival } from "./billing.store.ts";
import { checkCdr, type Settled } from "./check-cdr.ts";
import { makeBill } from "./make-bill.ts";
import { onCredit, takeParkedCredits } from "./handle-credit-cdr.ts";
import { takeBackOwnBill } from "./provisional.ts";
import { readCdr } from "./read-bills.ts";
import { standing, TAKEN_BACK, whose, whyNotBilled } from "./find-bill-owner.ts";

/**
 * A charge record came: dedupe by country, party and id; check it; take it from the hold in the transaction that
 * stores it. What cannot be billed is set aside. Twice the same changes nothing.
 */
export async function onCdr(deps: ChargingDeps, operatorId: string, cdr: Cdr): Promise<CdrTaken> {
  const key = keyOf(cdr.country_code, cdr.party_id, cdr.id);
  const hash = requestHash(cdr);
  const arrival = arrivalOf(deps, operatorId, cdr, key, hash);
  const { id } = arrival;
  const before = await findArrival(deps.database.db, key);
  if (before) {
    // A service that ended between a bill and the credit that waited for it takes it up here.
    await takeParkedCredits(deps, originalKeyOf(cdr) ?? key);
    if (before.body_hash === hash || (await wasReadOtherwise(deps, operatorId, id, hash))) {
      await billAgain(deps, operatorId, cdr, id);
      return { outcome: "KNOWN", id };
    }
    await setAside(deps, otherOf(deps, arrival, key, hash), "another record under a known id");
    return { outcome: "DIFFERENT" };
  }
  if (cdr.credit === true) return onCredit(deps, arrival);

  const reference = await whose(deps.database.db, operatorId, cdr);
  if (!reference) return setAside(deps, arrival, "no session of ours");

  let outcome: CdrTaken = { outcome: "STORED", id };
  let reason: string | null = null;
  let billed: Settled | null = null;
  const changed = await changeSession(
    deps,
    reference.user_id,
    reference.session_id,
    async (row, tx) => {
      if (row.cdr_id === id) {
        // Pushed and pulled at once: the other one was first.
        outcome = { outcome: "KNOWN", id };
        return false;
      }
      reason =
        row.operator_id === operatorId
          ? whyNotBilled(row, cdr, deps.clock.now())
          : "the session belongs to another operator";
      if (reason) return false;
      const checked = checkCdr(cdr, row.snapshot);
      if (!checked.ok) {
        ({ reason } = checked);
        return false;
      }
      const has = await standing(tx, row);
      if (has === "STANDS") {
        reason = HAS_BILL;
        return false;
      }
      if (has === "CORRECTED") {
        reason = TAKEN_BACK;
        return false;
      }
      if (!(await arrival.claim(tx))) {
        outcome = { outcome: "KNOWN", id };
        return false;
      }
      const at = deps.clock.now();
      if (has === "OWN") await takeBackOwnBill(tx, row, { id, at });
      await makeBill(deps, tx, row, { id, figures: cdr, settled: checked.settled, record: cdr });
      row.provisional_since = null;
      billed = checked.settled;
      return true;
    },
  );
  if (reason) return setAside(deps, arrival, reason);
  if (billed) {
    deps.metrics.cdrs.inc({ outcome: outcomeOf(billed) });
    const ended = changed?.timeline.find(({ step }) => step === "ENDED")?.at;
    if (ended)
      deps.metrics.billDelay.observe((deps.clock.now().getTime() - Date.parse(ended)) / 1000);
    await takeParkedCredits(deps, key);
  }
  return outcome;
}

/** Whether a record is the same that an older release read otherwise: what it kept of it reads now as this one. */
async function wasReadOtherwise(
  { database }: ChargingDeps,
  operatorId: string,
  id: string,
  hash: string,
): Promise<boolean> {
  const kept = await readCdr(database.db, operatorId, id);
  const again = kept && read(reading.cdr, kept);
  return again?.ok === true && requestHash(again.data) === hash;
}

const outcomeOf = ({ audit }: Settled) => (audit?.agreed ? "agreed" : "disputed");
