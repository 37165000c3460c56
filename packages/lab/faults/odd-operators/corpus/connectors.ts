import { ABSENT, type OddLocation } from "./case.ts";

const DC = "evses.0.connectors.0";
const AC = "evses.0.connectors.1";
const AC_KW = "evses.0.connectors.1.powerInKwh";
const DC_KW = "evses.0.connectors.0.powerInKwh";

/** Connectors: the first of the first EVSE gives 60 kW DC, the second 22 kW of three phases. */
export const connectors: readonly OddLocation[] = [
  {
    name: "three phases at 400 V",
    why: "Electricians name a three-phase supply by its voltage from line to line.",
    odd: { [`${AC}.max_voltage`]: 400, [`${AC}.max_electric_power`]: ABSENT },
    expect: { is: "SHOWN", shows: { [AC_KW]: 21.7 } },
  },
  {
    name: "three phases at 415 V",
    why: "It is India's nominal voltage from line to line.",
    odd: { [`${AC}.max_voltage`]: 415, [`${AC}.max_electric_power`]: ABSENT },
    expect: { is: "SHOWN", shows: { [AC_KW]: 22.5 } },
  },
  {
    name: "three phases at 230 V",
    why: "Some follow the standard.",
    odd: { [`${AC}.max_electric_power`]: ABSENT },
    expect: { is: "SHOWN", shows: { [AC_KW]: 21.6 } },
  },
  {
    name: "voltage as text",
    why: "A template language writes every value in quotation marks.",
    odd: { [`${DC}.max_voltage`]: "500" },
    expect: { is: "SHOWN", told: [`${DC}.max_voltage`] },
  },
  {
    name: "voltage with its unit",
    why: "The data sheet says 500 V.",
    odd: { [`${DC}.max_voltage`]: "500 V" },
    expect: { is: "SHOWN", shows: { [DC_KW]: 60 }, told: [`${DC}.max_voltage`] },
  },
  {
    name: "the names of OCPI 2.1.1",
    why: "Before 2.2 the fields were voltage and amperage.",
    odd: {
      [`${DC}.max_voltage`]: ABSENT,
      [`${DC}.max_amperage`]: ABSENT,
      [`${DC}.max_electric_power`]: ABSENT,
      [`${DC}.voltage`]: 500,
      [`${DC}.amperage`]: 120,
    },
    expect: { is: "SHOWN", shows: { [DC_KW]: 60 } },
  },
  {
    name: "the tariff of OCPI 2.1.1",
    why: "Before 2.2 a connector had one tariff_id.",
    odd: { [`${DC}.tariff_ids`]: ABSENT, [`${DC}.tariff_id`]: "EVEN" },
    expect: { is: "SHOWN", shows: { "evses.0.connectors.0.tariff.currency": "INR" } },
  },
  {
    name: "tariff ids as one text",
    why: "There is only ever one.",
    odd: { [`${DC}.tariff_ids`]: "EVEN" },
    expect: { is: "SHOWN", told: [`${DC}.tariff_ids`] },
  },
  {
    name: "tariff ids of null",
    why: "A slot for a tariff that was never chosen.",
    odd: { [`${DC}.tariff_ids`]: [null] },
    expect: { is: "SHOWN", shows: { "evses.0.connectors.0.tariff": null } },
  },
  {
    name: "tariff ids as numbers",
    why: "They are the keys of rows.",
    odd: { [`${DC}.tariff_ids`]: [17] },
    expect: { is: "SHOWN", told: [`${DC}.tariff_ids`] },
  },
  {
    name: "no voltage and amperage",
    why: "Only the power is on the data sheet.",
    odd: { [`${DC}.max_voltage`]: ABSENT, [`${DC}.max_amperage`]: ABSENT },
    expect: {
      is: "SHOWN",
      shows: { [DC_KW]: 60 },
      told: [`${DC}.max_voltage`, `${DC}.max_amperage`],
    },
  },
  {
    name: "voltage of zero",
    why: "Zero is the default of the column.",
    odd: { [`${DC}.max_voltage`]: 0, [`${DC}.max_amperage`]: 0 },
    expect: { is: "SHOWN", shows: { [DC_KW]: 60 } },
  },
  {
    name: "power in kilowatts",
    why: "Everybody speaks of kW, and the field is W.",
    odd: { [`${DC}.max_electric_power`]: 60 },
    expect: { is: "SHOWN", shows: { [DC_KW]: 60 }, told: [`${DC}.max_electric_power`] },
  },
  {
    name: "power in thousandths of a watt",
    why: "Kilowatts were made watts twice.",
    odd: { [`${DC}.max_electric_power`]: 60_000_000 },
    expect: { is: "SHOWN", shows: { [DC_KW]: 60 }, told: [`${DC}.max_electric_power`] },
  },
  {
    name: "power, volts and amperes of another plug",
    why: "A template of a DC charger was used for a socket.",
    odd: { [`${DC}.standard`]: "DOMESTIC_M" },
    expect: { is: "SHOWN", shows: { [DC_KW]: null }, told: [`${DC}.max_electric_power`] },
  },
  {
    name: "power with decimals",
    why: "It is worked out from volts and amperes.",
    odd: { [`${DC}.max_electric_power`]: 59_999.9999 },
    expect: { is: "SHOWN", shows: { [DC_KW]: 60 } },
  },
  {
    name: "power as text with a decimal point",
    why: "A decimal column is printed as text.",
    odd: { [`${DC}.max_electric_power`]: "60000.0" },
    expect: { is: "SHOWN", shows: { [DC_KW]: 60 }, told: [`${DC}.max_electric_power`] },
  },
  {
    name: "standard of its own",
    why: "GB/T and Bharat plugs have no name in older lists.",
    odd: { [`${DC}.standard`]: "BHARAT_DC_001" },
    expect: {
      is: "SHOWN",
      shows: { "evses.0.connectors.0.standard": "GBT_DC" },
      told: [`${DC}.standard`],
    },
  },
  {
    name: "unknown standard",
    why: "The import knows no better.",
    odd: { [`${DC}.standard`]: "UNKNOWN" },
    expect: { is: "SHOWN", shows: { "evses.0.connectors.0.standard": "UNKNOWN" } },
  },
  {
    name: "no standard",
    why: "The connector type was never entered.",
    odd: { [`${DC}.standard`]: null },
    expect: { is: "SHOWN", plugs: 2, told: [`${DC}.standard`] },
  },
  {
    name: "no power type",
    why: "Whether it is AC or DC is clear to the operator.",
    odd: { [`${DC}.power_type`]: ABSENT },
    expect: { is: "SHOWN", plugs: 2, told: [`${DC}.power_type`] },
  },
  {
    name: "power type of its own",
    why: "AC alone is what a sales list says.",
    odd: { [`${AC}.power_type`]: "AC" },
    expect: { is: "SHOWN", told: [`${AC}.power_type`] },
  },
  {
    name: "no format",
    why: "Whether a cable is fixed was never asked.",
    odd: { [`${DC}.format`]: ABSENT },
    expect: { is: "SHOWN", told: [`${DC}.format`] },
  },
  {
    name: "format of its own",
    why: "TETHERED is the word of the trade.",
    odd: { [`${DC}.format`]: "TETHERED" },
    expect: { is: "SHOWN", told: [`${DC}.format`] },
  },
  {
    name: "connector id as a number",
    why: "The charging protocol numbers connectors.",
    odd: { [`${DC}.id`]: 1 },
    expect: { is: "SHOWN", told: [`${DC}.id`] },
  },
  {
    name: "no connector id",
    why: "An EVSE with one plug needs none.",
    odd: { "evses.1.connectors.0.id": ABSENT },
    expect: { is: "SHOWN", plugs: 2, told: ["evses.1.connectors.0.id"] },
  },
  {
    name: "never changed connector",
    why: "Only EVSEs carry dates in that system.",
    odd: { [`${DC}.last_updated`]: ABSENT },
    expect: { is: "SHOWN", told: [`${DC}.last_updated`] },
  },
  {
    name: "changed as .NET prints it",
    why: "A framework's default prints seven decimals and an offset.",
    odd: { [`${DC}.last_updated`]: "2026-11-01T05:30:00.1234567+05:30" },
    expect: { is: "SHOWN" },
  },
  {
    name: "terms that are no address",
    why: "The terms themselves stand where their address belongs.",
    odd: { [`${DC}.terms_and_conditions`]: "Pay before you leave." },
    expect: { is: "SHOWN" },
  },
];
