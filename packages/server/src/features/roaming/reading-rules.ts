import type { ReadingRules } from "@voltmarg/ocpi";
import { judgeDates } from "./clamp-future-dates.ts";
import { judgePower } from "./judge-power.ts";
import { judgeState } from "./judge-state.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

/**
 * Names of Indian catalogues and of the Unified Bharat e-Charge network. OCPI has none for the plugs of India's two- and
 * three-wheelers: LECCS (IS 17017-2-7) and LEVDC (IS 17017-2-6).
 */
const INDIAN_PLUGS: Readonly<Record<string, string>> = {
  LECCS: "LECCS",
  LEVDC: "LEVDC",
  CCS2: "IEC_62196_T2_COMBO",
  TYPE2: "IEC_62196_T2",
  TYPE6: "LEVDC",
  IEC621966: "LEVDC",
  IS1701726: "LEVDC",
  TYPE7: "LECCS",
  IS1701727: "LECCS",
  AC001: "IEC_60309_2_single_16",
  BHARATAC001: "IEC_60309_2_single_16",
  IECAC: "IEC_60309_2_single_16",
  IEC60309: "IEC_60309_2_single_16",
  DC001: "GBT_DC",
  BHARATDC001: "GBT_DC",
  GBT: "GBT_DC",
  "15A": "DOMESTIC_M",
  "16A": "DOMESTIC_M",
};

/** With its islands, rounded outwards. */
const INDIA = { south: 6, north: 38, west: 67, east: 98 };

/** How objects of partners are read. Findings in readable ones: what of them counts differently from what was sent. */
export function readingRules(deps: Pick<RoamingDeps, "clock">): ReadingRules {
  const ofDates = judgeDates(deps);
  return {
    connectorNames: INDIAN_PLUGS,
    areas: { IN: INDIA, IND: INDIA },
    judge: (schema, data) => [
      ...judgePower(schema, data),
      ...judgeState(schema, data),
      ...ofDates(schema, data),
    ],
  };
}
