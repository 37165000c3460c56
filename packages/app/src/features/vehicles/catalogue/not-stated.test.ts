import type { VehicleModel } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { emptyForm, withModel } from "../vehicle-form.ts";
import { notStated } from "./not-stated.ts";

const model = (unknown: VehicleModel["unknown"]): VehicleModel => ({
  make: "Ather",
  model: "450X",
  vehicle_type: "TWO_WHEELER",
  battery_capacity: 3.7,
  range: 150,
  max_dc_intake: null,
  onboard_charger_capacity: null,
  inlets: [],
  unknown,
  source: "maker",
  source_date: "2026-01-01",
});
const form = { kind: "TWO_WHEELER", picked: "Ather 450X" } as const;

test("[V-3] a power the catalogue does not know is said to be unknown, one the vehicle lacks is not", () => {
  const known = notStated(form, [model([])]);
  expect(known).toEqual({});
  const unknown = notStated(form, [model(["onboard_charger_capacity", "inlets"])]);
  expect(Object.keys(unknown)).toEqual(["ac"]);
  expect(notStated({ ...form, picked: "other" }, [model(["max_dc_intake"])])).toEqual({});
});

test("[V-3] a power of the model chosen before is not taken for the next one's", () => {
  const before = { ...emptyForm(true), ac: "7.2" };
  expect(withModel(before, model(["onboard_charger_capacity"])).ac).toBe("");
});
