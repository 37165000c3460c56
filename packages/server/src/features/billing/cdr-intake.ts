import type { Cdr } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import { requestHash, type ChargingDeps } from "../charging/index.ts";
import { quarantine, receiveCdr } from "./billing.store.ts";

export type CdrTaken = { outcome: "STORED" | "KNOWN"; id: string } | { outcome: "DIFFERENT" };

/** A CDR that an operator pushed or that was pulled, not stored yet. */
export type Arrival = {
  operatorId: string;
  cdr: Cdr;
  /** Our id, derived from the natural key. */
  id: string;
  /** Marks it as received, in the transaction that stores it. False: another replica or call was first. */
  claim(tx: Tx): Promise<boolean>;
};

/** What identifies a CDR in OCPI. */
export type Original = Pick<Cdr, "country_code" | "party_id" | "id">;
export const keyOf = ({ country_code, party_id, id }: Original) =>
  `${country_code}/${party_id}/${id}`.toLowerCase();

/** The CDR that a credit CDR refers to; null: it refers to none. */
export const originalOf = ({
  country_code,
  party_id,
  credit_reference_id: id,
}: Cdr): Original | null => (id === undefined ? null : { country_code, party_id, id });

/** Our id of a CDR is derived from the operator's, so that a replay finds it without a search. */
export const idOf = (key: string) => `cdr_${requestHash(key).slice(0, 32)}`;

export function arrivalOf(
  deps: ChargingDeps,
  operatorId: string,
  cdr: Cdr,
  key: string,
  hash: string,
): Arrival {
  const claim = async (tx: Tx) => (await receiveCdr(tx, key, hash, deps.clock.now())) !== null;
  return { operatorId, cdr, id: idOf(key), claim };
}

/** A different CDR with the id of an earlier one: stored once for the back office, under a new id. */
export function otherOf(deps: ChargingDeps, arrival: Arrival, key: string, hash: string): Arrival {
  return arrivalOf(deps, arrival.operatorId, arrival.cdr, `${key}#${hash}`, hash);
}

/** Stores a CDR that cannot be billed, with the reason, for the back office. */
export async function quarantineCdr(
  deps: ChargingDeps,
  { operatorId, cdr, id, claim }: Arrival,
  reason: string,
): Promise<CdrTaken> {
  const at = deps.clock.now();
  deps.logger.error({ operator: operatorId, cdr: id, reason }, "charge record set aside");
  deps.metrics.cdrs.inc({ outcome: "set_aside" });
  await deps.database.transact(async (tx) => {
    if (await claim(tx)) {
      await quarantine(tx, { id, operatorId, ocpiId: cdr.id, reason, body: cdr, at });
    }
  });
  return { outcome: "STORED", id };
}
