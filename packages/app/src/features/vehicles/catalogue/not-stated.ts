import type { VehicleModel } from "@voltmarg/contract";
import type { VehicleForm } from "../vehicle-form.ts";
import { nameOf } from "../vehicle-form.ts";
import { catalogueCopy as copy } from "./copy.ts";

const fields = { dc: "max_dc_intake", ac: "onboard_charger_capacity" } as const;

/**
 * What a form says of a power its model's source does not state: empty there means that nobody knows, and not that the
 * vehicle has none.
 */
export function notStated(
  form: Pick<VehicleForm, "picked" | "kind">,
  models: readonly VehicleModel[],
): Partial<Record<keyof typeof fields, string>> {
  const model = models.find((one) => one.vehicle_type === form.kind && nameOf(one) === form.picked);
  if (!model) return {};
  const isUnknown = (field: keyof typeof fields) => model.unknown.includes(fields[field]);
  return {
    ...(isUnknown("dc") ? { dc: copy.notStated } : {}),
    ...(isUnknown("ac") ? { ac: copy.notStated } : {}),
  };
}
