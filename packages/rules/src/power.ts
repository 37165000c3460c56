/** Data of a vehicle for pricing and planning. */
export type Vehicle = {
  /** kWh; null: not known */
  battery_capacity: number | null;
  /** km on a full battery; null: not known */
  range: number | null;
  /** kW */
  max_dc_intake?: number | null | undefined;
  /** kW */
  onboard_charger_capacity?: number | null | undefined;
  /** phases of the onboard charger; absent: derived from its power */
  onboard_charger_phases?: 1 | 2 | 3 | null | undefined;
  /** kW that its own charges show, where none is stated */
  seen_dc_kw?: number | null | undefined;
  seen_ac_kw?: number | null | undefined;
};

export type Connector = {
  /** OCPI's connector type; absent: any */
  standard?: string | undefined;
  /** OCPI power_type, or AC (the product's own name for one phase) */
  power_type: string;
  /** W */
  max_electric_power?: number | null | undefined;
  /** V, line to line for three phases */
  voltage?: number | null | undefined;
  /** A */
  amperage?: number | null | undefined;
};

// The product's factors; three phases: 0.98 × 1.73.
const FACTORS: Record<string, number> = {
  AC: 0.98,
  AC_1_PHASE: 0.98,
  AC_2_PHASE: 1.96,
  AC_2_PHASE_SPLIT: 1.96,
  AC_3_PHASE: 1.6954,
  DC: 1,
};

/** Positive and finite, otherwise null: operators send 0 for unknown values. */
export function known(value: number | null | undefined): number | null {
  return value != null && Number.isFinite(value) && value > 0 ? value : null;
}

/** kW: volts × amperes × phases; null: not known. */
export function voltsTimesAmperes({ power_type, voltage, amperage }: Connector): number | null {
  const [volts, amperes, factor] = [known(voltage), known(amperage), FACTORS[power_type]];
  return volts === null || amperes === null || factor === undefined
    ? null
    : (volts * amperes * factor) / 1000;
}

/** km that an energy is good for, unrounded; null: battery or range are not known. */
export function kmOf(
  kwh: number,
  vehicle: Pick<Vehicle, "battery_capacity" | "range"> | null,
): number | null {
  const battery = known(vehicle?.battery_capacity);
  const range = known(vehicle?.range);
  return battery === null || range === null ? null : (kwh * range) / battery;
}

/** The same in whole km, as drivers see it. */
export function wholeKmOf(
  kwh: number,
  vehicle: Pick<Vehicle, "battery_capacity" | "range"> | null,
): number | null {
  const km = kmOf(kwh, vehicle);
  return km === null ? null : Math.round(km);
}

/** kWh that a way takes, unrounded; null: battery or range are not known. */
export function kwhFor(
  km: number,
  vehicle: Pick<Vehicle, "battery_capacity" | "range"> | null,
): number | null {
  const battery = known(vehicle?.battery_capacity);
  const range = known(vehicle?.range);
  return battery === null || range === null ? null : (km * battery) / range;
}

/**
 * kW before rounding: the plug's max_electric_power, else its volts × amperes × phases; limited by the vehicle. null: not
 * known. A plug's data are `physicalOf` what its operator sent.
 */
export function rawPowerKw(connector: Connector, vehicle: Vehicle | null): number | null {
  const watts = known(connector.max_electric_power);
  const kw = watts === null ? voltsTimesAmperes(connector) : watts / 1000;
  if (kw === null) return null;
  const limit = vehicleLimitKw(connector.power_type, vehicle);
  return limit === null ? kw : Math.min(kw, limit);
}

/** kW that a vehicle takes at most from a plug of this power_type: as stated, else as seen; null: not known. */
export function vehicleLimitKw(powerType: string, vehicle: Vehicle | null): number | null {
  return powerType === "DC"
    ? (known(vehicle?.max_dc_intake) ?? known(vehicle?.seen_dc_kw))
    : (known(vehicle?.onboard_charger_capacity) ?? known(vehicle?.seen_ac_kw));
}

/**
 * A vehicle without what its charges showed. Money is held by it: a vehicle may take more than was seen so far, and a
 * hold must not be too small.
 */
export const asStated = <V extends Vehicle>(vehicle: V): V => ({
  ...vehicle,
  seen_dc_kw: undefined,
  seen_ac_kw: undefined,
});

/**
 * Power of a plug in kW to one decimal, as `rawPowerKw`; limited by the vehicle (DC intake, onboard charger for
 * AC). null: not known.
 */
export function powerKw(connector: Connector, vehicle: Vehicle | null): number | null {
  const kw = rawPowerKw(connector, vehicle);
  return kw === null ? null : Math.round(kw * 10) / 10;
}

const PHASES: Record<string, number> = { AC_2_PHASE: 2, AC_2_PHASE_SPLIT: 2, AC_3_PHASE: 3 };
/** kW: 32 A on one phase. Onboard chargers up to here draw on one phase, stronger ones on three. */
const STRONGEST_ONE_PHASE_KW = 7.4;

/**
 * Power of plug and vehicle together, in kW: `powerKw` before rounding, and a vehicle with fewer phases than the
 * plug gets only those. Used for plans, prices and holds. null: unknown.
 */
export function chargePowerKw(connector: Connector, vehicle: Vehicle | null): number | null {
  const limited = rawPowerKw(connector, vehicle);
  const plug = rawPowerKw(connector, null);
  const phases = PHASES[connector.power_type] ?? 1;
  const used = phasesOf(vehicle);
  if (limited === null || plug === null || used === null || used >= phases) return limited;
  return Math.min(limited, (plug * used) / phases);
}

function phasesOf(vehicle: Vehicle | null): number | null {
  const capacity = known(vehicle?.onboard_charger_capacity);
  return (
    vehicle?.onboard_charger_phases ??
    (capacity === null ? null : capacity <= STRONGEST_ONE_PHASE_KW ? 1 : 3)
  );
}

const NAMES: Record<string, string> = {
  AC: "AC",
  AC_1_PHASE: "AC 1-phase",
  AC_2_PHASE: "AC 2-phase",
  AC_2_PHASE_SPLIT: "AC 2-phase",
  AC_3_PHASE: "AC 3-phase",
  DC: "DC",
};

/** The text for an OCPI power_type; an unknown one is shown as AC or DC by its prefix. */
export function powerTypeName(powerType: string): string {
  return NAMES[powerType] ?? (powerType.startsWith("DC") ? "DC" : "AC");
}

export type PowerClass = "slow" | "fast" | "ultra";

/** below 15 kW slow, below 100 kW fast, from 100 kW ultra; null: not known */
export function powerClass(kw: number | null): PowerClass | null {
  if (kw === null) return null;
  return kw < 15 ? "slow" : kw < 100 ? "fast" : "ultra";
}
