import type { VehicleModel } from "@voltmarg/contract";

const model = (
  make: string,
  name: string,
  vehicle_type: VehicleModel["vehicle_type"],
  battery_capacity: number,
  range: number,
  max_dc_intake: number | null,
  onboard_charger_capacity: number | null,
): VehicleModel => ({
  make,
  model: name,
  vehicle_type,
  battery_capacity,
  range,
  max_dc_intake,
  onboard_charger_capacity,
});

// kWh, km as certified for India (ARAI or MIDC), kW DC, kW AC; rounded from what the makers publish. A start:
// a driver can change every figure.
export const modelCatalogue: readonly VehicleModel[] = [
  model("Ather", "450X 3.7", "TWO_WHEELER", 3.7, 150, null, 0.9),
  model("BYD", "Atto 3", "FOUR_WHEELER", 60.48, 521, 80, 7),
  model("Hyundai", "Creta Electric 51", "FOUR_WHEELER", 51.4, 473, 100, 11),
  model("Hyundai", "Ioniq 5", "FOUR_WHEELER", 72.6, 631, 220, 11),
  model("Mahindra", "BE 6 79", "FOUR_WHEELER", 79, 682, 175, 11),
  model("Mahindra", "Treo", "THREE_WHEELER", 7.37, 141, null, 2),
  model("Mahindra", "XUV400 39", "FOUR_WHEELER", 39.4, 456, 50, 7.2),
  model("MG", "Comet EV", "FOUR_WHEELER", 17.3, 230, null, 3.3),
  model("MG", "Windsor EV 38", "FOUR_WHEELER", 38, 331, 45, 7.4),
  model("MG", "ZS EV", "FOUR_WHEELER", 50.3, 461, 76, 7.4),
  model("Ola", "S1 Pro", "TWO_WHEELER", 4, 195, null, 0.75),
  model("Piaggio", "Ape E-City FX", "THREE_WHEELER", 7.5, 113, null, 3),
  model("Tata", "Curvv EV 55", "FOUR_WHEELER", 55, 502, 70, 7.2),
  model("Tata", "Nexon EV 45", "FOUR_WHEELER", 46.08, 489, 60, 7.2),
  model("Tata", "Punch EV 35", "FOUR_WHEELER", 35, 421, 50, 7.2),
  model("Tata", "Tiago EV 24", "FOUR_WHEELER", 24, 315, 25, 7.2),
  model("TVS", "iQube 3.4", "TWO_WHEELER", 3.4, 145, null, 0.65),
];
