import { words } from "./format.ts";

/** Plugs as India calls them, by OCPI's names. */
const PLUGS: Record<string, string> = {
  IEC_62196_T2_COMBO: "CCS2",
  IEC_62196_T2: "Type 2",
  CHADEMO: "CHAdeMO",
  GBT_DC: "GB/T DC",
  GBT_AC: "GB/T AC",
  IEC_60309_2_single_16: "AC-001",
  DOMESTIC_D: "5 A socket (type D)",
  DOMESTIC_M: "15 A socket (type M)",
};
const POWERS: Record<string, string> = {
  DC: "DC",
  AC_1_PHASE: "AC, one phase",
  AC_2_PHASE: "AC, two phases",
  AC_2_PHASE_SPLIT: "AC, two phases (split)",
  AC_3_PHASE: "AC, three phases",
};

export const plugName = (standard: string): string => PLUGS[standard] ?? words(standard);
export const powerName = (powerType: string): string => POWERS[powerType] ?? words(powerType);
