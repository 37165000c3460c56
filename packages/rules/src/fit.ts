/**
 * Which plugs a vehicle can use, by the inlets it has and the adapters its driver carries. Used by lists, filters,
 * counts, pins and the start, so that all of them agree.
 */

/**
 * Connector standards that vehicles in India use: OCPI 2.2.1 ConnectorType, and two Indian ones for two- and
 * three-wheelers that OCPI does not name: LECCS (IS 17017-2-7, AC and DC in one inlet) and LEVDC (IS 17017-2-6, DC).
 */
export const CONNECTOR_STANDARDS = [
  "IEC_62196_T2_COMBO",
  "IEC_62196_T2",
  "CHADEMO",
  "GBT_DC",
  "GBT_AC",
  "IEC_62196_T1_COMBO",
  "IEC_62196_T1",
  "LECCS",
  "LEVDC",
  "IEC_60309_2_single_16",
  "DOMESTIC_M",
  "DOMESTIC_D",
] as const;
export type ConnectorStandard = (typeof CONNECTOR_STANDARDS)[number];

/** Plugs a vehicle takes directly in addition to the one its inlet is named after. */
const ALSO: Partial<Record<ConnectorStandard, readonly ConnectorStandard[]>> = {
  // IEC 62196-3: the upper half of a combo inlet is the AC inlet.
  IEC_62196_T2_COMBO: ["IEC_62196_T2"],
  IEC_62196_T1_COMBO: ["IEC_62196_T1"],
};

const DC: ReadonlySet<string> = new Set<ConnectorStandard>([
  "IEC_62196_T2_COMBO",
  "IEC_62196_T1_COMBO",
  "CHADEMO",
  "GBT_DC",
  "LECCS",
  "LEVDC",
]);
const AC: ReadonlySet<string> = new Set<ConnectorStandard>([
  "IEC_62196_T2",
  "IEC_62196_T1",
  "GBT_AC",
  "LECCS",
  "IEC_60309_2_single_16",
  "DOMESTIC_M",
  "DOMESTIC_D",
]);

/** What a plug gives; null: either, or not known. */
export const currentOf = (standard: string): "AC" | "DC" | null =>
  DC.has(standard) === AC.has(standard) ? null : DC.has(standard) ? "DC" : "AC";

export type VehicleInlets = {
  vehicle_type: "TWO_WHEELER" | "THREE_WHEELER" | "FOUR_WHEELER";
  /** Absent or null: not stated, the usual ones of its type are assumed. */
  inlets?: readonly ConnectorStandard[] | null | undefined;
  /** Plugs that the driver has an adapter or a portable charger for. */
  adapters?: readonly ConnectorStandard[] | undefined;
  max_dc_intake?: number | null | undefined;
};

/**
 * The inlets of a vehicle of which only the type and the powers are stated: what nearly all of that type have in India.
 * Standards that only some vehicles of the type have are left out.
 */
export function usualInlets(vehicle: VehicleInlets): readonly ConnectorStandard[] {
  if (vehicle.vehicle_type !== "FOUR_WHEELER") return ["DOMESTIC_M", "DOMESTIC_D"];
  return vehicle.max_dc_intake == null ? ["IEC_62196_T2"] : ["IEC_62196_T2_COMBO", "IEC_62196_T2"];
}

type Later = "variant" | "inlets" | "adapters";
/** A vehicle as stored: one that was saved before inlets were asked for lacks some of it. */
export type StoredVehicle<V> = Omit<V, Later> & {
  variant?: string | null;
  inlets?: ConnectorStandard[] | null;
  adapters?: ConnectorStandard[] | null;
};

/** A stored vehicle with what it lacks. */
export const withInlets = <V extends StoredVehicle<VehicleInlets>>(row: V) => ({
  ...row,
  variant: row.variant ?? "",
  inlets: row.inlets ?? [...usualInlets({ ...row, adapters: [] })],
  adapters: row.adapters ?? [],
});

/** The standards of all plugs that a vehicle can use, each once. */
export function plugsFor(vehicle: VehicleInlets): readonly ConnectorStandard[] {
  const { inlets = null, adapters = [] } = vehicle;
  const own = inlets ?? usualInlets(vehicle);
  return CONNECTOR_STANDARDS.filter(
    (standard) =>
      own.some((inlet) => inlet === standard || ALSO[inlet]?.includes(standard)) ||
      adapters.includes(standard),
  );
}

/** Whether a vehicle can use a plug. Without a vehicle every plug does. */
export const fits = (
  plug: { standard: string },
  vehicle: VehicleInlets | null | undefined,
): boolean => !vehicle || plugsFor(vehicle).some((standard) => standard === plug.standard);

/**
 * A vehicle that takes this current, with a power that nobody stated and no charge has shown: estimates are "up to" the
 * plug's power.
 */
export function isPowerUnknown(
  current: "AC" | "DC",
  vehicle: VehicleInlets & {
    onboard_charger_capacity?: number | null | undefined;
    seen_dc_kw?: number | null | undefined;
    seen_ac_kw?: number | null | undefined;
  },
): boolean {
  const stated =
    current === "DC"
      ? (vehicle.max_dc_intake ?? vehicle.seen_dc_kw)
      : (vehicle.onboard_charger_capacity ?? vehicle.seen_ac_kw);
  const standards = current === "DC" ? DC : AC;
  return stated == null && plugsFor(vehicle).some((standard) => standards.has(standard));
}
