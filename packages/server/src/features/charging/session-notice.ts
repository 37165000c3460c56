/** What a driver is told of a charge although they may not look at the app: each once. */
export type ChargeNotice =
  | "NO_ANSWER"
  | "BEGAN_LATE"
  | "STOPPED_LATE"
  | "SILENT"
  | "GIVEN_UP"
  | "PARKING_FEE";

/** The same with what is filled in, to be put into words in the driver's language. */
export type ChargeSaid =
  | {
      of: "SILENT" | "GIVEN_UP" | "OPERATOR_LEAVES";
      place: string;
      operator: string;
    }
  /** `unclear`: nobody knows whether it began. */
  | { of: "NO_ANSWER"; place: string; operator: string; unclear: boolean }
  | { of: "BEGAN_LATE" | "STOPPED_LATE" | "BILL_PROVISIONAL"; place: string }
  /** `since`: HH:MM at the station; `minor`: paise a minute with GST; `runs`: it has begun. */
  | { of: "PARKING_FEE"; place: string; since: string; minor: number; runs: boolean };
