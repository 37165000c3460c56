/** Notices about a session that are sent outside the app, each once. */
export type ChargeNotice =
  | "NO_ANSWER"
  | "BEGAN_LATE"
  | "STOPPED_LATE"
  | "SILENT"
  | "GIVEN_UP"
  | "STOP_REFUSED"
  | "SECOND_STOPPED"
  | "PARKING_FEE";

/** A notice with its values; the text is made in the driver's language. */
export type ChargeSaid =
  | {
      of: "SILENT" | "GIVEN_UP" | "OPERATOR_LEAVES" | "STOP_REFUSED" | "SECOND_STOPPED";
      place: string;
      operator: string;
    }
  /** `unclear`: it is unknown whether it began. */
  | { of: "NO_ANSWER"; place: string; operator: string; unclear: boolean }
  | { of: "BEGAN_LATE" | "STOPPED_LATE" | "BILL_PROVISIONAL"; place: string }
  /** `since`: HH:MM at the station; `minor`: paise a minute with GST; `runs`: it has begun. */
  | { of: "PARKING_FEE"; place: string; since: string; minor: number; runs: boolean };
