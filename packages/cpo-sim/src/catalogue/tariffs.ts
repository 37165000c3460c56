import type { Party, Tariff } from "@voltmarg/ocpi";

type Kind = { text: string; elements: Tariff["elements"]; max_price?: Tariff["max_price"] };
const vat = 18;

const energy = (price: number, step_size = 1) =>
  ({ type: "ENERGY", price, vat, step_size }) as const;
const time = (price: number, step_size = 60) => ({ type: "TIME", price, vat, step_size }) as const;
const parking = (price: number, step_size = 60) =>
  ({ type: "PARKING_TIME", price, vat, step_size }) as const;
const clock = (hour: number, minute: number) =>
  `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
const flat = (price: number) => ({ type: "FLAT", price, vat, step_size: 1 }) as const;

/** Prices in rupees without GST; time per hour. */
const kinds: Record<string, Kind> = {
  "SOCKET-SESSION": {
    text: "Rs 35 per charge",
    elements: [{ price_components: [flat(35)] }],
  },
  "SOCKET-MINUTE": {
    text: "Rs 0.60 per minute of charging",
    elements: [{ price_components: [time(36)] }],
  },
  "AC-KWH": {
    text: "Rs 13.50 per kWh",
    elements: [{ price_components: [energy(13.5)] }],
  },
  "AC-DAY": {
    text: "Rs 11 per kWh by night, Rs 17.50 in the evening, else Rs 14",
    elements: [
      {
        price_components: [energy(11)],
        restrictions: { start_time: "22:00", end_time: "06:00" },
      },
      {
        price_components: [energy(17.5)],
        restrictions: { start_time: "18:00", end_time: "22:00" },
      },
      { price_components: [energy(14)] },
    ],
  },
  "AC-HALF-HOUR": {
    text: "Rs 13 per kWh in the first half of every hour, Rs 15.50 in the second",
    elements: [
      ...Array.from({ length: 24 }, (_, hour) => ({
        price_components: [energy(15.5)],
        restrictions: { start_time: clock(hour, 30), end_time: clock((hour + 1) % 24, 0) },
      })),
      { price_components: [energy(13)] },
    ],
  },
  "AC-FREE": {
    text: "Free of charge",
    elements: [{ price_components: [flat(0)] }],
  },
  "DC-KWH": {
    text: "Rs 19.25 per kWh",
    elements: [{ price_components: [energy(19.25)] }],
  },
  "DC-START": {
    text: "Rs 20 to start and Rs 17.80 per kWh, at most Rs 1500 before tax",
    elements: [{ price_components: [flat(20), energy(17.8)] }],
    max_price: { excl_vat: 1500, incl_vat: 1770 },
  },
  "DC-PARKING": {
    text: "Rs 21 per kWh; Rs 2 per minute once charging has ended",
    elements: [{ price_components: [energy(21), parking(120)] }],
  },
  "DC-DAY": {
    text: "Rs 16 per kWh by night, Rs 24 on weekday evenings, else Rs 20; parking Rs 1 per minute by day",
    elements: [
      {
        price_components: [energy(16)],
        restrictions: { start_time: "23:00", end_time: "06:00" },
      },
      {
        price_components: [energy(24)],
        restrictions: {
          start_time: "17:00",
          end_time: "23:00",
          day_of_week: ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"],
        },
      },
      {
        price_components: [parking(60, 300)],
        restrictions: { start_time: "06:00", end_time: "23:00" },
      },
      { price_components: [energy(20)] },
    ],
  },
  "DC-TIERS": {
    text: "Rs 18 per kWh for the first 20 kWh, Rs 22 after that; Rs 1.50 per minute after the first hour",
    elements: [
      { price_components: [energy(18)], restrictions: { max_kwh: 20 } },
      { price_components: [energy(22)] },
      { price_components: [time(90), parking(90)], restrictions: { min_duration: 3600 } },
    ],
  },
};

/** The tariffs a connector of a kind may have, with their frequency. */
export const tariffsFor = {
  socket: [
    [4, "SOCKET-SESSION"],
    [3, "SOCKET-MINUTE"],
    [3, "AC-KWH"],
  ],
  ac: [
    [6, "AC-KWH"],
    [3, "AC-DAY"],
    [1, "AC-FREE"],
    [1, "AC-HALF-HOUR"],
  ],
  dc: [
    [4, "DC-KWH"],
    [2, "DC-START"],
    [3, "DC-PARKING"],
    [2, "DC-DAY"],
    [2, "DC-TIERS"],
  ],
} as const;

export function tariffsOf(operator: Party, last_updated: string): Tariff[] {
  return Object.entries(kinds).map(([id, kind]) => tariffOf(operator, id, kind, last_updated));
}

function tariffOf(
  { country_code, party_id }: Party,
  id: string,
  { text, elements, max_price }: Kind,
  last_updated: string,
): Tariff {
  return {
    country_code,
    party_id,
    id: `${party_id}-${id}`,
    currency: "INR",
    type: "REGULAR",
    tariff_alt_text: [{ language: "en", text }],
    ...(max_price && { max_price }),
    elements,
    last_updated,
  };
}
