import { stations } from "@voltmarg/contract";
import { createNames, type Names } from "./names.ts";

/** OCPI statuses by number; the wire's order. */
export const STATUSES = stations.EvseStatus.options;
export const UNKNOWN = STATUSES.indexOf("UNKNOWN");
export const CHARGING = STATUSES.indexOf("CHARGING");
export const AVAILABLE = STATUSES.indexOf("AVAILABLE");
const NUMBER_OF = new Map<string, number>(STATUSES.map((status, at) => [status, at]));
export const statusNumber = (status: string): number => NUMBER_OF.get(status) ?? UNKNOWN;

/** Names of plugs' standards and power types that ever occurred. */
export type PlugNames = { standards: Names; powerTypes: Names };
export const createPlugNames = (): PlugNames => ({
  standards: createNames(255),
  powerTypes: createNames(7, ["AC_1_PHASE", "AC_2_PHASE", "AC_2_PHASE_SPLIT", "AC_3_PHASE", "DC"]),
});

// A plug in 31 bits: status 4, power type 3, standard 8, power in 0.1 kW 16 (all ones: not known).
const NO_POWER = 0xffff;
export const packPlug = (status: number, powerType: number, standard: number, kw: number | null) =>
  status |
  (powerType << 4) |
  (standard << 7) |
  ((kw === null ? NO_POWER : Math.min(Math.round(kw * 10), NO_POWER - 1)) << 15);
export const statusOfPlug = (plug: number) => plug & 15;

/** A location's mask, plug by plug: a filter that none of its plugs can pass is refused by one comparison. */
export const HERE = 0x8000_0000;
const maskOfStatus = (status: number) => 1 << status;
const maskOfPowerType = (powerType: number) => 1 << (9 + powerType);
const maskOfStandard = (standard: number) => 1 << (17 + (standard % 14));
export const maskOfPlug = (plug: number) =>
  maskOfStatus(plug & 15) | maskOfPowerType((plug >> 4) & 7) | maskOfStandard((plug >> 7) & 255);

/** What a plug must have, all of it on one and the same plug. Empty lists ask for nothing. */
export type PlugWish = {
  statuses: readonly string[];
  powerTypes: readonly string[];
  standards: readonly string[];
  /** kW, rounded to one decimal as shown */
  power: { minKw: number | null; maxKw: number | null } | null;
};

export type PlugTest = {
  /** Nothing is asked: every location passes, one without plugs as well. */
  open: boolean;
  /** Something is asked for that no plug has. */
  never: boolean;
  /** A location needs one bit of each; 0 asks for nothing. */
  statusMask: number;
  typeMask: number;
  standardMask: number;
  /** By number, 1: will do. */
  statuses: Uint8Array;
  types: Uint8Array;
  standards: Uint8Array;
  /** Tenths of a kW, both included; a power not known is above all that may be asked for. */
  least: number;
  most: number;
};

/** Whether one plug has it all. `silent`: its operator is, so its status is not known. */
export const passes = (test: PlugTest, plug: number, silent: boolean): boolean =>
  test.statuses[silent ? UNKNOWN : plug & 15] === 1 &&
  test.types[(plug >> 4) & 7] === 1 &&
  test.standards[(plug >> 7) & 255] === 1 &&
  plug >>> 15 >= test.least &&
  plug >>> 15 <= test.most;

export function plugTest(wish: PlugWish, names: PlugNames): PlugTest {
  const anyStatus = wish.statuses.length === 0;
  const anyType = wish.powerTypes.length === 0;
  const anyStandard = wish.standards.length === 0;
  const statuses = new Uint8Array(16).fill(anyStatus ? 1 : 0);
  const types = new Uint8Array(8).fill(anyType ? 1 : 0);
  const standards = new Uint8Array(256).fill(anyStandard ? 1 : 0);
  let statusMask = 0;
  let typeMask = 0;
  let standardMask = 0;
  for (const name of wish.statuses) {
    const number = NUMBER_OF.get(name);
    if (number === undefined) continue;
    statuses[number] = 1;
    statusMask |= maskOfStatus(number);
  }
  names.powerTypes.list.forEach((name, number) => {
    const asked = wish.powerTypes.some((p) => p === name || (p === "AC" && name.startsWith("AC")));
    if (!asked) return;
    types[number] = 1;
    typeMask |= maskOfPowerType(number);
  });
  for (const name of wish.standards) {
    const number = names.standards.known(name);
    if (number === undefined) continue;
    standards[number] = 1;
    standardMask |= maskOfStandard(number);
  }
  const { power } = wish;
  return {
    open: anyStatus && anyType && anyStandard && !power,
    never:
      (!anyStatus && statusMask === 0) ||
      (!anyType && typeMask === 0) ||
      (!anyStandard && standardMask === 0),
    statusMask,
    typeMask,
    standardMask,
    statuses,
    types,
    standards,
    least: power ? leastTenths(power.minKw ?? 0) : 0,
    most: power ? mostTenths(power.maxKw) : NO_POWER,
  };
}

function leastTenths(kw: number): number {
  let tenths = Math.max(0, Math.floor(kw * 10) - 1);
  while (tenths / 10 < kw) tenths++;
  return tenths;
}
function mostTenths(kw: number | null): number {
  if (kw === null) return NO_POWER - 1;
  let tenths = Math.ceil(kw * 10) + 1;
  while (tenths / 10 > kw) tenths--;
  return tenths;
}
