import { backoffice, vehicles, type VehicleModel } from "@voltmarg/contract";
import { isPowerUnknown } from "@voltmarg/rules";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { fillCatalogue, readCatalogueFile } from "./catalogue.ts";

let world: Harness;
let driver: Driver;
beforeAll(async () => {
  world = await startHarness({ locations: 1, operators: false });
  driver = await world.signUp();
});
afterAll(() => world.stop());

const search = async (query: object = {}) =>
  (
    await world.call(vehicles.searchModels, {
      query: { pageSize: 500, ...query },
      token: driver.token,
    })
  ).body;
const names = (models: readonly VehicleModel[]) =>
  models.map(({ make, model, variant }) => `${make} ${model} ${variant}`.trim());
const options = async (kind: "vehicle-type" | "make" | "connector-standard") =>
  (await world.call(vehicles.listOptions, { params: { kind }, token: driver.token })).body.content;
const within = async (kind: "make" | "model", of: string) =>
  (
    await world.call(vehicles.listOptionsOf, { params: { kind, of }, token: driver.token })
  ).body.content.map(({ value }) => value);

const BULLOCK = { make: "Deccan", model: "Bullock" };
const FACTS = {
  vehicle_type: "THREE_WHEELER",
  battery_capacity: 8,
  range: 120,
  max_dc_intake: null,
  onboard_charger_capacity: 2,
  inlets: ["DOMESTIC_M"],
  unknown: [],
  source: "The maker's leaflet",
  source_date: "2026-11-01",
} as const;
const facts = { ...FACTS, inlets: [...FACTS.inlets], unknown: [...FACTS.unknown] };
const POWERS = [
  ["max_dc_intake", "DC"],
  ["onboard_charger_capacity", "AC"],
] as const;
const asStaff = (params: { make: string; model: string }) => ({ params, token: PROVIDER_TOKEN });

describe("the catalogue's file", () => {
  test("[V-3] has over 260 variants of all three types, each with its source and day", async () => {
    const models = await readCatalogueFile();
    expect(models.length).toBeGreaterThanOrEqual(266);
    expect(new Set(models.map((model) => model.vehicle_type)).size).toBe(3);
    for (const model of models) {
      const [name] = names([model]);
      // What is known by no source that can be looked up is not said to be certain.
      const isLookedUp = /\w+\.\w+.*\/|Open EV Data/.test(model.source);
      expect([name, isLookedUp || model.confidence !== "HIGH"]).toEqual([name, true]);
      expect([name, Number.isNaN(Date.parse(model.source_date))]).toEqual([name, false]);
      // A power is unknown only where an inlet takes that current.
      for (const [field, current] of POWERS) {
        const unknown = model[field] === null && isPowerUnknown(current, model);
        expect([name, field, model.unknown.includes(field)]).toEqual([name, field, unknown]);
      }
      // Charging for an hour gives at most six times the battery: a wrong unit would fail here.
      expect([name, (model.max_dc_intake ?? 0) / model.battery_capacity < 6]).toEqual([name, true]);
      // Makers of scooters claim up to 70 km a kWh.
      const perKwh = model.range / model.battery_capacity;
      expect([name, perKwh > 3.5 && perKwh < 80]).toEqual([name, true]);
      expect([name, model.real_range! <= model.range]).toEqual([name, true]);
    }
    expect(new Set(names(models).map((name) => name.toLowerCase())).size).toBe(models.length);
    const ranks = models.flatMap(({ sales_rank }) => sales_rank ?? []);
    expect(new Set(ranks)).toEqual(new Set(Array.from({ length: 20 }, (_, n) => n + 1)));
  });

  test.each([
    ["Tata Nexon EV 30.2 kWh / EV Prime (2020-23)", { onboard: 3.3, dc: 25 }],
    ["Tata Nexon.ev 45 kWh LR (2024-)", { onboard: 7.2, dc: 60 }],
    ["Tata Punch.ev 25 kWh MR (2024-26)", { onboard: 3.3, dc: 25 }],
    ["MG Comet EV 17.3 kWh, 3.3 kW", { onboard: 3.3, dc: null }],
    ["Hyundai Kona Electric 39.2 kWh", { onboard: 7.2, dc: 50 }],
  ])("[V-3] %s has the powers of the car that was sold", async (name, { onboard, dc }) => {
    const model = (await readCatalogueFile()).find((one) => names([one])[0] === name);
    expect(model).toMatchObject({ onboard_charger_capacity: onboard, max_dc_intake: dc });
  });
});

describe("[V-3] pickers", () => {
  test("lead from type to make to model to its data", async () => {
    expect((await options("vehicle-type")).map(({ value }) => value)).toEqual([
      "TWO_WHEELER",
      "THREE_WHEELER",
      "FOUR_WHEELER",
    ]);
    expect(await options("connector-standard")).toContainEqual({
      value: "IEC_62196_T2_COMBO",
      label: "CCS2",
    });
    const makes = (await options("make")).map(({ value }) => value);
    expect(makes).toEqual([...new Set(makes)]);
    const scooters = await within("make", "TWO_WHEELER");
    expect(scooters).toContain("Ather");
    expect(scooters).not.toContain("Porsche");
    const models = await within("model", "tata");
    expect(models).toContain("Tiago EV");
    const found = await world.call(vehicles.getModels, {
      params: { make: "TATA", model: "Tiago EV" },
      token: driver.token,
    });
    expect(names(found.body.content)).toEqual([
      "Tata Tiago EV MR 19.2 kWh (2022-26)",
      "Tata Tiago EV LR 24 kWh, 3.3 kW charger (2022-26)",
      "Tata Tiago EV LR 24 kWh, 7.2 kW charger (2022-26)",
    ]);
    expect(found.body.content[1]).toMatchObject({
      battery_capacity: 24,
      range: 275,
      max_dc_intake: 25,
      onboard_charger_capacity: 3.3,
      inlets: ["IEC_62196_T2_COMBO", "IEC_62196_T2"],
      from_year: 2022,
      to_year: 2026,
    });
    const absent = await world.refused(vehicles.getModels, {
      params: { make: "Tata", model: "Tia" },
      token: driver.token,
    });
    expect(absent.body.code).toBe("NOT_FOUND");
    const wrong = await world.refused(vehicles.listOptions, {
      params: { kind: "colour" as "make" },
      token: driver.token,
    });
    expect(wrong.body.code).toBe("INVALID_INPUT");
  });

  test("search by make, type and words, by pages, sorted as asked", async () => {
    const all = await search();
    expect(all.total_elements).toBe(all.content.length);
    const tata = await search({ make: "tata" });
    expect(new Set(tata.content.map(({ make }) => make))).toEqual(new Set(["Tata"]));
    const two = await search({ vehicleType: "TWO_WHEELER", sort_by: "range" });
    const ranges = two.content.map(({ range }) => range);
    expect(ranges).toEqual(ranges.toSorted((a, b) => a - b));
    expect(names((await search({ search: "ioniq HYUNDAI" })).content)).toEqual([
      "Hyundai Ioniq 5 72.6 kWh RWD",
    ]);
    const first = await search({ pageSize: 10 });
    const second = await search({ pageSize: 10, pageNo: 1 });
    expect(first).toMatchObject({ page_size: 10, total_pages: Math.ceil(all.total_elements / 10) });
    expect(names([...first.content, ...second.content])).toEqual(names(all.content.slice(0, 20)));
    const byType = await world.call(vehicles.listModelsByType, {
      query: { vehicleType: "TWO_WHEELER" },
      token: driver.token,
    });
    expect(byType.body.total_elements).toBe(two.total_elements);
  });

  test("need no typing: each model can be added as a vehicle", async () => {
    for (const { make, model, vehicle_type, ...rest } of (await search()).content.slice(0, 5)) {
      const { battery_capacity, range, max_dc_intake, onboard_charger_capacity } = rest;
      const figures = { battery_capacity, range, max_dc_intake, onboard_charger_capacity };
      const made = await world.call(vehicles.addVehicle, {
        params: { userId: driver.id },
        body: { make, model, vehicle_type, ...figures },
        token: driver.token,
      });
      expect(made.body.data).toMatchObject({ make, model, ...figures });
    }
  });
});

describe("[V-3] the back office", () => {
  test("adds, changes and removes models; a new release does not undo that", async () => {
    const put = await world.call(vehicles.putModel, { ...asStaff(BULLOCK), body: facts });
    expect(put.body.data).toMatchObject({ ...BULLOCK, ...facts, written_by: "bootstrap" });
    const own = { make: "tata", model: "TIAGO.ev" };
    const variant = "24 kWh (2026)";
    await world.call(vehicles.putModel, {
      ...asStaff(own),
      body: { ...facts, variant, range: 301 },
    });
    const gone = {
      ...asStaff({ make: "Jaguar", model: "I-Pace" }),
      query: { variant: "EV400 90 kWh" },
    };
    await world.call(vehicles.removeModel, gone);
    const again = await world.refused(vehicles.removeModel, gone);
    expect(again.body.code).toBe("NOT_FOUND");

    await fillCatalogue({ database: world.database, clock: world.clock });
    const shown = (await search()).content;
    expect(names(shown)).toContain("Deccan Bullock");
    expect(names(shown)).not.toContain("Jaguar I-Pace EV400 90 kWh");
    expect(names(shown)).toContain("Tata Tiago.ev 19.2 kWh (2026)");
    expect(names(shown)).not.toContain("Tata Tiago.ev 24 kWh (2026)");
    expect(shown.find(({ model }) => model === "TIAGO.ev")!.range).toBe(301);
    const listed = await world.call(vehicles.listCatalogue, { token: PROVIDER_TOKEN });
    const written = listed.body.data.models.filter(({ written_by }) => written_by !== null);
    expect(names(written).toSorted()).toEqual(["Deccan Bullock", `tata TIAGO.ev ${variant}`]);

    const { query, ...back } = gone;
    await world.call(vehicles.putModel, { ...back, body: { ...facts, ...query } });
    expect(names((await search({ make: "Jaguar" })).content)).toEqual([
      "Jaguar I-Pace EV400 90 kWh",
    ]);
  });

  test("needs a source, plausible figures and the role of support", async () => {
    for (const wrong of [{ source: "" }, { battery_capacity: 0 }, { source_date: "yesterday" }]) {
      const refused = await world.refused(vehicles.putModel, {
        ...asStaff(BULLOCK),
        body: { ...facts, ...wrong },
      });
      expect([wrong, refused.body.code]).toEqual([wrong, "INVALID_INPUT"]);
    }
    const made = await world.call(backoffice.createCredential, {
      body: { name: "till", role: "finance" },
      token: PROVIDER_TOKEN,
    });
    const refused = await world.refused(vehicles.putModel, {
      params: BULLOCK,
      body: facts,
      token: made.body.data.token,
    });
    expect(refused.body.code).toBe("FORBIDDEN");
  });
});
