import type { VehicleModel } from "@voltmarg/contract";
import { expect, test } from "vitest";
import {
  bodyOf,
  checkForm,
  emptyForm,
  formOf,
  plate,
  type VehicleForm,
  withModel,
} from "./vehicle-form.ts";

const good: VehicleForm = {
  kind: "FOUR_WHEELER",
  make: "Tata",
  model: "Nexon.ev",
  variant: "45 kWh LR (2024-)",
  registration: "mh12qt4417",
  battery: "45",
  range: "350",
  dc: "60",
  ac: "7,2",
  inlets: ["IEC_62196_T2_COMBO", "IEC_62196_T2"],
  adapters: ["DOMESTIC_M"],
  paint: "BLUE",
  commercial: false,
  body: "SUV",
  primary: true,
};

test("[V-2] a filled form gives every field of a vehicle", () => {
  expect(checkForm(good)).toEqual({});
  expect(bodyOf(good)).toEqual({
    make: "Tata",
    model: "Nexon.ev",
    variant: "45 kWh LR (2024-)",
    vehicle_type: "FOUR_WHEELER",
    battery_capacity: 45,
    range: 350,
    max_dc_intake: 60,
    onboard_charger_capacity: 7.2,
    inlets: ["IEC_62196_T2_COMBO", "IEC_62196_T2"],
    adapters: ["DOMESTIC_M"],
    registration: "MH 12 QT 4417",
    paint: "BLUE",
    commercial: false,
    is_primary: true,
  });
});

test("[V-2] [V-6] a vehicle without a stated DC power has none, not zero", () => {
  expect(bodyOf({ ...good, dc: "" }).max_dc_intake).toBeNull();
  // Not known is not wrong.
  expect(checkForm({ ...good, dc: "", ac: "" })).toEqual({});
  expect(checkForm({ ...good, dc: "0" }).dc).toBeDefined();
});

test("[V-2] [V-6] battery and range may be left empty, and are then not known", () => {
  const typed = { ...good, battery: "", range: " ", dc: "", ac: "" };
  expect(checkForm(typed)).toEqual({});
  expect(bodyOf(typed)).toMatchObject({ battery_capacity: null, range: null });
  expect(formOf({ id: "v1", ...bodyOf(typed) })).toMatchObject({ battery: "", range: "" });
});

test("[V-2] what is missing or no number is named at its field", () => {
  expect(Object.keys(checkForm(emptyForm(true))).sort()).toEqual(["make", "model"]);
  for (const bad of ["x", "-1", "1e3", "1.2.3", "1001"])
    expect(checkForm({ ...good, battery: bad }).battery, bad).toBeDefined();
});

test("[V-1] plates are written in their groups; half a plate is refused", () => {
  expect(plate("mh12qt4417")).toBe("MH 12 QT 4417");
  expect(plate("22bh1234aa")).toBe("22 BH 1234 AA");
  expect(plate("whatever")).toBe("whatever");
  expect(checkForm({ ...good, registration: "MH 12 QT 44" }).registration).toBeDefined();
  expect(checkForm({ ...good, registration: "DL 1 C 1234" }).registration).toBeUndefined();
  expect(checkForm({ ...good, registration: "" }).registration).toBeUndefined();
});

test("[V-1] a vehicle survives the way through the form", () => {
  const vehicle = { id: "v1", ...bodyOf(good) };
  expect(bodyOf(formOf(vehicle))).toEqual(bodyOf(good));
});

test("[V-3] [E-2] a chosen model fills in everything, and what was typed of another one goes", () => {
  const model = {
    make: "Ather",
    model: "Rizta Z",
    variant: "3.7 kWh",
    vehicle_type: "TWO_WHEELER",
    battery_capacity: 3.7,
    range: 159,
    real_range: 125,
    max_dc_intake: 3.3,
    onboard_charger_capacity: null,
    inlets: ["LECCS", "DOMESTIC_M"],
    body_type: "SCOOTER",
  } as unknown as VehicleModel;
  expect(withModel(good, model)).toEqual({
    ...good,
    kind: "TWO_WHEELER",
    make: "Ather",
    model: "Rizta Z",
    variant: "3.7 kWh",
    battery: "3.7",
    range: "125",
    dc: "3.3",
    ac: "",
    inlets: ["LECCS", "DOMESTIC_M"],
    adapters: [],
    body: "SCOOTER",
  });
  // Autos and goods carriers have the plate with yellow letters.
  expect(withModel(good, { ...model, body_type: "RICKSHAW" }).commercial).toBe(true);
  expect(withModel(good, { ...model, real_range: null }).range).toBe("114");
  // What the catalogue does not know stays as the driver said, and so do adapters of other plugs.
  const own = { ...good, commercial: true, adapters: ["CHADEMO", "DOMESTIC_M"] as const };
  const unknown = withModel({ ...own, adapters: [...own.adapters] }, { ...model, body_type: null });
  expect([unknown.commercial, unknown.adapters]).toEqual([true, ["CHADEMO"]]);
});

test.each([
  ["battery", 1000],
  ["range", 2000],
  ["dc", 1000],
  ["ac", 100],
] as const)("[V-2] the %s is above nothing and at most %i", (field, most) => {
  const wrong = (typed: string) => checkForm({ ...good, [field]: typed })[field] !== undefined;
  expect([String(most), "0.1", " 7,5 ", "७.५"].map(wrong)).toEqual([false, false, false, false]);
  expect([`${most}.1`, "0", "-1", "1e2", "7..", "seven"].map(wrong)).toEqual(Array(6).fill(true));
});
