import type { Cdr } from "@voltmarg/ocpi";
import { gstStateName, otherStateIn, stateOfStation } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import { findPlaceOfParty } from "./invoice.store.ts";

/** The place of a CDR that lies in another state than its station: the field, and a sentence. Null: none does. */
export async function otherPlace(
  on: Queryable,
  { country_code, party_id, cdr_location: at }: Cdr,
): Promise<{ field: string; message: string } | null> {
  if (!at?.id || (!at.postal_code && !at.state)) return null;
  const place = await findPlaceOfParty(on, { country_code, party_id, id: at.id });
  const { code } = place ? stateOfStation(place.gst_state, place) : { code: null };
  const other = code && otherStateIn(at, code);
  if (!other) return null;
  const [ours, theirs] = [gstStateName(code, "en"), gstStateName(other.code, "en")];
  return {
    field: `cdr_location.${other.field}`,
    message: `lies in ${theirs}, the station in ${ours}, where it is taxed`,
  };
}
