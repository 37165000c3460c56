import { kmOf } from "@voltmarg/rules";
import type { SessionRow } from "../session.store.ts";
import { choiceOf } from "../start/choice.ts";

/** Of what was chosen, from where on its end is near. */
const NEAR = 0.9;

/** Whether so much of what the driver chose is reached that they are told. */
export const isNearLimit = (row: SessionRow): boolean =>
  row.status === "ACTIVE" && (shareOf(row) ?? 0) >= NEAR;

/** How much of the choice is reached; null: there is none, or it is not known. */
function shareOf(row: SessionRow): number | null {
  const choice = choiceOf(row.snapshot.estimation_info);
  const { vehicle } = row.snapshot;
  switch (choice?.by) {
    case "MONEY":
      return row.cost_minor === null ? null : Number(row.cost_minor) / Number(choice.minor);
    case "TIME":
      return (row.duration_s ?? 0) / (choice.minutes * 60);
    case "ENERGY":
      return (row.kwh ?? 0) / choice.kwh;
    case "RANGE": {
      const km = kmOf(row.kwh ?? 0, vehicle);
      return km === null ? null : km / choice.km;
    }
    default:
      return null;
  }
}
