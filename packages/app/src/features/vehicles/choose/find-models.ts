import type { Vehicle, VehicleModel } from "@voltmarg/contract";
import { findTyped, soundText, type SoundText } from "@voltmarg/rules";

/** A model with its variants, the newest first. */
export type ModelGroup = {
  make: string;
  model: string;
  kind: Vehicle["vehicle_type"];
  /** 1: the most sold; null: not among the first. */
  rank: number | null;
  variants: readonly VehicleModel[];
};

export const keyOf = ({ make, model, variant }: Pick<VehicleModel, "make" | "model" | "variant">) =>
  [make, model, variant].join("\n");

/** The models of a catalogue in the order of their names. */
export function groupModels(models: readonly VehicleModel[]): ModelGroup[] {
  const groups = Map.groupBy(models, ({ make, model, vehicle_type }) =>
    [vehicle_type, make, model].join("\n"),
  );
  return [...groups.values()]
    .map((variants) => {
      const { make, model, vehicle_type, sales_rank } = variants[0]!;
      return {
        make,
        model,
        kind: vehicle_type,
        rank: sales_rank,
        variants: variants.toSorted(newestFirst),
      };
    })
    .toSorted((a, b) => a.make.localeCompare(b.make) || a.model.localeCompare(b.model));
}

/** Still sold first, then by the year it began, then the larger battery. */
const newestFirst = (a: VehicleModel, b: VehicleModel): number =>
  (b.to_year ?? 9999) - (a.to_year ?? 9999) ||
  (b.from_year ?? 0) - (a.from_year ?? 0) ||
  b.battery_capacity - a.battery_capacity;

export const mostSold = (groups: readonly ModelGroup[]): ModelGroup[] =>
  groups.filter(({ rank }) => rank !== null).toSorted((a, b) => a.rank! - b.rank!);

const texts = new WeakMap<VehicleModel, SoundText>();
function textOf(model: VehicleModel): SoundText {
  const made =
    texts.get(model) ??
    soundText([model.make, model.model, model.variant, model.from_year].join(" "));
  texts.set(model, made);
  return made;
}

/** The models whose names have or sound like the typed words, with the variants that do: the best match first. */
export function findModels(groups: readonly ModelGroup[], typed: string): ModelGroup[] {
  return groups
    .map((group) => {
      const found = group.variants.map((one) => findTyped(typed, textOf(one)));
      const best = Math.max(...found);
      const variants = group.variants.filter((_, at) => found[at] === best);
      return { best, group: { ...group, variants } };
    })
    .filter(({ best }) => best > 0)
    .toSorted(
      (a, b) =>
        b.best - a.best ||
        (a.group.rank ?? Infinity) - (b.group.rank ?? Infinity) ||
        a.group.model.length - b.group.model.length,
    )
    .map(({ group }) => group);
}

/** The variant as shown: the years stand beside it. */
export const variantName = ({ variant }: Pick<VehicleModel, "variant">): string =>
  variant.replace(/ ?\(\d{4}(-\d{0,4})?\)/, "");
