/** What pricing and planning need to know of a vehicle. */
export type Vehicle = {
  /** kWh */
  battery_capacity: number;
  /** km on a full battery */
  range: number;
  /** kW */
  max_dc_intake?: number | null | undefined;
  /** kW */
  onboard_charger_capacity?: number | null | undefined;
};

export type Connector = {
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

/** Positive and finite, else null: operators send 0 for what they do not know. */
function known(value: number | null | undefined): number | null {
  return value != null && Number.isFinite(value) && value > 0 ? value : null;
}

/** kW before rounding, limited by the vehicle; null when the operator says too little. */
export function rawPowerKw(connector: Connector, vehicle: Vehicle | null): number | null {
  const watts = known(connector.max_electric_power);
  const voltage = known(connector.voltage);
  const amperage = known(connector.amperage);
  const factor = FACTORS[connector.power_type];
  const kw =
    watts !== null
      ? watts / 1000
      : voltage !== null && amperage !== null && factor !== undefined
        ? (voltage * amperage * factor) / 1000
        : null;
  if (kw === null) return null;
  const limit = known(
    connector.power_type === "DC" ? vehicle?.max_dc_intake : vehicle?.onboard_charger_capacity,
  );
  return limit === null ? kw : Math.min(kw, limit);
}

/**
 * Power of a plug in kW to one decimal: max_electric_power, else voltage × amperage × factor;
 * limited by the vehicle (DC intake, onboard charger for AC). null: not known.
 */
export function powerKw(connector: Connector, vehicle: Vehicle | null): number | null {
  const kw = rawPowerKw(connector, vehicle);
  return kw === null ? null : Math.round(kw * 10) / 10;
}

const NAMES: Record<string, string> = {
  AC: "AC",
  AC_1_PHASE: "AC 1-phase",
  AC_2_PHASE: "AC 2-phase",
  AC_2_PHASE_SPLIT: "AC 2-phase",
  AC_3_PHASE: "AC 3-phase",
  DC: "DC",
};

/** The words for an OCPI power_type; one we do not know is shown as AC or DC by its prefix. */
export function powerTypeName(powerType: string): string {
  return NAMES[powerType] ?? (powerType.startsWith("DC") ? "DC" : "AC");
}

export type PowerClass = "slow" | "fast" | "ultra";

/** below 15 kW slow, below 100 kW fast, from 100 kW ultra */
export function powerClass(kw: number): PowerClass {
  return kw < 15 ? "slow" : kw < 100 ? "fast" : "ultra";
}
