import type { Connector, Evse, Location, Vehicle } from "@voltmarg/contract";

export const NOW = Date.parse("2026-11-20T05:00:00Z");
export const at = new Date(NOW);

export const connector = (change: Partial<Connector> = {}): Connector => ({
  id: "1",
  standard: "IEC_62196_T2_COMBO",
  format: "CABLE",
  tariff_id: "t",
  power_type: "DC",
  max_electric_power: 60_000,
  voltage: 500,
  amperage: 120,
  status: "AVAILABLE",
  powerInKwh: 60,
  powerTypeName: "DC",
  tariff: {
    id: "t",
    country_code: "IN",
    party_id: "URJ",
    currency: "INR",
    elements: [{ price_components: [{ type: "ENERGY", price: 12, vat: 18, step_size: 1 }] }],
    last_updated: "2026-01-01T00:00:00Z",
  },
  estimation: null,
  ...change,
});
export const evse = (status: Evse["status"], connectors = [connector()]): Evse => ({
  uid: `E-${status}`,
  evse_id: null,
  physical_reference: "1",
  status,
  status_since: null,
  charging_info: null,
  connectors,
});
export const location = (change: Partial<Location> = {}): Location => ({
  id: "l",
  name: "Lake Garden Kiosk",
  address: "Lake Garden",
  city: "Pune",
  state: null,
  postal_code: null,
  coordinates: { latitude: 18.53, longitude: 73.83 },
  distance: 2,
  time_zone: "Asia/Kolkata",
  operator: { id: "o", name: "Nagar Vidyut", party_id: "NV", phone: null },
  evses: [evse("AVAILABLE"), evse("CHARGING")],
  totalConnectors: 2,
  availableConnectors: 1,
  opening_times: { twentyfourseven: true },
  charging_when_closed: true,
  isOpened: true,
  openTime: null,
  closeTime: null,
  isWishListItem: false,
  state_on_map: "available",
  power_class: "fast",
  restricted: false,
  updated_at: new Date(NOW - 60_000).toISOString(),
  photo_url: null,
  ...change,
});
export const car: Vehicle = {
  id: "v",
  is_primary: true,
  make: "Tata",
  model: "Nexon EV 45",
  vehicle_type: "FOUR_WHEELER",
  battery_capacity: 45,
  range: 350,
  max_dc_intake: 60,
  onboard_charger_capacity: 7.2,
  variant: "",
  inlets: ["IEC_62196_T2_COMBO", "IEC_62196_T2"],
  adapters: [],
  registration: null,
};

/** The same hours on each day. */
export const daily = (period_begin: string, period_end: string) => ({
  twentyfourseven: false,
  regular_hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, period_begin, period_end })),
});
