import { CONNECTOR_STANDARDS, fits, type ConnectorStandard } from "@voltmarg/rules";
import { expect, test } from "vitest";
import { readCatalogueFile } from "./catalogue.ts";

const CCS2: ConnectorStandard[] = ["IEC_62196_T2_COMBO", "IEC_62196_T2"];
const SOCKETS: ConnectorStandard[] = ["DOMESTIC_M", "DOMESTIC_D"];

/**
 * The plugs that a model takes, by hand, from the standards of its inlets: nearly all cars of India have CCS2, which takes
 * Type 2 as well. The last entry that a model's name begins with counts.
 */
const TABLE: [RegExp, ConnectorStandard[]][] = [
  [/^FOUR_WHEELER/, CCS2],
  // No DC inlet.
  [/^FOUR_WHEELER MG Comet/, ["IEC_62196_T2"]],
  // Bharat DC-001, which uses the plug of GB/T, and a lead for a socket.
  [/^FOUR_WHEELER (Mahindra eVerito|Tata (Tigor EV|XPRES-T EV) 21.5)/, ["GBT_DC", "DOMESTIC_M"]],
  [/^FOUR_WHEELER Tata Ace Pro/, ["DOMESTIC_M"]],
  [/^THREE_WHEELER/, ["DOMESTIC_M"]],
  [/^TWO_WHEELER/, SOCKETS],
  // Chargers of more than 1 kW need the larger socket.
  [/^TWO_WHEELER (Ampere Nexus|BGauss|Matter|Oben)/, ["DOMESTIC_M"]],
  [/^TWO_WHEELER (Ather|Vida)/, ["LECCS", ...SOCKETS]],
  // Hypercharger: IEC 62196-6.
  [/^TWO_WHEELER Ola S1( Pro\+?)? (2.98|3 kWh|Gen)/, ["LEVDC", ...SOCKETS]],
  [/^TWO_WHEELER Ultraviolette (F77|X-47)/, ["LEVDC", "DOMESTIC_M"]],
  // Its batteries are swapped.
  [/^TWO_WHEELER Honda Activa/, []],
];

test("[V-5] every variant of the catalogue takes the plugs of its inlets' standards and no others", async () => {
  const models = await readCatalogueFile();
  for (const model of models) {
    const name = `${model.vehicle_type} ${model.make} ${model.model} ${model.variant}`;
    const taken = TABLE.findLast(([names]) => names.test(name))![1];
    const found = CONNECTOR_STANDARDS.filter((standard) => fits({ standard }, model));
    expect([name, found.toSorted()]).toEqual([name, taken.toSorted()]);
  }
});

const KINDS: Record<string, RegExp> = {
  TWO_WHEELER: /^(SCOOTER|MOTORCYCLE)$/,
  THREE_WHEELER: /^RICKSHAW(_CARGO)?$/,
  FOUR_WHEELER: /^(HATCHBACK|SEDAN|SUV|MPV|BUS|SMALL_TRUCK)$/,
};

test("[V-8] every variant of the catalogue has a body of its kind; two sports cars have none", async () => {
  const models = await readCatalogueFile();
  const none = models.filter(({ body_type }) => body_type === null);
  expect([...new Set(none.map(({ make, model }) => `${make} ${model}`))].toSorted()).toEqual([
    "MG Cyberster",
    "Rolls-Royce Spectre",
  ]);
  for (const { make, model, vehicle_type, body_type } of models)
    expect([`${make} ${model}`, body_type ?? ""]).toEqual([
      `${make} ${model}`,
      body_type === null ? "" : expect.stringMatching(KINDS[vehicle_type]!),
    ]);
  const bodyOf = (name: string) =>
    models.find((one) => `${one.make} ${one.model}` === name)?.body_type;
  expect(bodyOf("Tata Nexon.ev")).toBe("SUV");
  expect(bodyOf("Tata Tigor.ev")).toBe("SEDAN");
  expect(bodyOf("Tata Ace EV")).toBe("SMALL_TRUCK");
  expect(bodyOf("Mahindra Treo Zor")).toBe("RICKSHAW_CARGO");
  expect(bodyOf("Revolt RV400")).toBe("MOTORCYCLE");
});
