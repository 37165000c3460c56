import type { Vehicle, VehicleModel } from "@voltmarg/contract";
import { everydayRangeKm, readNumber, usualInlets } from "@voltmarg/rules";
import { fieldError } from "../../api/http/refusal.ts";
import { unitCopy } from "../../ui/copy.ts";
import { vehicleCopy as copy } from "./copy.ts";

export type Kind = Vehicle["vehicle_type"];

/** The form as typed. */
export type VehicleForm = {
  kind: Kind;
  make: string;
  model: string;
  variant: string;
  registration: string;
  battery: string;
  range: string;
  dc: string;
  ac: string;
  inlets: Vehicle["inlets"];
  adapters: Vehicle["adapters"];
  paint: NonNullable<Vehicle["paint"]> | null;
  commercial: boolean;
  /** By the catalogue, for the drawing. */
  body: NonNullable<Vehicle["body_type"]> | null;
  primary: boolean;
};

export type VehicleErrors = { [Field in keyof VehicleForm]?: string | undefined };
export type VehicleBody = Omit<Vehicle, "id" | "body_type">;

export const nameOf = (vehicle: Pick<Vehicle, "make" | "model">): string =>
  `${vehicle.make} ${vehicle.model}`;

/** Of a vehicle that the catalogue does not have. */
export const emptyForm = (primary: boolean): VehicleForm => ({
  kind: "FOUR_WHEELER",
  make: "",
  model: "",
  variant: "",
  registration: "",
  battery: "",
  range: "",
  dc: "",
  ac: "",
  inlets: inletsOf("FOUR_WHEELER"),
  adapters: [],
  paint: null,
  commercial: false,
  body: null,
  primary,
});

/** Most vehicles of the type have them: cars take DC, unless their driver says otherwise. */
export const inletsOf = (kind: Kind): Vehicle["inlets"] => [
  ...usualInlets({ vehicle_type: kind, max_dc_intake: 1 }),
];

const text = (value: number | null) => (value === null ? "" : String(value));

export const formOf = (vehicle: Vehicle): VehicleForm => ({
  kind: vehicle.vehicle_type,
  make: vehicle.make,
  model: vehicle.model,
  variant: vehicle.variant,
  registration: plate(vehicle.registration ?? ""),
  battery: text(vehicle.battery_capacity),
  range: text(vehicle.range),
  dc: text(vehicle.max_dc_intake),
  ac: text(vehicle.onboard_charger_capacity),
  inlets: vehicle.inlets,
  adapters: vehicle.adapters,
  paint: vehicle.paint ?? null,
  commercial: vehicle.commercial ?? false,
  body: vehicle.body_type ?? null,
  primary: vehicle.is_primary,
});

/** The catalogue's facts in place of what was typed. The range is the one of everyday use. */
export const withModel = (form: VehicleForm, model: VehicleModel): VehicleForm => ({
  ...form,
  kind: model.vehicle_type,
  make: model.make,
  model: model.model,
  variant: model.variant,
  battery: text(model.battery_capacity),
  range: text(model.real_range ?? everydayRangeKm(model.range)),
  dc: text(model.max_dc_intake),
  ac: text(model.onboard_charger_capacity),
  inlets: model.inlets,
  adapters: form.adapters.filter((one) => !model.inlets.includes(one)),
  body: model.body_type,
  commercial: model.body_type === null ? form.commercial : forWork.includes(model.body_type),
});

/** Most of them earn money. The driver can say otherwise. */
const forWork: readonly VehicleForm["body"][] = [
  "RICKSHAW",
  "RICKSHAW_CARGO",
  "SMALL_TRUCK",
  "BUS",
];

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

const units = () => ({ battery: "kWh", range: unitCopy.km, dc: "kW", ac: "kW" });

/** The number in a field; null: it is none. */
const number = (form: VehicleForm, field: keyof ReturnType<typeof units>) =>
  readNumber(form[field], { decimals: 3, unit: units()[field] });

const limits = { battery: 1000, range: 2000, dc: 1000, ac: 100 } as const;

export function checkForm(form: VehicleForm): VehicleErrors {
  const errors: VehicleErrors = {};
  if (!form.make.trim()) errors.make = copy.makeMissing;
  if (!form.model.trim()) errors.model = copy.nameMissing;
  if (form.registration.trim() && !isPlate(form.registration))
    errors.registration = copy.registrationWrong;
  for (const field of ["battery", "range", "dc", "ac"] as const) {
    // Not known is not wrong.
    if (form[field].trim() === "") continue;
    const value = number(form, field);
    if (!(value !== null && value > 0 && value <= limits[field]))
      errors[field] = copy.between(limits[field]);
  }
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
  variant: form.variant,
  vehicle_type: form.kind,
  battery_capacity: number(form, "battery"),
  range: number(form, "range"),
  max_dc_intake: number(form, "dc"),
  onboard_charger_capacity: number(form, "ac"),
  inlets: form.inlets,
  adapters: form.adapters,
  registration: form.registration.trim() ? plate(form.registration) : null,
  paint: form.paint,
  commercial: form.commercial,
  is_primary: form.primary,
});
