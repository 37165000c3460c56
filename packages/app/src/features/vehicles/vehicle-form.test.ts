import { expect, test } from "vitest";
import { bodyOf, checkForm, emptyForm, formOf, plate, type VehicleForm } from "./vehicle-form.ts";

const good: VehicleForm = {
  kind: "FOUR_WHEELER",
  picked: "Tata Nexon EV 45",
  make: "Tata",
  model: "Nexon EV 45",
  registration: "mh12qt4417",
  battery: "45",
  range: "350",
  dc: "60",
  ac: "7,2",
  primary: true,
};

test("[V-2] a filled form gives every field of a vehicle", () => {
  expect(checkForm(good)).toEqual({});
  expect(bodyOf(good)).toEqual({
    make: "Tata",
    model: "Nexon EV 45",
    vehicle_type: "FOUR_WHEELER",
    battery_capacity: 45,
    range: 350,
    max_dc_intake: 60,
    onboard_charger_capacity: 7.2,
    registration: "MH 12 QT 4417",
    is_primary: true,
  });
});

test("[V-2] a vehicle without DC has none, not zero", () => {
  expect(bodyOf({ ...good, dc: "" }).max_dc_intake).toBeNull();
  expect(checkForm({ ...good, dc: "", ac: "" }).dc).toBeDefined();
  expect(checkForm({ ...good, dc: "0" }).dc).toBeDefined();
});

test("[V-2] what is missing or no number is named at its field", () => {
  expect(Object.keys(checkForm(emptyForm(true))).sort()).toEqual([
    "battery",
    "dc",
    "picked",
    "range",
  ]);
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
  expect(bodyOf(formOf(vehicle, []))).toEqual(bodyOf(good));
  expect(formOf(vehicle, []).picked).toBe("other");
});
