import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, list, UserParams } from "./shapes.ts";

export const VehicleType = z.enum(["TWO_WHEELER", "THREE_WHEELER", "FOUR_WHEELER"]);

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
/** From a tenth up: what is smaller is a slip, and divides into figures nobody can read. */
const positive = (max: number) => z.number().check(z.minimum(0.1), z.maximum(max));

export const VehicleFields = {
  make: text(60),
  model: text(60),
  vehicle_type: VehicleType,
  /** kWh usable. */
  battery_capacity: positive(1000),
  /** km on a full battery. */
  range: positive(2000),
  /** kW; null when the vehicle takes no DC. */
  max_dc_intake: z.nullable(positive(1000)),
  /** kW; null when the vehicle has no AC charger. */
  onboard_charger_capacity: z.nullable(positive(100)),
  registration: z.nullable(z.string().check(z.trim(), z.maxLength(16))),
};

export const Vehicle = z.object({ id: Id, is_primary: z.boolean(), ...VehicleFields });
const VehicleBody = z.object({
  ...VehicleFields,
  registration: z._default(VehicleFields.registration, null),
  is_primary: z.optional(z.boolean()),
});
const VehicleParams = z.object({ userId: Id, id: Id });
const self = { rule: "self", param: "userId" } as const;

export const listVehicles = route({
  method: "GET",
  path: "/api/user/v1/:userId/vehicle",
  access: self,
  params: UserParams,
  response: list(Vehicle),
  errors: ["NOT_FOUND"],
});
export const addVehicle = route({
  method: "POST",
  path: "/api/user/v1/:userId/vehicle",
  access: self,
  params: UserParams,
  body: VehicleBody,
  response: data(Vehicle),
  errors: ["NOT_FOUND"],
});
export const getVehicle = route({
  method: "GET",
  path: "/api/user/v1/:userId/vehicle/:id",
  access: self,
  params: VehicleParams,
  response: data(Vehicle),
  errors: ["NOT_FOUND"],
});
export const updateVehicle = route({
  method: "PUT",
  path: "/api/user/v1/:userId/vehicle/:id",
  access: self,
  params: VehicleParams,
  body: VehicleBody,
  response: data(Vehicle),
  errors: ["NOT_FOUND"],
});
export const deleteVehicle = route({
  method: "DELETE",
  path: "/api/user/v1/:userId/vehicle/:id",
  access: self,
  params: VehicleParams,
  response: data(z.object({ deleted: z.literal(true) })),
  errors: ["NOT_FOUND"],
});

/** A model of the catalogue, to fill a vehicle's fields from. Facts, as their makers state them. */
export const VehicleModel = z.object({
  make: z.string(),
  model: z.string(),
  vehicle_type: VehicleType,
  battery_capacity: z.number(),
  range: z.number(),
  max_dc_intake: z.nullable(z.number()),
  onboard_charger_capacity: z.nullable(z.number()),
});
export const listModelsByType = route({
  method: "GET",
  path: "/api/user/v1/vehicleMeta/vehicles/by-vehicle-type",
  access: { rule: "driver" },
  query: z.object({
    vehicleType: z.optional(VehicleType),
    page_size: z._default(z.string(), "100"),
    sort_by: z._default(z.string(), "make"),
  }),
  response: list(VehicleModel),
  errors: [],
});
