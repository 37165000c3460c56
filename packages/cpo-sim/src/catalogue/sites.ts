import type { Connector, Location } from "@voltmarg/ocpi";

/** The equipment of one parking bay. `tariffs` selects the group of tariffs it may have. */
export type Point = Omit<Connector, "id" | "tariff_ids" | "last_updated"> & {
  tariffs: "socket" | "ac" | "dc";
};

const dc = (
  standard: Connector["standard"],
  max_voltage: number,
  max_amperage: number,
  kilowatts: number,
  tariffs: Point["tariffs"] = "dc",
): Point => ({
  standard,
  format: "CABLE",
  power_type: "DC",
  max_voltage,
  max_amperage,
  max_electric_power: kilowatts * 1000,
  tariffs,
});

// OCPI 2.2.1 mod_locations: max_voltage is line to neutral for AC_3_PHASE.
export const points = {
  socket: {
    standard: "DOMESTIC_M",
    format: "SOCKET",
    power_type: "AC_1_PHASE",
    max_voltage: 230,
    max_amperage: 15,
    max_electric_power: 3300,
    tariffs: "socket",
  },
  bharatAc: {
    standard: "IEC_60309_2_single_16",
    format: "SOCKET",
    power_type: "AC_1_PHASE",
    max_voltage: 230,
    max_amperage: 16,
    max_electric_power: 3300,
    tariffs: "socket",
  },
  bharatDc: dc("GBT_DC", 100, 200, 15, "ac"),
  // IS 17017-2-7 and -2-6: fast charging of two-wheelers.
  leccs: dc("LECCS", 120, 50, 6, "ac"),
  levdc: dc("LEVDC", 120, 100, 12, "ac"),
  type2Single: {
    standard: "IEC_62196_T2",
    format: "SOCKET",
    power_type: "AC_1_PHASE",
    max_voltage: 230,
    max_amperage: 32,
    max_electric_power: 7400,
    tariffs: "ac",
  },
  type2Eleven: {
    standard: "IEC_62196_T2",
    format: "SOCKET",
    power_type: "AC_3_PHASE",
    max_voltage: 230,
    max_amperage: 16,
    max_electric_power: 11_000,
    tariffs: "ac",
  },
  // Without max_electric_power on purpose: the power follows from volts and amperes.
  type2TwentyTwo: {
    standard: "IEC_62196_T2",
    format: "CABLE",
    power_type: "AC_3_PHASE",
    max_voltage: 230,
    max_amperage: 32,
    tariffs: "ac",
  },
  ccs30: dc("IEC_62196_T2_COMBO", 500, 75, 30),
  ccs60: dc("IEC_62196_T2_COMBO", 750, 150, 60),
  ccs120: dc("IEC_62196_T2_COMBO", 1000, 200, 120),
  ccs180: dc("IEC_62196_T2_COMBO", 1000, 300, 180),
  ccs240: dc("IEC_62196_T2_COMBO", 1000, 400, 240),
  chademo: dc("CHADEMO", 500, 125, 50),
} as const satisfies Record<string, Point>;

type PointName = keyof typeof points;

/** A kind of site: its frequency, its name, and what its bays hold (several names in one bay = several connectors). */
export type Site = {
  weight: number;
  called: readonly string[];
  parking_type: NonNullable<Location["parking_type"]>;
  facilities: NonNullable<Location["facilities"]>;
  /** How to find the chargers, in the languages that its operators write. */
  directions?: NonNullable<Location["directions"]>;
  hours: "always" | "mixed" | "mall" | "night";
  bays: readonly (readonly [weight: number, bays: readonly (readonly PointName[])[]])[];
};

const times = (count: number, ...names: PointName[]) => Array.from({ length: count }, () => names);

export const sites: readonly Site[] = [
  {
    weight: 18,
    called: ["Battery Point", "Rickshaw Stand", "Tea Corner", "Scooter Park"],
    parking_type: "ON_STREET",
    facilities: ["BUS_STOP"],
    hours: "mixed",
    bays: [
      [3, times(2, "socket")],
      [3, times(3, "socket")],
      [2, [...times(2, "socket"), ...times(1, "leccs"), ...times(1, "levdc")]],
    ],
  },
  {
    weight: 9,
    called: ["Municipal Parking", "Bus Depot", "Auto Stand"],
    parking_type: "PARKING_LOT",
    facilities: ["PARKING_LOT", "TAXI_STAND"],
    hours: "mixed",
    bays: [
      [2, times(3, "bharatAc")],
      [1, [...times(3, "bharatAc"), ...times(1, "bharatDc")]],
    ],
  },
  {
    weight: 6,
    called: ["Fleet Yard", "Taxi Hub"],
    parking_type: "PARKING_LOT",
    facilities: ["TAXI_STAND"],
    hours: "night",
    bays: [
      [2, times(2, "bharatDc")],
      [1, [...times(2, "bharatDc"), ...times(2, "type2Single")]],
    ],
  },
  {
    weight: 24,
    called: ["Mall", "Plaza", "Tech Park", "Hospital", "Residency"],
    parking_type: "UNDERGROUND_GARAGE",
    facilities: ["MALL", "CAFE", "WIFI"],
    directions: [
      {
        language: "en",
        text: "Basement 1, next to the lifts. Tell the guard you are here to charge.",
      },
      { language: "hi", text: "बेसमेंट 1 में, लिफ़्ट के पास। गार्ड को बताएँ कि आप चार्जिंग के लिए आए हैं।" },
      {
        language: "ur",
        text: "بیسمنٹ 1 میں، لفٹ کے پاس۔ گارڈ کو بتائیں کہ آپ چارجنگ کے لیے آئے ہیں۔",
      },
    ],
    hours: "mall",
    bays: [
      [3, times(2, "type2Single")],
      [2, times(2, "type2Eleven")],
      [3, times(2, "type2TwentyTwo")],
      [2, [...times(4, "type2Single"), ...times(1, "ccs30")]],
    ],
  },
  {
    weight: 26,
    called: ["Fuel Station", "Metro Parking", "Market", "Club", "Hotel"],
    parking_type: "PARKING_LOT",
    facilities: ["PARKING_LOT", "RESTAURANT"],
    directions: [
      { language: "hi", text: "मुख्य गेट से अंदर आकर बाईं ओर, टिकट खिड़की के पीछे।" },
      { language: "en", text: "Inside the main gate on the left, behind the ticket counter." },
    ],
    hours: "mixed",
    bays: [
      [3, times(1, "ccs30")],
      [3, [...times(1, "ccs60"), ...times(1, "type2TwentyTwo")]],
      [2, [...times(1, "ccs60", "chademo"), ...times(2, "type2Single")]],
      [2, times(2, "ccs60")],
    ],
  },
  {
    weight: 11,
    called: ["Charging Hub", "Power Court"],
    parking_type: "PARKING_LOT",
    facilities: ["CAFE", "WIFI", "PARKING_LOT"],
    hours: "always",
    bays: [
      [3, [...times(2, "ccs120"), ...times(2, "ccs60"), ...times(1, "type2TwentyTwo")]],
      [2, [...times(4, "ccs120"), ...times(1, "ccs60", "chademo")]],
      [1, [...times(2, "ccs240"), ...times(2, "ccs180"), ...times(2, "type2TwentyTwo")]],
    ],
  },
  {
    weight: 6,
    called: ["Highway Plaza", "Food Court", "Dhaba"],
    parking_type: "ALONG_MOTORWAY",
    facilities: ["RESTAURANT", "FUEL_STATION"],
    hours: "always",
    bays: [
      [2, times(2, "ccs60")],
      [2, [...times(1, "ccs120", "chademo"), ...times(1, "ccs60")]],
      [1, times(2, "ccs180")],
    ],
  },
];
