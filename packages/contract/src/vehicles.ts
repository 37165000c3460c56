import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, Instant, list, queryInt, UserParams } from "./shapes.ts";

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

/** OCPI connector standards a vehicle in India may take; LECCS and others without a name of OCPI's are left out. */
export const Inlet = z.enum([
  "IEC_62196_T1",
  "IEC_62196_T2",
  "IEC_62196_T2_COMBO",
  "CHADEMO",
  "GBT_AC",
  "GBT_DC",
  "DOMESTIC_D",
  "DOMESTIC_M",
]);
const CatalogueFields = {
  make: VehicleFields.make,
  model: VehicleFields.model,
  vehicle_type: VehicleType,
  battery_capacity: VehicleFields.battery_capacity,
  /** As certified or claimed, by the source. */
  range: VehicleFields.range,
  max_dc_intake: VehicleFields.max_dc_intake,
  onboard_charger_capacity: VehicleFields.onboard_charger_capacity,
  inlets: z.array(Inlet).check(z.maxLength(8)),
  /** What the source does not state. A null elsewhere means that the vehicle has none. */
  unknown: z.array(z.enum(["max_dc_intake", "onboard_charger_capacity", "inlets"])),
  /** Where the figures are from. */
  source: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)),
  /** The day of the source, or on which it was read. */
  source_date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
};
/** A model of the catalogue, to fill a vehicle's fields from: facts, each with its source. */
export const VehicleModel = z.object(CatalogueFields);

const SortBy = z._default(z.enum(["make", "model", "range", "battery_capacity"]), "make");
const driver = { rule: "driver" } as const;
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

export const listModelsByType = route({
  method: "GET",
  path: "/api/user/v1/vehicleMeta/vehicles/by-vehicle-type",
  access: driver,
  query: z.object({
    vehicleType: z.optional(VehicleType),
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 500), 100),
    sort_by: SortBy,
  }),
  response: list(VehicleModel),
  errors: [],
});
/** Models of a make, or of every one; `search` finds words of make and model. */
export const searchModels = route({
  method: "GET",
  path: "/api/user/v1/vehicles/master/search",
  access: driver,
  query: z.object({
    make: z.optional(Name),
    vehicleType: z.optional(VehicleType),
    search: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    pageNo: z._default(queryInt(0, 100_000), 0),
    pageSize: z._default(queryInt(1, 500), 100),
    sort_by: SortBy,
  }),
  response: list(VehicleModel),
  errors: [],
});
/** The models of a make whose names begin so: `Tata` and `Nexon EV` answer each of its batteries. */
export const getModels = route({
  method: "GET",
  path: "/api/user/v1/vehicles/:make/:model",
  access: driver,
  params: z.object({ make: Name, model: Name }),
  response: list(VehicleModel),
  errors: ["NOT_FOUND"],
});

export const Option = z.object({ value: z.string(), label: z.string() });
/** What a picker offers. */
export const listOptions = route({
  method: "GET",
  path: "/api/user/v1/options/:kind",
  access: driver,
  params: z.object({ kind: z.enum(["vehicle-type", "make", "connector-standard"]) }),
  response: list(Option),
  errors: [],
});
/** What a picker offers after another: `make` of a vehicle type, `model` of a make. */
export const listOptionsOf = route({
  method: "GET",
  path: "/api/user/v1/options/:kind/:of",
  access: driver,
  params: z.object({ kind: z.enum(["make", "model"]), of: Name }),
  response: list(Option),
  errors: [],
});

/** As the back office sees it. */
export const CatalogueEntry = z.extend(VehicleModel, {
  /** Who of the back office wrote it; null: it is the catalogue's own. */
  written_by: z.nullable(z.string()),
  updated_at: Instant,
});
const ModelName = z.object({ make: Name, model: Name });
const { make: _make, model: _model, ...Facts } = CatalogueFields;

export const listCatalogue = route({
  method: "GET",
  path: "/provider/v1/vehicle-models",
  access: { rule: "provider", role: "read" },
  response: data(z.object({ models: z.array(CatalogueEntry) })),
  errors: [],
});
/** Writes a model; the catalogue that comes with a release leaves it as it is. */
export const putModel = route({
  method: "PUT",
  path: "/provider/v1/vehicle-models/:make/:model",
  access: { rule: "provider", role: "support" },
  params: ModelName,
  body: z.object(Facts),
  response: data(CatalogueEntry),
  errors: [],
});
/** Takes a model away, also one of the catalogue's own. Drivers' vehicles stay as they are. */
export const removeModel = route({
  method: "DELETE",
  path: "/provider/v1/vehicle-models/:make/:model",
  access: { rule: "provider", role: "support" },
  params: ModelName,
  response: data(CatalogueEntry),
  errors: ["NOT_FOUND"],
});
