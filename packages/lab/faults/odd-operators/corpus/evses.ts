import { ABSENT, type OddLocation } from "./case.ts";

/** EVSEs of a location that has two, the first with two connectors. */
export const evses: readonly OddLocation[] = [
  {
    name: "removed, without connectors",
    why: "What is taken away has none any more, and the field is null.",
    odd: { "evses.0.status": "REMOVED", "evses.0.connectors": null },
    expect: { is: "SHOWN", plugs: 1 },
  },
  {
    name: "removed, with an empty list",
    why: "OCPI wants one connector at least, and a removed EVSE has none.",
    odd: { "evses.0.status": "REMOVED", "evses.0.connectors": [] },
    expect: { is: "SHOWN", plugs: 1 },
  },
  {
    name: "status of its own",
    why: "The status of the charging protocol is passed on unmapped.",
    odd: { "evses.0.status": "Faulted" },
    expect: { is: "SHOWN", shows: { "evses.0.status": "UNKNOWN" }, told: ["evses.0.status"] },
  },
  {
    name: "status in lower case",
    why: "An enum is printed by another convention.",
    odd: { "evses.1.status": "available" },
    expect: { is: "SHOWN" },
  },
  {
    name: "no status",
    why: "A charger that never connected has none.",
    odd: { "evses.0.status": null },
    expect: {
      is: "SHOWN",
      shows: { "evses.0.status": "UNKNOWN" },
      told: ["evses.0.status"],
    },
  },
  {
    name: "empty status",
    why: "The status service was down during the export.",
    odd: { "evses.0.status": "" },
    expect: {
      is: "SHOWN",
      shows: { "evses.0.status": "UNKNOWN" },
      told: ["evses.0.status"],
    },
  },
  {
    name: "no uid",
    why: "The EVSE id was taken to be enough.",
    odd: { "evses.0.uid": ABSENT },
    expect: { is: "SHOWN", plugs: 1, told: ["evses.0.uid"] },
  },
  {
    name: "one uid for all",
    why: "The charger's id was taken for that of its outlets.",
    odd: { "evses.1.uid": (was: unknown) => String(was).replace(/-2$/, "-1") },
    expect: { is: "SHOWN", plugs: 1, told: ["evses.0"] },
  },
  {
    name: "uid as a number",
    why: "It is the key of the row.",
    odd: { "evses.0.uid": 77_001 },
    expect: { is: "SHOWN", told: ["evses.0.uid"] },
  },
  {
    name: "EVSE id of null",
    why: "A private charger was never given one.",
    odd: { "evses.0.evse_id": null },
    expect: { is: "SHOWN", shows: { "evses.0.evse_id": null } },
  },
  {
    name: "EVSE id as a number",
    why: "The serial number stands in its place.",
    odd: { "evses.0.evse_id": 4711 },
    expect: { is: "SHOWN", told: ["evses.0.evse_id"] },
  },
  {
    name: "physical reference longer than the standard has",
    why: "The label on the charger is a sentence.",
    odd: { "evses.0.physical_reference": "Basement 2, pillar C, left hand side" },
    expect: { is: "SHOWN" },
  },
  {
    name: "physical reference as a number",
    why: "Bays are numbered.",
    odd: { "evses.0.physical_reference": 12 },
    expect: { is: "SHOWN", told: ["evses.0.physical_reference"] },
  },
  {
    name: "floor level as a number",
    why: "Floors are numbered.",
    odd: { "evses.0.floor_level": -1 },
    expect: { is: "SHOWN", told: ["evses.0.floor_level"] },
  },
  {
    name: "capabilities of their own",
    why: "OCPI 2.3 and vendors have more words than 2.2.1.",
    odd: { "evses.0.capabilities": ["PLUG_AND_CHARGE", "RFID_READER"] },
    expect: { is: "SHOWN" },
  },
  {
    name: "capabilities with an empty text",
    why: "An empty text was split at its commas.",
    odd: { "evses.0.capabilities": [""] },
    expect: { is: "SHOWN" },
  },
  {
    name: "status schedule without a status",
    why: "Maintenance is planned in a calendar that knows no status.",
    odd: { "evses.0.status_schedule": [{ period_begin: "2026-12-01T00:00:00Z" }] },
    expect: { is: "SHOWN", told: ["evses.0.status_schedule"] },
  },
  {
    name: "coordinates of zero",
    why: "Zero is the default of the column.",
    odd: { "evses.0.coordinates": { latitude: "0.0", longitude: "0.0" } },
    expect: { is: "SHOWN" },
  },
  {
    name: "coordinates of null inside",
    why: "The class is always written, its fields only when they are known.",
    odd: { "evses.0.coordinates": { latitude: null, longitude: null } },
    expect: { is: "SHOWN", told: ["evses.0.coordinates"] },
  },
  {
    name: "parking restrictions in a text",
    why: "A single choice was sent for a list.",
    odd: { "evses.0.parking_restrictions": "EV_ONLY" },
    expect: { is: "SHOWN", told: ["evses.0.parking_restrictions"] },
  },
  {
    name: "never changed EVSE",
    why: "Only locations carry dates in that system.",
    odd: { "evses.0.last_updated": ABSENT },
    expect: { is: "SHOWN", told: ["evses.0.last_updated"] },
  },
  {
    name: "changed in a far year",
    why: "A charger with an empty battery sets its own clock.",
    odd: { "evses.0.last_updated": "2099-01-01T00:00:00Z" },
    expect: { is: "SHOWN" },
  },
  {
    name: "no connectors",
    why: "The connectors are entered by another team, later.",
    odd: { "evses.0.connectors": [] },
    expect: { is: "SHOWN", plugs: 1 },
  },
  {
    name: "connectors without a list",
    why: "A converter from XML makes a list of one into the one.",
    odd: { "evses.1.connectors": (was: unknown) => (was as unknown[])[0] },
    expect: { is: "SHOWN", told: ["evses.1.connectors"] },
  },
  {
    name: "an EVSE of null",
    why: "A deleted row left a hole in the list.",
    odd: { "evses.0": null },
    expect: { is: "SHOWN", plugs: 1 },
  },
  {
    name: "an EVSE that is its uid",
    why: "The list was taken for one of ids.",
    odd: { "evses.0": "E-1" },
    expect: { is: "SHOWN", plugs: 1, told: ["evses.0"] },
  },
];
