import { vehicles, type CatalogueEntry, type VehicleModel } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import {
  fields,
  table,
  Usage,
  type Options,
  type Subcommand,
  numberIn,
} from "./backoffice-command.ts";
import { required } from "./driver-command.ts";

/** `vehicle …`: the catalogue of models that drivers choose from. */
export const vehicleCommands: readonly Subcommand[] = [
  {
    usage: "vehicle list [--make <make>]",
    does: "the catalogue, with the entries written by the back office",
    run: async (_args, { make }, { url, token }) => {
      const { data } = await callRoute(url, vehicles.listCatalogue, { token });
      const models = data.models.filter(
        (each) => make === undefined || each.make.toLowerCase() === make.toLowerCase(),
      );
      return { answer: { models }, text: describe(models) };
    },
  },
  {
    usage:
      "vehicle set <make> <model> [--variant <variant>] --type <two|three|four> --kwh <kWh> --range <km> [--dc <kW>|none] [--ac <kW>|none] [--inlets <STANDARD,…>|none] --source <where> --date <YYYY-MM-DD>",
    does: "add or replace a model; a value that is left out is unknown",
    run: async ([make, model], options, { url, token }) => {
      required(options, "kwh");
      required(options, "range");
      const body = {
        variant: options["variant"] ?? "",
        vehicle_type: typeOf(required(options, "type")),
        battery_capacity: figure(options, "kwh")!,
        range: figure(options, "range")!,
        max_dc_intake: figure(options, "dc"),
        onboard_charger_capacity: figure(options, "ac"),
        inlets: inletsOf(options["inlets"]),
        unknown: unknownOf(options),
        source: required(options, "source"),
        source_date: required(options, "date"),
      };
      const call = { token, params: { make: make!, model: model! }, body };
      const { data: answer } = await callRoute(url, vehicles.putModel, call);
      return { answer, text: fields(answer) };
    },
  },
  {
    usage: "vehicle remove <make> <model> [--variant <variant>]",
    does: "remove a model from the catalogue; drivers' own vehicles stay",
    run: async ([make, model], { variant = "" }, { url, token }) => {
      const call = { token, params: { make: make!, model: model! }, query: { variant } };
      const { data: answer } = await callRoute(url, vehicles.removeModel, call);
      return { answer, text: fields(answer) };
    },
  },
];

const TYPES: Readonly<Record<string, VehicleModel["vehicle_type"]>> = {
  two: "TWO_WHEELER",
  three: "THREE_WHEELER",
  four: "FOUR_WHEELER",
};

function typeOf(text: string): VehicleModel["vehicle_type"] {
  const type = TYPES[text.toLowerCase()];
  if (!type) throw new Usage("--type is two, three or four (wheels)");
  return type;
}

/** Null: no such option, or unknown. */
function figure(options: Options, name: string): number | null {
  const text = options[name];
  if (text === undefined || text === "none") return null;
  return numberIn(text, name);
}

function inletsOf(text: string | undefined): VehicleModel["inlets"] {
  if (text === undefined || text === "none") return [];
  return text.split(",").map((each) => {
    const known = vehicles.Inlet.options.find(
      (inlet) => inlet.toUpperCase() === each.trim().toUpperCase(),
    );
    if (!known) throw new Usage(`an inlet is one of ${vehicles.Inlet.options.join(", ")}`);
    return known;
  });
}

const OPTION_OF = {
  max_dc_intake: "dc",
  onboard_charger_capacity: "ac",
  inlets: "inlets",
} as const;

const unknownOf = (options: Options): VehicleModel["unknown"] =>
  (["max_dc_intake", "onboard_charger_capacity", "inlets"] as const).filter(
    (field) => options[OPTION_OF[field]] === undefined,
  );

function describe(models: readonly CatalogueEntry[]): string {
  if (models.length === 0) return "None.";
  const shown = (model: CatalogueEntry, field: "max_dc_intake" | "onboard_charger_capacity") =>
    model.unknown.includes(field) ? "?" : String(model[field] ?? "-");
  return table(
    ["Make", "Model", "Variant", "Wheels", "kWh", "km", "DC kW", "AC kW", "By", "Source"],
    models.map((m) => [
      m.make,
      m.model,
      m.variant || "-",
      Object.keys(TYPES).find((word) => TYPES[word] === m.vehicle_type) ?? "-",
      String(m.battery_capacity),
      String(m.range),
      shown(m, "max_dc_intake"),
      shown(m, "onboard_charger_capacity"),
      m.written_by ?? "-",
      m.source.length > 60 ? `${m.source.slice(0, 59)}…` : m.source,
    ]),
  );
}
