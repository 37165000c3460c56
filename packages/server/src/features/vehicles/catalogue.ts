import { readFile } from "node:fs/promises";
import { vehicles, type CatalogueEntry, type VehicleModel } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import {
  listModels,
  lockCatalogue,
  putModel,
  putFileModels,
  removeModel,
  type ModelRow,
} from "./catalogue.store.ts";

export type CatalogueDeps = { database: Database; clock: Clock };
type Type = VehicleModel["vehicle_type"];
type Sort = "make" | "model" | "range" | "battery_capacity";
export type Option = { value: string; label: string };

const file = new URL("../../../assets/vehicle-catalogue.json", import.meta.url);

/** The data file of this release, checked against the contract. Throws for an invalid row. */
export async function readCatalogueFile(): Promise<VehicleModel[]> {
  const { models } = JSON.parse(await readFile(file, "utf8")) as { models: unknown[] };
  return models.map((each) => vehicles.VehicleModel.parse(each));
}

/** Fills the catalogue from the file. What the back office wrote or removed stays so. */
export async function fillCatalogue({ database, clock }: CatalogueDeps): Promise<void> {
  const models = (await readCatalogueFile()).map((each) => Object.assign(each, { id: idOf(each) }));
  await database.transact(async (tx) => {
    await lockCatalogue(tx);
    await putFileModels(tx, models, clock.now());
  });
}

/** The same id for every spelling of a name: case and separators do not matter, a plus does (S1 X, S1 X+). */
const idOf = ({ make, model, variant }: ModelName) =>
  `mdl_${plain(`${make} ${model} ${variant}`).replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-")}`;
const plain = (text: string) =>
  text.normalize("NFKC").toLowerCase().replaceAll("+", " plus").trim();

type ModelName = Pick<VehicleModel, "make" | "model" | "variant">;
type ModelQuery = {
  make?: string | undefined;
  type?: Type | undefined;
  search?: string | undefined;
  sort: Sort;
};

/** A page of the models that match. */
export async function findModels(
  deps: CatalogueDeps,
  { make, type, search = "", sort }: ModelQuery,
  pageNo: number,
  pageSize: number,
): Promise<Page<VehicleModel>> {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const found = (await listModels(deps.database.db))
    .filter((row) => make === undefined || plain(row.make) === plain(make))
    .filter((row) => type === undefined || row.vehicle_type === type)
    .filter((row) =>
      words.every((word) => plain(`${row.make} ${row.model} ${row.variant}`).includes(word)),
    )
    .toSorted((a, b) => compare(a[sort], b[sort]));
  const shown = found.slice(pageNo * pageSize, (pageNo + 1) * pageSize).map(toModel);
  return page(shown, pageNo, pageSize, found.length);
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));

/** The models of a make whose names begin with these words. */
export async function modelsByName(
  { database }: CatalogueDeps,
  make: string,
  model: string,
): Promise<VehicleModel[]> {
  return (await listModels(database.db))
    .filter((row) => plain(row.make) === plain(make))
    .filter((row) => `${plain(row.model)} `.startsWith(`${plain(model)} `))
    .map(toModel);
}

const TYPE_LABELS: Record<Type, string> = {
  TWO_WHEELER: "Two-wheeler",
  THREE_WHEELER: "Three-wheeler",
  FOUR_WHEELER: "Four-wheeler",
};
const INLET_LABELS: Record<VehicleModel["inlets"][number], string> = {
  IEC_62196_T2_COMBO: "CCS2",
  IEC_62196_T2: "Type 2",
  CHADEMO: "CHAdeMO",
  GBT_DC: "GB/T DC",
  GBT_AC: "GB/T AC",
  IEC_62196_T1_COMBO: "CCS1",
  IEC_62196_T1: "Type 1",
  LECCS: "LECCS (Type 7)",
  LEVDC: "LEVDC (Type 6)",
  IEC_60309_2_single_16: "AC-001",
  DOMESTIC_M: "15 A socket",
  DOMESTIC_D: "5 A socket",
};

const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const named = (names: Iterable<string>): Option[] =>
  [...new Set(names)].map((name) => ({ value: name, label: name }));

/** The options of a picker: types, makes, or plugs. */
export async function optionsFor(
  { database }: CatalogueDeps,
  kind: "vehicle-type" | "make" | "connector-standard",
): Promise<Option[]> {
  if (kind === "vehicle-type") return optionsOf(TYPE_LABELS);
  if (kind === "connector-standard") return optionsOf(INLET_LABELS);
  return named((await listModels(database.db)).map(({ make }) => make));
}

/** The options of a second picker: the makes of a type, or the models of a make. */
export async function optionsUnder(
  { database }: CatalogueDeps,
  kind: "make" | "model",
  of: string,
): Promise<Option[]> {
  const models = await listModels(database.db);
  return kind === "make"
    ? named(models.filter((row) => row.vehicle_type === of).map(({ make }) => make))
    : named(models.filter((row) => plain(row.make) === plain(of)).map(({ model }) => model));
}

export async function readCatalogue({ database }: CatalogueDeps): Promise<CatalogueEntry[]> {
  return (await listModels(database.db)).map(toEntry);
}

export function writeModel(
  { clock }: CatalogueDeps,
  backoffice: BackofficeCall,
  model: VehicleModel,
): Promise<Outcome<CatalogueEntry, never>> {
  return backoffice.transact(async (tx) => {
    const row = { ...model, written_by: backoffice.name, updated_at: clock.now() };
    return done(toEntry(await putModel(tx, idOf(model), row)));
  });
}

export function deleteModel(
  { clock }: CatalogueDeps,
  backoffice: BackofficeCall,
  name: ModelName,
): Promise<Outcome<CatalogueEntry, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    const row = await removeModel(tx, idOf(name), backoffice.name, clock.now());
    return row ? done(toEntry(row)) : refuse("NOT_FOUND");
  });
}

function toModel({ written_by: _by, updated_at: _at, ...model }: ModelRow): VehicleModel {
  return model;
}

const toEntry = (row: ModelRow): CatalogueEntry => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
});
