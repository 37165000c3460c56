/** What a driver is told of a charge although they may not look at the app. */
export type ChargeNotice =
  | "NO_ANSWER"
  | "BEGAN_LATE"
  | "STOPPED_LATE"
  | "SILENT"
  | "GIVEN_UP"
  | "PARKING_FEE";
