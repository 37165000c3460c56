import type { SessionFailure } from "@voltmarg/contract";

// OCPI 2.2.1 has no result for this: operators write it in the message text.
const NO_CAR =
  /\b(no|not|without)\b.{0,30}\b(vehicle|car|ev|cable|gun|plug|plugged)\b|\bunplugged\b|\b(vehicle|car|ev|cable|gun|plug)\b.{0,30}\bnot\b/i;

/** The reason for the driver, from OCPI's result and the operator's message. An exact OCPI result has priority. */
export function failureCode(result: string, text: string): SessionFailure["code"] {
  if (result === "EVSE_OCCUPIED") return "OCCUPIED";
  if (result === "EVSE_INOPERATIVE") return "OUT_OF_ORDER";
  if (result === "UNREACHABLE") return "UNREACHABLE";
  if (NO_CAR.test(text)) return "NOT_PLUGGED";
  return result === "FAILED" ? "FAILED" : "REJECTED";
}
