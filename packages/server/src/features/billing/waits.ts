import { WAITS as FOR_RECORD } from "./credit.store.ts";
import { GOES_ON } from "./early-cdr.ts";

/** Why a CDR is set aside until something else comes: nobody need look at it for a day. */
export const WAITS: readonly string[] = [FOR_RECORD, GOES_ON];
