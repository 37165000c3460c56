/** A car that tests give drivers, with the figures of the catalogue. */
export const NEXON = {
  make: "Tata",
  model: "Nexon EV 45",
  vehicle_type: "FOUR_WHEELER",
  battery_capacity: 45,
  range: 489,
  max_dc_intake: 60,
  onboard_charger_capacity: 7.2,
} as const;
