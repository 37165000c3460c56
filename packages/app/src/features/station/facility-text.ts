import { facilityCopy } from "../../locations/state-copy.ts";

/** OCPI's facilities in a driver's words; what has none is left out. */
export const facilityWords = (facilities: readonly string[]): string[] =>
  facilities.flatMap((one) => facilityCopy[one] ?? []);
