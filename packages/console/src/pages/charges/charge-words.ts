import { words } from "../../ui/format.ts";

/** What a charging session waits for longer than it should. */
export const WAITS: Record<string, string> = {
  START: "Wait for the operator’s answer to a start",
  NEWS: "Without an update for 15 minutes",
  STOP: "Not ended 20 minutes after a stop",
  BILL: "Ended, without a CDR for an hour",
  RECORD: "Without a CDR for a day, billed by our meter values",
  UNCLEAR: "Nobody knows whether they charge",
};

/** The step a charging session is at. */
export const STEPS: Record<string, string> = {
  SENT: "Start sent",
  ACCEPTED: "Start accepted",
  STARTED: "Session open",
  FLOWING: "Charging",
  STOPPING: "Stopping",
  ENDED: "Ended, no bill yet",
  BILLED: "Billed",
  REJECTED: "Start refused",
  NOT_PLUGGED: "No vehicle plugged in",
  FAILED: "Start failed",
  UNKNOWN: "No clear answer",
  EXPIRED: "Start given up",
};

/** A code of a refusal as words; the code is what staff search for, so it stays. */
export const codeWords = (code: string): string => `${words(code)} (${code})`;
