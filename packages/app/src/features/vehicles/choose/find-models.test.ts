import { readFileSync } from "node:fs";
import type { VehicleModel } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { findModels, groupModels, mostSold, variantName } from "./find-models.ts";

const file = new URL("../../../../../server/assets/vehicle-catalogue.json", import.meta.url);
const { models } = JSON.parse(readFileSync(file, "utf8")) as { models: VehicleModel[] };
const groups = groupModels(models);
const first = (typed: string) => {
  const [found] = findModels(groups, typed);
  return found && `${found.make} ${found.model} ${found.variants[0]!.variant}`;
};

test.each([
  ["nexon 45", "Tata Nexon.ev 45 kWh LR (2024-)"],
  ["नेक्सॉन", "Tata Nexon.ev 45 kWh LR (2024-)"],
  ["nekson", "Tata Nexon.ev 45 kWh LR (2024-)"],
  ["iqube", "TVS iQube 3.1 kWh (2025-)"],
  ["ola s1 pro", "Ola S1 Pro Gen 3 4 kWh"],
  ["windsor", "MG Windsor EV 38 kWh"],
  ["comet", "MG Comet EV 17.4 kWh FC, 7.4 kW"],
  ["ریزٹا", "Ather Rizta Z 3.7 kWh"],
  ["चेतक", "Bajaj Chetak C2501 2.5 kWh"],
  ["treo", "Mahindra Treo 7.37 kWh"],
  ["ट्रियो ज़ोर", "Mahindra Treo Zor 7.37 kWh cargo"],
  ["creta electric 51", "Hyundai Creta Electric 51.4 kWh LR (2026)"],
  ["xev 9e 79", "Mahindra XEV 9e 79 kWh"],
  ["be6", "Mahindra BE 6 79 kWh"],
])("[V-7] %j finds %s", (typed, found) => {
  expect(first(typed)).toBe(found);
});

test("[V-7] the twenty most sold come in their order, of all three types", () => {
  const sold = mostSold(groups);
  expect(sold.map(({ rank }) => rank)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(new Set(sold.map(({ kind }) => kind)).size).toBe(3);
});

test("[V-7] each variant is in one model, and its years are told apart from its name", () => {
  expect(groups.flatMap(({ variants }) => variants)).toHaveLength(models.length);
  expect(variantName({ variant: "45 kWh LR (2024-)" })).toBe("45 kWh LR");
  expect(variantName({ variant: "30 kWh (2026)" })).toBe("30 kWh");
});
