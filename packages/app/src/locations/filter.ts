import type { FilterQuery } from "../api/queries/locations.ts";
import type { Vehicle } from "@voltmarg/contract";
import { encodePartyIds, plugsFor, type PowerClass, powerRangeToWire } from "@voltmarg/rules";
import { type ConnectorKind, connectors } from "../ui/drawings/connectors.ts";

/** The filter of locations. All conditions on a plug must hold for one and the same plug. */
export type Filter = {
  fits: boolean;
  freeNow: boolean;
  openNow: boolean;
  /** 50 kW and up; stands in place of `powers` */
  fast: boolean;
  /** Adjacent classes only: the service takes one range. */
  powers: PowerClass[];
  /** OCPI standards */
  standards: string[];
  current: "AC" | "DC" | null;
  /** whole rupees a kWh at most, GST included */
  rupees: number | null;
  operators: { id: string; name: string }[];
  km: number;
};

export const DEFAULT_KM = 10;
/** Plugs that do not fit the driver's vehicle are left out unless they ask for them; without a vehicle all fit. */
export const NO_FILTER: Filter = {
  fits: true,
  freeNow: false,
  openNow: false,
  fast: false,
  powers: [],
  standards: [],
  current: null,
  rupees: null,
  operators: [],
  km: DEFAULT_KM,
};

/** km the slider stops at, and rupees; the last stop of the rupees is "any". */
export const KM_STOPS: readonly number[] = [1, 2, 5, 10, 15, 20, 30, 50, 100];
export const RUPEE_STOPS: readonly number[] = [8, 10, 12, 14, 16, 18, 20, 22, 25, 30];

/** The plugs that can be asked for: those with a name on the wire. DC-001 shares its name with GB/T DC. */
export const ASKABLE: readonly { kind: ConnectorKind; standard: string }[] = (
  Object.keys(connectors) as ConnectorKind[]
).flatMap((kind) => {
  const standard = connectors[kind].ocpi;
  return standard !== null && kind !== "bharat-dc-001" ? [{ kind, standard }] : [];
});

const POWERS: readonly PowerClass[] = ["slow", "fast", "ultra"];
/** kW, as ui texts write a range. */
const LEAST: Record<PowerClass, string> = { slow: "", fast: "15", ultra: "100" };
const MOST: Record<PowerClass, string> = { slow: "14.9", fast: "99.9", ultra: "" };
export const FAST_KW = 50;

/** The classes after one was pressed: what lies between the ends is chosen with them. */
export function withPower(chosen: readonly PowerClass[], pressed: PowerClass): PowerClass[] {
  // Without its middle there is no range left.
  if (chosen.length === POWERS.length && pressed === "fast") return [];
  const on = POWERS.map((one) => chosen.includes(one) !== (one === pressed));
  return on.includes(true) ? POWERS.slice(on.indexOf(true), on.lastIndexOf(true) + 1) : [];
}

/** Matches no connector: the chosen standards and those of the vehicle do not overlap. */
const NO_PLUG = "NONE";

export function asked(filter: Filter, vehicle: Vehicle | undefined): FilterQuery {
  const { freeNow, openNow, current, rupees, operators } = filter;
  const standards = standardsOf(filter, vehicle);
  const power = powerText(filter);
  return {
    ...(freeNow && { status: "AVAILABLE" }),
    ...(standards && { standard: standards.join(",") || NO_PLUG }),
    ...(current && { power_type: current }),
    ...(power !== null && { power_range: powerRangeToWire(power) }),
    ...(operators.length > 0 && { party_id: encodePartyIds(operators.map(({ id }) => id)) }),
    ...(openNow && { open_now: "true" }),
    ...(rupees !== null && { price_max: rupees * 100 }),
  };
}

/** null: any will do. */
function standardsOf(
  { standards, fits: fitting }: Filter,
  vehicle: Vehicle | undefined,
): string[] | null {
  if (!fitting || !vehicle) return standards.length > 0 ? standards : null;
  const taken = plugsFor(vehicle);
  return standards.length > 0 ? taken.filter((one) => standards.includes(one)) : [...taken];
}

function powerText({ fast, powers }: Filter): string | null {
  if (fast) return `${FAST_KW} < kW > = `;
  const first = powers[0];
  const last = powers.at(-1);
  if (!first || !last || powers.length === POWERS.length) return null;
  return `${LEAST[first]} < kW > = ${MOST[last]}`;
}

/** How many conditions are set, without those that have a chip of their own beside the list. */
export const countOf = ({ openNow, powers, standards, current, rupees, operators, km }: Filter) =>
  [
    openNow,
    powers.length > 0,
    standards.length > 0,
    current !== null,
    rupees !== null,
    operators.length > 0,
    km !== DEFAULT_KM,
  ].filter(Boolean).length;

/** Whether any condition is set but the distance and that the plug fits. */
export const isAsking = (filter: Filter): boolean =>
  Object.keys(asked(filter, undefined)).length > 0;

/** A filter from the device's storage, where an earlier version of the app may have left anything. */
export function readFilter(kept: unknown): Filter {
  const read = (typeof kept === "object" && kept !== null ? kept : {}) as Partial<
    Record<keyof Filter, unknown>
  >;
  const flag = (name: keyof Filter) => read[name] === true;
  const list = (name: keyof Filter) => (Array.isArray(read[name]) ? (read[name] as unknown[]) : []);
  const number = (value: unknown) =>
    typeof value === "number" && Number.isFinite(value) ? value : null;
  return {
    fits: read.fits !== false,
    freeNow: flag("freeNow"),
    openNow: flag("openNow"),
    fast: flag("fast"),
    powers: POWERS.filter((one) => list("powers").includes(one)),
    standards: ASKABLE.map(({ standard }) => standard).filter((one) =>
      list("standards").includes(one),
    ),
    current: read.current === "AC" || read.current === "DC" ? read.current : null,
    rupees: number(read.rupees),
    operators: list("operators").filter(isOperator),
    km: number(read.km) ?? DEFAULT_KM,
  };
}

const isOperator = (value: unknown): value is Filter["operators"][number] =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as { id?: unknown }).id === "string" &&
  typeof (value as { name?: unknown }).name === "string";
