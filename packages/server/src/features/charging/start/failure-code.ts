import type { SessionFailure } from "@voltmarg/contract";

// OCPI 2.2.1 has no result of its own for this: operators say it in words.
const NO_CAR =
  /\b(no|not|without)\b.{0,30}\b(vehicle|car|ev|cable|gun|plug|plugged)\b|\bunplugged\b|\b(vehicle|car|ev|cable|gun|plug)\b.{0,30}\bnot\b/i;

/** A refusal in OCPI's words and the operator's text, as the driver's reason. A plain word of OCPI's comes first. */
export function failureCode(result: string, text: string): SessionFailure["code"] {
  if (result === "EVSE_OCCUPIED") return "OCCUPIED";
  if (result === "EVSE_INOPERATIVE") return "OUT_OF_ORDER";
  if (result === "UNREACHABLE") return "UNREACHABLE";
  if (NO_CAR.test(text)) return "NOT_PLUGGED";
  return result === "FAILED" ? "FAILED" : "REJECTED";
}
