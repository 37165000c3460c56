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
