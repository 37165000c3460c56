import type { Vehicle, VehicleModel } from "@voltmarg/contract";
import { fieldError } from "../../api/http/refusal.ts";
import { vehicleCopy as copy } from "./copy.ts";

export type Kind = Vehicle["vehicle_type"];

/** The form as typed. `picked` is the catalogue's model, "other" for one it does not have, "" for none chosen yet. */
export type VehicleForm = {
  kind: Kind;
  picked: string;
  make: string;
  model: string;
  registration: string;
  battery: string;
  range: string;
  dc: string;
  ac: string;
  primary: boolean;
};

export type VehicleErrors = { [Field in keyof VehicleForm]?: string | undefined };
export type VehicleBody = Omit<Vehicle, "id">;

export const nameOf = (vehicle: Pick<Vehicle, "make" | "model">): string =>
  `${vehicle.make} ${vehicle.model}`;

export const emptyForm = (primary: boolean): VehicleForm => ({
  kind: "FOUR_WHEELER",
  picked: "",
  make: "",
  model: "",
  registration: "",
  battery: "",
  range: "",
  dc: "",
  ac: "",
  primary,
});

const text = (value: number | null) => (value === null ? "" : String(value));

export const formOf = (vehicle: Vehicle, models: VehicleModel[]): VehicleForm => ({
  kind: vehicle.vehicle_type,
  picked: models.some((model) => nameOf(model) === nameOf(vehicle)) ? nameOf(vehicle) : "other",
  make: vehicle.make,
  model: vehicle.model,
  registration: plate(vehicle.registration ?? ""),
  battery: text(vehicle.battery_capacity),
  range: text(vehicle.range),
  dc: text(vehicle.max_dc_intake),
  ac: text(vehicle.onboard_charger_capacity),
  primary: vehicle.is_primary,
});

/** The catalogue's facts in place of what was typed. */
export const withModel = (form: VehicleForm, model: VehicleModel): VehicleForm => ({
  ...form,
  picked: nameOf(model),
  make: model.make,
  model: model.model,
  battery: text(model.battery_capacity),
  range: text(model.range),
  dc: text(model.max_dc_intake),
  ac: text(model.onboard_charger_capacity),
});

const bare = (registration: string) => registration.toUpperCase().replace(/[\s-]/g, "");
/** State plates (MH 12 QT 4417) and Bharat series (22 BH 1234 AA). */
const statePlate = /^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$/;
const bharatPlate = /^(\d{2})(BH)(\d{4})([A-Z]{1,2})$/;

/** A plate in its groups; anything that is not one stays as typed. */
export function plate(registration: string): string {
  const groups = statePlate.exec(bare(registration)) ?? bharatPlate.exec(bare(registration));
  return groups ? groups.slice(1).filter(Boolean).join(" ") : registration.trim();
}

const isPlate = (registration: string) =>
  /^[A-Z]{2}\d{1,2}[A-Z]{0,3}\d{4}$/.test(bare(registration)) ||
  bharatPlate.test(bare(registration));

/** The number in a field; a comma may stand for the point. NaN when it is none. */
const number = (typed: string) =>
  /^\d+([.,]\d+)?$/.test(typed.trim()) ? Number(typed.trim().replace(",", ".")) : NaN;

const limits = { battery: 1000, range: 2000, dc: 1000, ac: 100 } as const;

export function checkForm(form: VehicleForm): VehicleErrors {
  const errors: VehicleErrors = {};
  if (form.picked === "") errors.picked = copy.modelMissing;
  if (form.picked === "other" && !form.make.trim()) errors.make = copy.makeMissing;
  if (form.picked === "other" && !form.model.trim()) errors.model = copy.nameMissing;
  if (form.registration.trim() && !isPlate(form.registration))
    errors.registration = copy.registrationWrong;
  for (const field of ["battery", "range", "dc", "ac"] as const) {
    const optional = field === "dc" || field === "ac";
    if (optional && form[field].trim() === "") continue;
    const value = number(form[field]);
    if (!(value > 0 && value <= limits[field])) errors[field] = copy.between(limits[field]);
  }
  if (!form.dc.trim() && !form.ac.trim()) errors.dc = copy.chargingMissing;
  return errors;
}

/** What the service said of what was sent, at the fields it is about. */
export const refusedFields = (error: unknown): VehicleErrors => ({
  make: fieldError(error, "make"),
  model: fieldError(error, "model"),
  registration: fieldError(error, "registration"),
  battery: fieldError(error, "battery_capacity"),
  range: fieldError(error, "range"),
  dc: fieldError(error, "max_dc_intake"),
  ac: fieldError(error, "onboard_charger_capacity"),
});

/** What is sent. Call it only with a form that has no errors. */
export const bodyOf = (form: VehicleForm): VehicleBody => ({
  make: form.make.trim(),
  model: form.model.trim(),
  vehicle_type: form.kind,
  battery_capacity: number(form.battery),
  range: number(form.range),
  max_dc_intake: form.dc.trim() ? number(form.dc) : null,
  onboard_charger_capacity: form.ac.trim() ? number(form.ac) : null,
  registration: form.registration.trim() ? plate(form.registration) : null,
  is_primary: form.primary,
});
