import { CONNECTOR_STANDARDS } from "@voltmarg/rules";
import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, Instant, list, queryInt, UserParams } from "./shapes.ts";

export const VehicleType = z.enum(["TWO_WHEELER", "THREE_WHEELER", "FOUR_WHEELER"]);

/** As seen from the side. */
export const BodyType = z.enum([
  "HATCHBACK",
  "SEDAN",
  "SUV",
  "MPV",
  "BUS",
  "SMALL_TRUCK",
  "RICKSHAW",
  "RICKSHAW_CARGO",
  "SCOOTER",
  "MOTORCYCLE",
]);
export const Paint = z.enum([
  "WHITE",
  "SILVER",
  "GREY",
  "BLACK",
  "RED",
  "ORANGE",
  "YELLOW",
  "GREEN",
  "BLUE",
]);

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
/** From a tenth up: what is smaller is a slip, and divides into figures nobody can read. */
const positive = (max: number) => z.number().check(z.minimum(0.1), z.maximum(max));

/** A standard of a plug that a vehicle takes: OCPI's name, or LECCS and LEVDC, which OCPI does not name. */
export const Inlet = z.enum(CONNECTOR_STANDARDS);
const inlets = z.array(Inlet).check(z.maxLength(CONNECTOR_STANDARDS.length));

export const VehicleFields = {
  make: text(60),
  model: text(60),
  /** Tells vehicles of one model apart, as `45 kWh LR`; may be empty. */
  variant: z.string().check(z.trim(), z.maxLength(60)),
  vehicle_type: VehicleType,
  /** kWh usable; null: not known. */
  battery_capacity: z.nullable(positive(1000)),
  /** km on a full battery, in everyday use; null: not known. */
  range: z.nullable(positive(2000)),
  /** kW; null: not known where an inlet takes DC, otherwise the vehicle takes none. */
  max_dc_intake: z.nullable(positive(1000)),
  /** kW; null: not known where an inlet takes AC, otherwise the vehicle has no AC charger. */
  onboard_charger_capacity: z.nullable(positive(100)),
  /** The plugs that go into it. */
  inlets,
  /** The plugs for which the driver has an adapter or a portable charger. */
  adapters: inlets,
  registration: z.nullable(z.string().check(z.trim(), z.maxLength(16))),
};

export const Vehicle = z.object({
  id: Id,
  is_primary: z.boolean(),
  ...VehicleFields,
  /** The driver's choice; null or absent: none. */
  paint: z.optional(z.nullable(Paint)),
  /** Yellow letters on the green plate in place of white ones. */
  commercial: z.optional(z.boolean()),
  /** By the catalogue; null or absent: not known. */
  body_type: z.optional(z.nullable(BodyType)),
  /** kW that its own charges showed; estimates use it where no power is stated. */
  seen_dc_kw: z.optional(z.number()),
  seen_ac_kw: z.optional(z.number()),
});
/** Of a vehicle to be saved. Without `inlets` it gets the usual ones of its type. */
export const VehicleInput = {
  ...VehicleFields,
  variant: z._default(VehicleFields.variant, ""),
  inlets: z.optional(inlets),
  adapters: z._default(inlets, []),
  registration: z._default(VehicleFields.registration, null),
};
const VehicleBody = z.object({
  ...VehicleInput,
  paint: z._default(z.nullable(Paint), null),
  commercial: z._default(z.boolean(), false),
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

const Year = z.nullable(z.int().check(z.minimum(1990), z.maximum(2100)));
const UNKNOWN = [
  "range",
  "real_range",
  "max_dc_intake",
  "onboard_charger_capacity",
  "inlets",
] as const;
const CatalogueFields = {
  make: VehicleFields.make,
  model: VehicleFields.model,
  variant: VehicleFields.variant,
  vehicle_type: VehicleType,
  /** Model years in which it was sold; `to_year` null: still sold, as far as known. */
  from_year: Year,
  to_year: Year,
  /** kWh usable. */
  battery_capacity: positive(1000),
  /** km, as certified or claimed. */
  range: positive(2000),
  /** km in everyday use; null when nothing tells it. */
  real_range: z.nullable(positive(2000)),
  max_dc_intake: VehicleFields.max_dc_intake,
  onboard_charger_capacity: VehicleFields.onboard_charger_capacity,
  inlets,
  /** null: not known, or none of these. */
  body_type: z.nullable(BodyType),
  /** What no source states: a range is then reckoned. A null of a power elsewhere means that the vehicle has none. */
  unknown: z.array(z.enum(UNKNOWN)),
  /** 1: the most sold in India; null: not among the first. */
  sales_rank: z.nullable(z.int().check(z.minimum(1))),
  /** Where the figures are from. */
  source: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)),
  /** The day of the source, or on which it was read. */
  source_date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  /** HIGH: sources agree; MEDIUM: a figure is general knowledge, or sources differ; LOW: doubtful. */
  confidence: z.enum(["HIGH", "MEDIUM", "LOW"]),
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
/** The variants of a make's models whose names begin so: `Tata` and `Nexon EV` answer each of its batteries. */
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
const ModelFacts = {
  ...Facts,
  variant: z._default(Facts.variant, ""),
  from_year: z._default(Year, null),
  to_year: z._default(Year, null),
  real_range: z._default(Facts.real_range, null),
  body_type: z._default(Facts.body_type, null),
  sales_rank: z._default(Facts.sales_rank, null),
  confidence: z._default(Facts.confidence, "MEDIUM"),
};

export const listCatalogue = route({
  method: "GET",
  path: "/provider/v1/vehicle-models",
  access: { rule: "provider", effect: "READ" },
  response: data(z.object({ models: z.array(CatalogueEntry) })),
  documents: ["text/csv"],
  errors: [],
});
/** Writes a model; the catalogue that comes with a release leaves it as it is. */
export const putModel = route({
  method: "PUT",
  path: "/provider/v1/vehicle-models/:make/:model",
  access: { rule: "provider", effect: "PUBLISH" },
  params: ModelName,
  body: z.object(ModelFacts),
  response: data(CatalogueEntry),
  errors: [],
});
/** Takes a model away, also one of the catalogue's own. Drivers' vehicles stay as they are. */
export const removeModel = route({
  method: "DELETE",
  path: "/provider/v1/vehicle-models/:make/:model",
  access: { rule: "provider", effect: "PUBLISH" },
  params: ModelName,
  query: z.object({ variant: z._default(VehicleFields.variant, "") }),
  response: data(CatalogueEntry),
  errors: ["NOT_FOUND"],
});
