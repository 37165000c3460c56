import { reading, type Judge, type Location } from "@voltmarg/ocpi";
import { gstStateName, otherStateIn, stateOfStation } from "@voltmarg/rules";

/** A finding for a location whose PIN code lies in another state than the one it names: the PIN code counts for the tax. */
export const judgeState: Judge = (schema, data) => {
  if (schema !== reading.location && schema !== reading.locationPatch) return [];
  const place = data as Partial<Location>;
  const { code } = stateOfStation(null, place);
  const other = code && otherStateIn(place, code);
  if (!other) return [];
  const message = `the PIN code lies in ${gstStateName(code, "en")}, which counts for the tax`;
  const { postal_code, state } = place;
  const raw = JSON.stringify({ postal_code, state }).slice(0, 200);
  return [{ path: other.field, message, outcome: "READ_AS", raw }];
};
