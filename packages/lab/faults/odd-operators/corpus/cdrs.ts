import { ABSENT, type OddCdr } from "./case.ts";

/** CDRs of a finished charge; the good one asks ₹47.20 for two kWh. */
export const cdrs: readonly OddCdr[] = [
  {
    name: "token without its party",
    why: "The two fields are mandatory only since OCPI 2.2.1.",
    odd: { "cdr_token.country_code": ABSENT, "cdr_token.party_id": ABSENT },
    expect: { is: "BILLED", told: ["cdr_token"] },
  },
  {
    name: "no authorization reference",
    why: "Many never echo it.",
    odd: { authorization_reference: ABSENT },
    expect: { is: "BILLED" },
  },
  {
    name: "no session",
    why: "The field came with OCPI 2.2 and is optional.",
    odd: { session_id: ABSENT },
    expect: { is: "BILLED" },
  },
  {
    name: "tariffs of null",
    why: "The price was agreed on paper.",
    odd: { tariffs: null },
    expect: { is: "BILLED" },
  },
  {
    name: "a tariff that cannot be read",
    why: "The tariff is kept as the form had it.",
    odd: { "tariffs.0.elements": "20/kWh" },
    expect: { is: "BILLED", told: ["tariffs"] },
  },
  {
    name: "a tariff of ids",
    why: "The list was taken for one of ids.",
    odd: { tariffs: ["EVEN"] },
    expect: { is: "BILLED", told: ["tariffs"] },
  },
  {
    name: "a tariff with restrictions as a list",
    why: "A language without types writes an empty object as an empty list.",
    odd: { "tariffs.0.elements.0.restrictions": [] },
    expect: { is: "BILLED" },
  },
  {
    name: "signed data as text",
    why: "The meter's container is passed on as it is.",
    odd: { signed_data: "OCMF|{}|{}" },
    expect: { is: "BILLED", told: ["signed_data"] },
  },
  {
    name: "signed data without values",
    why: "A meter without an interface signs nothing.",
    odd: { "signed_data.signed_values": [] },
    expect: { is: "BILLED" },
  },
  {
    name: "no EVSE id",
    why: "A private charger was never given one.",
    odd: { "cdr_location.evse_id": null },
    expect: { is: "BILLED", told: ["cdr_location.evse_id"] },
  },
  {
    name: "location without an address",
    why: "The location was deleted before the record was made.",
    odd: { "cdr_location.address": ABSENT, "cdr_location.city": ABSENT },
    expect: { is: "BILLED", told: ["cdr_location.address"] },
  },
  {
    name: "location without coordinates",
    why: "The class was made for invoices, which need none.",
    odd: { "cdr_location.coordinates": ABSENT },
    expect: { is: "BILLED", told: ["cdr_location.coordinates"] },
  },
  {
    name: "an address longer than the standard has",
    why: "A location's address may have 255 characters, a record's 45.",
    odd: {
      "cdr_location.address": "Gate 2, Building C, Survey Number 17, Old Mumbai Highway, Pune",
    },
    expect: { is: "BILLED" },
  },
  {
    name: "connector without its format",
    why: "Whether a cable is fixed was never asked.",
    odd: { "cdr_location.connector_format": ABSENT },
    expect: { is: "BILLED", told: ["cdr_location.connector_format"] },
  },
  {
    name: "total cost as a number",
    why: "OCPI 2.1.1 had amounts without classes.",
    odd: { total_cost: 40 },
    expect: { is: "BILLED", told: ["total_cost"] },
  },
  {
    name: "total cost with a comma",
    why: "The server prints numbers as its country does.",
    odd: { "total_cost.excl_vat": "40,00" },
    expect: { is: "UNREADABLE", told: ["total_cost"] },
  },
  {
    name: "no total cost",
    why: "The provider is to work it out.",
    odd: { total_cost: ABSENT },
    expect: { is: "UNREADABLE", told: ["total_cost"] },
  },
  {
    name: "no total energy",
    why: "The periods were thought to say it.",
    odd: { total_energy: ABSENT },
    expect: { is: "UNREADABLE", told: ["total_energy"] },
  },
  {
    name: "partial costs as numbers",
    why: "OCPI 2.1.1 had amounts without classes.",
    odd: { total_energy_cost: 40, total_time_cost: 0 },
    expect: { is: "BILLED", told: ["total_energy_cost"] },
  },
  {
    name: "parking time as text",
    why: "Hours are printed as a clock shows them.",
    odd: { total_parking_time: "00:00" },
    expect: { is: "BILLED", told: ["total_parking_time"] },
  },
  {
    name: "credit as text",
    why: "A template language writes every value in quotation marks.",
    odd: { credit: "false" },
    expect: { is: "BILLED", told: ["credit"] },
  },
  {
    name: "a credit nobody can read",
    why: "A sum stands where the sign of a credit belongs.",
    odd: { credit: 40 },
    expect: { is: "UNREADABLE", told: ["credit"] },
  },
  {
    name: "periods with a dimension of OCPI 2.1.1",
    why: "FLAT was a dimension before 2.2.",
    odd: {
      "charging_periods.0.dimensions": (was: unknown) => [
        ...(was as object[]),
        { type: "FLAT", volume: 1 },
      ],
    },
    expect: { is: "BILLED" },
  },
  {
    name: "another currency",
    why: "A hub settles in its own.",
    odd: { currency: "EUR" },
    expect: { is: "ASIDE" },
  },
  {
    name: "remark as a list",
    why: "There were two.",
    odd: { remark: ["one", "two"] },
    expect: { is: "BILLED", told: ["remark"] },
  },
  {
    name: "record id as a number",
    why: "It is the key of the row.",
    odd: { id: (was: unknown) => Number(String(was).replaceAll(/\D/g, "")) },
    expect: { is: "BILLED", told: ["id"] },
  },
  {
    name: "never changed record",
    why: "A record never changes, so the date seems needless.",
    odd: { last_updated: ABSENT },
    expect: { is: "BILLED", told: ["last_updated"] },
  },
];
