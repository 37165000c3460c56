import { ABSENT, type OddSession } from "./case.ts";

const upper = (was: unknown) => String(was).toUpperCase();

/** Sessions of a charge that was requested and accepted; the good one runs and has delivered two kWh. */
export const sessions: readonly OddSession[] = [
  {
    name: "token without its party",
    why: "The two fields are mandatory only since OCPI 2.2.1.",
    odd: { "cdr_token.country_code": ABSENT, "cdr_token.party_id": ABSENT },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["cdr_token"] },
  },
  {
    name: "token without its party, and no reference",
    why: "An operator of before 2.2.1 that drops our reference as well.",
    odd: {
      "cdr_token.country_code": ABSENT,
      "cdr_token.party_id": ABSENT,
      authorization_reference: ABSENT,
    },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["cdr_token"] },
  },
  {
    name: "no authorization reference",
    why: "Many never echo it.",
    odd: { authorization_reference: ABSENT },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2 },
  },
  {
    name: "an authorization reference of null",
    why: "The column is there, and nobody fills it in.",
    odd: { authorization_reference: null },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2 },
  },
  {
    name: "an empty authorization reference",
    why: "The exporter writes empty text for what it does not have.",
    odd: { authorization_reference: "" },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2 },
  },
  {
    name: "an authorization reference of its own",
    why: "The operator's own authorization has one too, and it is sent instead.",
    odd: { authorization_reference: "op-77123" },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2 },
  },
  {
    name: "the auth_id of OCPI 2.1.1",
    why: "Before 2.2 a session held the token's id alone.",
    odd: { cdr_token: ABSENT, auth_id: "whoever" },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["cdr_token"] },
  },
  {
    name: "token without a contract",
    why: "Whoever was authorised by a command needed none.",
    odd: { "cdr_token.contract_id": ABSENT },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["cdr_token.contract_id"] },
  },
  {
    name: "token in capitals",
    why: "Ids are stored in capitals, as OCPI compares them without regard to case.",
    odd: { "cdr_token.uid": upper, authorization_reference: ABSENT },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2 },
  },
  {
    name: "kWh as text",
    why: "A decimal column is printed as text.",
    odd: { kwh: "2.0000" },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["kwh"] },
  },
  {
    name: "kWh of null",
    why: "No meter value has come yet.",
    odd: { kwh: null },
    expect: { is: "RECOGNISED", status: "ACTIVE", told: ["kwh"] },
  },
  {
    name: "no auth method",
    why: "There is one way to start, so it seems needless.",
    odd: { auth_method: ABSENT },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["auth_method"] },
  },
  {
    name: "no currency",
    why: "An operator of one country finds it needless.",
    odd: { currency: ABSENT },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["currency"] },
  },
  {
    name: "no connector",
    why: "The charger reports its EVSE alone.",
    odd: { connector_id: ABSENT },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["connector_id"] },
  },
  {
    name: "connector as a number",
    why: "The charging protocol numbers connectors.",
    odd: { connector_id: 1 },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["connector_id"] },
  },
  {
    name: "the location of OCPI 2.1.1",
    why: "Before 2.2 the whole location stood in a session.",
    odd: { location_id: ABSENT, location: { id: "ODD", evses: [{ uid: "ODD-1" }] } },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["location_id"] },
  },
  {
    name: "total cost as a number",
    why: "OCPI 2.1.1 had amounts without classes.",
    odd: { total_cost: 40 },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["total_cost"] },
  },
  {
    name: "an end of null while it runs",
    why: "The column is there, and the end is not.",
    odd: { end_date_time: null },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2 },
  },
  {
    name: "an empty end while it runs",
    why: "The exporter writes empty text for what it does not have.",
    odd: { end_date_time: "" },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2 },
  },
  {
    name: "periods of null",
    why: "No period has been closed yet.",
    odd: { charging_periods: null },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2 },
  },
  {
    name: "a period without dimensions",
    why: "A period opens before anything is measured in it.",
    odd: { "charging_periods.0.dimensions": [] },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2 },
  },
  {
    name: "volumes as text",
    why: "A decimal column is printed as text.",
    odd: { "charging_periods.0.dimensions.0.volume": "2.0" },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["charging_periods"] },
  },
  {
    name: "status of its own",
    why: "The status of the charging protocol is passed on unmapped.",
    odd: { status: "Charging" },
    expect: { is: "OPEN", told: ["status"] },
  },
  {
    name: "status in lower case",
    why: "An enum is printed by another convention.",
    odd: { status: "active" },
    expect: { is: "OPEN" },
  },
  {
    name: "no status",
    why: "A session without an end runs, to its author.",
    odd: { status: null },
    expect: { is: "OPEN", told: ["status"] },
  },
  {
    name: "begun at a local time",
    why: "The server writes its own clock without saying which zone.",
    odd: { start_date_time: (was: unknown) => String(was).replace("Z", "") },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2 },
  },
  {
    name: "begun at a Unix time",
    why: "The date was never turned into text.",
    odd: { start_date_time: (was: unknown) => Date.parse(String(was)) / 1000 },
    expect: { is: "RECOGNISED", status: "ACTIVE", told: ["start_date_time"] },
  },
  {
    name: "never changed session",
    why: "The date of a change is kept for places alone.",
    odd: { last_updated: ABSENT },
    expect: { is: "RECOGNISED", status: "ACTIVE", kwh: 2, told: ["last_updated"] },
  },
  {
    name: "no token and no reference",
    why: "Privacy was taken to forbid saying who charges.",
    odd: { cdr_token: ABSENT, authorization_reference: ABSENT },
    expect: { is: "OPEN", told: ["cdr_token"] },
  },
  {
    name: "no EVSE and no reference",
    why: "The session is known by its site alone.",
    odd: { evse_uid: ABSENT, authorization_reference: ABSENT },
    expect: { is: "OPEN", told: ["evse_uid"] },
  },
  {
    name: "withdrawn with hardly a field",
    why: "What never was needs no description.",
    odd: { status: "INVALID", kwh: ABSENT, charging_periods: ABSENT, currency: ABSENT },
    expect: { is: "RECOGNISED", status: "INVALID", told: ["kwh"] },
  },
  {
    name: "ended without an end",
    why: "The status changes before the record is closed.",
    odd: { status: "COMPLETED", end_date_time: ABSENT },
    expect: { is: "RECOGNISED", status: "COMPLETED", kwh: 2 },
  },
];
