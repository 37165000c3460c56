import { gstStateOf } from "./gst-states.ts";
import { stateOfPin } from "./pin-states.ts";

/** A place as an OCPI object writes it. */
type Written = { postal_code?: string | null | undefined; state?: string | null | undefined };

/** The GST state in which a station is, and who says so; `code` null: nobody. */
export type StationState = { code: string | null; from: "STAFF" | "PIN_CODE" | "OPERATOR" | null };

/**
 * The state of a station, which is the place of supply of what is sold there: as staff confirmed it, else that of its PIN
 * code where the first three digits lie in one state, else as its operator names it.
 */
export function stateOfStation(confirmed: string | null, place: Written): StationState {
  if (confirmed) return { code: confirmed, from: "STAFF" };
  const ofPin = place.postal_code ? stateOfPin(place.postal_code) : null;
  if (ofPin) return { code: ofPin, from: "PIN_CODE" };
  const named = place.state ? gstStateOf(place.state) : null;
  return named ? { code: named, from: "OPERATOR" } : { code: null, from: null };
}

/** What of a written place lies in another state than the one given: the field, and its state. Null: nothing. */
export function otherStateIn(
  place: Written,
  code: string,
): { field: "postal_code" | "state"; code: string } | null {
  const ofPin = place.postal_code ? stateOfPin(place.postal_code) : null;
  if (ofPin && ofPin !== code) return { field: "postal_code", code: ofPin };
  const named = place.state ? gstStateOf(place.state) : null;
  return named && named !== code ? { field: "state", code: named } : null;
}
