import type { CatalogueEntry } from "@voltmarg/contract";

export const TYPES: Record<CatalogueEntry["vehicle_type"], string> = {
  TWO_WHEELER: "two-wheeler",
  THREE_WHEELER: "three-wheeler",
  FOUR_WHEELER: "four-wheeler",
};

export const addressOf = ({
  make,
  model,
  variant,
}: Pick<CatalogueEntry, "make" | "model" | "variant">) => {
  const page = `/vehicle-models/${encodeURIComponent(make)}/${encodeURIComponent(model)}`;
  return variant ? `${page}?variant=${encodeURIComponent(variant)}` : page;
};

/** What is not known is never nothing. */
export const figure = (value: number | null | undefined, unit: string): string =>
  value === null || value === undefined ? "not known" : `${value} ${unit}`;

/** Fields of the form whose own names say little. */
export const LABELS = {
  vehicle_type: "Kind",
  battery_capacity: "Battery in kWh",
  range: "Range in km",
  real_range: "Range in everyday use, in km",
  max_dc_intake: "DC in kW",
  onboard_charger_capacity: "AC in kW",
  inlets: 'Inlets, such as ["IEC_62196_T2_COMBO"]',
  unknown: "What is not known, as a list of fields",
  source: "Where it is from",
  source_date: "When, such as 2026-11-20",
};
