import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { beforeAll, expect, test } from "vitest";
import { ABSENT, changed, type Changes } from "./case.ts";
import { goodLocation } from "./good.ts";
import { valueAt } from "./mutate.ts";
import { isGood, openTestBed, untold, WAYS, wrongsOf, type TestBed } from "./test-bed.ts";

type Expected = {
  /** Connectors; the good location has three. Null: the location is refused. */
  plugs?: number | null;
  /** By path, what the app then shows of the station. */
  shows?: Readonly<Record<string, unknown>>;
  /** Paths reported to the operator; a path also stands for everything below it. */
  told?: readonly string[];
};
type Odd = { name: string; odd: Changes } & Expected;

/** `why`: where this was observed. */
const shown = (name: string, _why: string, odd: Changes, more: Expected = {}): Odd => ({
  name,
  odd,
  ...more,
});
/** Shown, and the operator is told of each odd field. */
const noted: typeof shown = (name, why, odd, more) =>
  shown(name, why, odd, { told: Object.keys(odd), ...more });
const refused: typeof shown = (name, why, odd, more) =>
  noted(name, why, odd, { plugs: null, ...more });

/** Locations as real operators send them, written by us from observations; each differs from the good one in some fields. */
const locations: readonly Odd[] = [
  noted(
    "no time zone",
    "Many systems know only one country and never stored a zone.",
    { time_zone: null },
    { shows: { time_zone: "Asia/Kolkata" } },
  ),
  noted(
    "time zone left away",
    "OCPI 2.1.1 had it as optional, and its exporter was only relabelled.",
    { time_zone: ABSENT },
    { shows: { time_zone: "Asia/Kolkata" } },
  ),
  shown("time zone as an offset", "The offset is what the database column of the charger holds.", {
    time_zone: "+05:30",
  }),
  noted(
    "no publish",
    "The field came with OCPI 2.2; an upgraded 2.1.1 exporter does not have it.",
    { publish: ABSENT },
  ),
  noted("publish as text", "A template language writes every value in quotation marks.", {
    publish: "true",
  }),
  shown("country of two letters", "Alpha-2 is what all other fields of OCPI want.", {
    country: "IN",
  }),
  shown("country by its name", "The address form of the site owner has a free text field.", {
    country: "India",
  }),
  noted("no country", "An operator of one country finds it needless.", { country: ABSENT }),
  shown(
    "coordinates as numbers",
    "Most JSON libraries write a decimal as a number, and OCPI wants text.",
    { coordinates: { latitude: 18.52, longitude: 73.85 } },
    { shows: { "coordinates.latitude": 18.52 } },
  ),
  shown("coordinates with two decimals", "A spreadsheet rounded them on import.", {
    coordinates: { latitude: "18.52", longitude: "73.85" },
  }),
  shown("coordinates with fifteen decimals", "A float is printed as the machine has it.", {
    coordinates: { latitude: "18.520000000000003", longitude: "73.849999999999994" },
  }),
  shown("coordinates with blanks", "They were pasted from a map's share dialogue.", {
    coordinates: { latitude: " 18.520000", longitude: "73.850000 " },
  }),
  refused("no coordinates", "A site is exported before the technician has placed it.", {
    coordinates: ABSENT,
  }),
  refused("empty coordinates", "The exporter writes empty text for what it does not have.", {
    coordinates: { latitude: "", longitude: "" },
  }),
  refused("coordinates off the Earth", "Micro-degrees were sent as degrees.", {
    coordinates: { latitude: "18520000", longitude: "73850000" },
  }),
  refused("coordinates turned around", "GeoJSON has the longitude first.", {
    coordinates: { latitude: "73.850000", longitude: "18.520000" },
  }),
  refused("a site at zero", "Zero is the default of the columns.", {
    coordinates: { latitude: "0.000000", longitude: "0.000000" },
  }),
  noted("no address", "Sites on a motorway have none in the land register.", { address: ABSENT }),
  noted("no city", "A rural site belongs to no city.", { city: null }),
  shown(
    "empty texts",
    "A relational export writes empty text where a column is empty.",
    { name: "", postal_code: "", state: "", parking_type: "" },
    { shows: { postal_code: null, state: null } },
  ),
  noted(
    "postal code as a number",
    "A postal code of digits alone looks like a number to a spreadsheet.",
    { postal_code: 411001 },
  ),
  shown(
    "name longer than the standard has",
    "The marketing name holds company, mall, floor and campaign.",
    { name: "Charge ".repeat(60) },
  ),
  shown(
    "markup in the name",
    "The name is kept as HTML for the operator's own site.",
    { name: "<b>Fast</b> &amp; green" },
    { shows: { name: "<b>Fast</b> &amp; green" } },
  ),
  noted("directions as one object", "A converter from XML makes a list of one into the one.", {
    directions: { language: "en", text: "Turn left" },
  }),
  noted("directions as plain text", "The operator has one language and sends the text alone.", {
    directions: "Turn left",
  }),
  noted("directions without a text", "Every language of the menu is sent, filled in or not.", {
    directions: [{ language: "en", text: null }, { language: "hi" }],
  }),
  noted("related locations without a list", "A gate's position was added by hand to a template.", {
    related_locations: { latitude: 18.52, longitude: 73.85 },
  }),
  noted(
    "related locations that nest coordinates",
    "The type was taken to be like that of the location itself.",
    { related_locations: [{ coordinates: { latitude: "18.5", longitude: "73.8" } }] },
  ),
  noted("related locations that name another site", "Somebody read the field as a list of ids.", {
    related_locations: ["LOC-2"],
  }),
  shown(
    "facilities of their own names",
    "Operators have toilets and prayer rooms, and OCPI has no word for them.",
    { facilities: ["TOILET", "CAFE"] },
  ),
  noted(
    "facilities in one text",
    "The list was joined by commas on its way through a spreadsheet.",
    { facilities: "CAFE,WIFI" },
  ),
  shown("facilities of null", "An empty slot of a fixed list of three.", {
    facilities: ["CAFE", null, null],
  }),
  shown("parking type of its own", "A fuel company calls its forecourt by its own word.", {
    parking_type: "FORECOURT",
  }),
  shown("the type of OCPI 2.1.1", "Before 2.2 the parking type was called type.", {
    parking_type: ABSENT,
    type: "ON_STREET",
  }),
  noted("never changed", "Sites of before the update column have no date.", { last_updated: null }),
  shown("changed at a local time", "The server writes its own clock without saying which zone.", {
    last_updated: "2026-11-01T05:30:00",
  }),
  shown("changed on a day", "Only the day of a change is kept.", { last_updated: "2026-11-01" }),
  noted("changed at a Unix time", "The date was never turned into text.", {
    last_updated: 1_793_491_200,
  }),
  shown(
    "no EVSEs yet",
    "A site under construction is announced without chargers.",
    { evses: [] },
    { plugs: 0 },
  ),
  shown("EVSEs of null", "A left join found none.", { evses: null }, { plugs: 0 }),
  noted(
    "one EVSE without a list",
    "A converter from XML makes a list of one into the one.",
    { evses: (was: unknown) => (was as unknown[])[0] },
    { plugs: 2 },
  ),
  shown("fields of their own", "Operators add what their own app needs.", {
    "x-rating": 4.5,
    custom: { parking: { fee: 20 } },
  }),
  noted("charging when closed as text", "A yes and no question was stored as its answer.", {
    charging_when_closed: "no",
  }),
  noted(
    "allowed tokens as texts",
    "A list of card numbers was taken for the class that holds one.",
    { publish_allowed_to: ["04AABBCC"] },
  ),
];

/** Operator details, images and the energy mix. */
const companies: readonly Odd[] = [
  noted("operator by name alone", "A small system holds no details of a company.", {
    operator: "Charge Example",
  }),
  shown(
    "operator without a name",
    "Only the logo was filled in.",
    { "operator.name": ABSENT },
    { told: ["operator"] },
  ),
  shown("website without a scheme", "People write their address as they say it.", {
    "operator.website": "www.charge.example",
  }),
  noted("logo as an address", "The image class is a lot of work for one picture.", {
    "operator.logo": "https://charge.example/logo.png",
  }),
  noted("image without a category", "Photographs are stored without saying what they show.", {
    "images.0.category": ABSENT,
  }),
  shown(
    "image with its size as text",
    "Sizes were read from file names.",
    { "images.0.width": "800", "images.0.height": "600px" },
    { told: ["images.0.height"] },
  ),
  shown("image of a long type", "The MIME type is at hand, the ending is not.", {
    "images.0.type": "image/jpeg",
  }),
  shown(
    "energy mix without its flag",
    "The supplier's name is known, whether it is green is not.",
    { "energy_mix.is_green_energy": ABSENT },
    { told: ["energy_mix"] },
  ),
  shown(
    "energy mix as percentages in text",
    "The figures come from a PDF.",
    { "energy_mix.energy_sources": [{ source: "SOLAR", percentage: "60%" }] },
    { told: ["energy_mix"] },
  ),
];

const week = (day: (weekday: number) => object) => [1, 2, 3, 4, 5, 6, 7].map(day);
/** Opening times; the good ones are 06:00 to 23:00 every day, and it is Friday noon. */
const hours: readonly Odd[] = [
  noted(
    "round the clock not said",
    "OCPI 2.1.1 took regular hours for enough.",
    { "opening_times.twentyfourseven": ABSENT },
    { shows: { isOpened: true } },
  ),
  noted(
    "round the clock as a number",
    "A database without booleans holds 0 and 1.",
    { "opening_times.twentyfourseven": 1 },
    { shows: { isOpened: true } },
  ),
  shown(
    "round the clock and hours",
    "The form keeps the hours when its box is ticked.",
    { "opening_times.twentyfourseven": true },
    { shows: { isOpened: true } },
  ),
  noted(
    "weekdays as digits in text",
    "The keys of a map became values.",
    {
      "opening_times.regular_hours": week((n) => ({
        weekday: String(n),
        period_begin: "06:00",
        period_end: "23:00",
      })),
    },
    { shows: { isOpened: true } },
  ),
  noted("weekdays by name", "Tariffs name their days, so the hours were written alike.", {
    "opening_times.regular_hours": [
      { weekday: "FRIDAY", period_begin: "06:00", period_end: "23:00" },
    ],
  }),
  shown(
    "weekday zero for Sunday",
    "Most languages count the days from zero, beginning with Sunday.",
    { "opening_times.regular_hours.6.weekday": 0 },
  ),
  shown(
    "hours with seconds",
    "A time column of SQL is printed with them.",
    {
      "opening_times.regular_hours": week((weekday) => ({
        weekday,
        period_begin: "06:00:00",
        period_end: "23:00:00",
      })),
    },
    { shows: { isOpened: true } },
  ),
  shown("hours without a leading zero", "A form takes 6:00 as it is typed.", {
    "opening_times.regular_hours": week((weekday) => ({
      weekday,
      period_begin: "6:00",
      period_end: "23:00",
    })),
  }),
  shown("hours until twenty-four", "Midnight is the end of the day to whoever types it.", {
    "opening_times.regular_hours.4.period_end": "24:00",
  }),
  noted(
    "hours in words",
    "The field was free text for the app.",
    { opening_times: "Mo-Su 06:00-23:00" },
    { shows: { isOpened: null } },
  ),
  shown(
    "hours of nothing",
    "The class is always written, its fields only when they are filled in.",
    { opening_times: {} },
    { shows: { isOpened: null } },
  ),
  noted(
    "hours by lists without begin",
    "A closed day is sent with empty times.",
    { "opening_times.regular_hours.6": { weekday: 7, period_begin: "", period_end: "" } },
    { shows: { isOpened: true } },
  ),
  noted("one regular hour without a list", "A site with the same hours every day sends one.", {
    "opening_times.regular_hours": { weekday: 5, period_begin: "06:00", period_end: "23:00" },
  }),
  noted(
    "closings without an end",
    "Nobody knows how long a rebuilding lasts.",
    {
      "opening_times.exceptional_closings": [{ period_begin: "2026-12-01T00:00:00Z" }],
    },
    { shows: { isOpened: true } },
  ),
  shown(
    "closings as days",
    "A holiday is a day and has no hours.",
    {
      "opening_times.exceptional_closings": [
        { period_begin: "2026-12-25", period_end: "2026-12-26" },
      ],
    },
    { shows: { isOpened: true } },
  ),
];

/** Of a location with two EVSEs, the first with two connectors. */
const evses: readonly Odd[] = [
  shown(
    "removed, without connectors",
    "What is taken away has none any more, and the field is null.",
    { "evses.0.status": "REMOVED", "evses.0.connectors": null },
    { plugs: 1 },
  ),
  shown(
    "removed, with an empty list",
    "OCPI wants one connector at least, and a removed EVSE has none.",
    { "evses.0.status": "REMOVED", "evses.0.connectors": [] },
    { plugs: 1 },
  ),
  noted(
    "status of its own",
    "The status of the charging protocol is passed on unmapped.",
    { "evses.0.status": "Faulted" },
    { shows: { "evses.0.status": "UNKNOWN" } },
  ),
  shown("status in lower case", "An enum is printed by another convention.", {
    "evses.1.status": "available",
  }),
  noted(
    "no status",
    "A charger that never connected has none.",
    { "evses.0.status": null },
    { shows: { "evses.0.status": "UNKNOWN" } },
  ),
  noted(
    "empty status",
    "The status service was down during the export.",
    { "evses.0.status": "" },
    { shows: { "evses.0.status": "UNKNOWN" } },
  ),
  noted("no uid", "The EVSE id was taken to be enough.", { "evses.0.uid": ABSENT }, { plugs: 1 }),
  shown(
    "one uid for all",
    "The charger's id was taken for that of its outlets.",
    { "evses.1.uid": (was: unknown) => String(was).replace(/-2$/, "-1") },
    { plugs: 1, told: ["evses.0"] },
  ),
  noted("uid as a number", "It is the key of the row.", { "evses.0.uid": 77_001 }),
  shown(
    "EVSE id of null",
    "A private charger was never given one.",
    { "evses.0.evse_id": null },
    { shows: { "evses.0.evse_id": null } },
  ),
  noted("EVSE id as a number", "The serial number stands in its place.", {
    "evses.0.evse_id": 4711,
  }),
  shown(
    "physical reference longer than the standard has",
    "The label on the charger is a sentence.",
    { "evses.0.physical_reference": "Basement 2, pillar C, left hand side" },
  ),
  noted("physical reference as a number", "Bays are numbered.", {
    "evses.0.physical_reference": 12,
  }),
  noted("floor level as a number", "Floors are numbered.", { "evses.0.floor_level": -1 }),
  shown("capabilities of their own", "OCPI 2.3 and vendors have more words than 2.2.1.", {
    "evses.0.capabilities": ["PLUG_AND_CHARGE", "RFID_READER"],
  }),
  shown("capabilities with an empty text", "An empty text was split at its commas.", {
    "evses.0.capabilities": [""],
  }),
  noted(
    "status schedule without a status",
    "Maintenance is planned in a calendar that knows no status.",
    { "evses.0.status_schedule": [{ period_begin: "2026-12-01T00:00:00Z" }] },
  ),
  shown("coordinates of zero", "Zero is the default of the column.", {
    "evses.0.coordinates": { latitude: "0.0", longitude: "0.0" },
  }),
  noted(
    "coordinates of null inside",
    "The class is always written, its fields only when they are known.",
    { "evses.0.coordinates": { latitude: null, longitude: null } },
  ),
  noted("parking restrictions in a text", "A single choice was sent for a list.", {
    "evses.0.parking_restrictions": "EV_ONLY",
  }),
  noted("never changed EVSE", "Only locations carry dates in that system.", {
    "evses.0.last_updated": ABSENT,
  }),
  shown("changed in a far year", "A charger with an empty battery sets its own clock.", {
    "evses.0.last_updated": "2099-01-01T00:00:00Z",
  }),
  shown(
    "no connectors",
    "The connectors are entered by another team, later.",
    { "evses.0.connectors": [] },
    { plugs: 1 },
  ),
  noted("connectors without a list", "A converter from XML makes a list of one into the one.", {
    "evses.1.connectors": (was: unknown) => (was as unknown[])[0],
  }),
  shown(
    "an EVSE of null",
    "A deleted row left a hole in the list.",
    { "evses.0": null },
    { plugs: 1 },
  ),
  noted(
    "an EVSE that is its uid",
    "The list was taken for one of ids.",
    { "evses.0": "E-1" },
    { plugs: 1 },
  ),
];

const DC = "evses.0.connectors.0";
const AC = "evses.0.connectors.1";
const AC_KW = "evses.0.connectors.1.powerInKwh";
const DC_KW = "evses.0.connectors.0.powerInKwh";
/** The first of the first EVSE gives 60 kW DC, the second 22 kW of three phases. */
const connectors: readonly Odd[] = [
  shown(
    "three phases at 400 V",
    "Electricians name a three-phase supply by its voltage from line to line.",
    { [`${AC}.max_voltage`]: 400, [`${AC}.max_electric_power`]: ABSENT },
    { shows: { [AC_KW]: 21.7 } },
  ),
  shown(
    "three phases at 415 V",
    "It is India's nominal voltage from line to line.",
    { [`${AC}.max_voltage`]: 415, [`${AC}.max_electric_power`]: ABSENT },
    { shows: { [AC_KW]: 22.5 } },
  ),
  shown(
    "three phases at 230 V",
    "Some follow the standard.",
    { [`${AC}.max_electric_power`]: ABSENT },
    { shows: { [AC_KW]: 21.6 } },
  ),
  noted("voltage as text", "A template language writes every value in quotation marks.", {
    [`${DC}.max_voltage`]: "500",
  }),
  noted(
    "voltage with its unit",
    "The data sheet says 500 V.",
    { [`${DC}.max_voltage`]: "500 V" },
    { shows: { [DC_KW]: 60 } },
  ),
  shown(
    "the names of OCPI 2.1.1",
    "Before 2.2 the fields were voltage and amperage.",
    {
      [`${DC}.max_voltage`]: ABSENT,
      [`${DC}.max_amperage`]: ABSENT,
      [`${DC}.max_electric_power`]: ABSENT,
      [`${DC}.voltage`]: 500,
      [`${DC}.amperage`]: 120,
    },
    { shows: { [DC_KW]: 60 } },
  ),
  shown(
    "the tariff of OCPI 2.1.1",
    "Before 2.2 a connector had one tariff_id.",
    { [`${DC}.tariff_ids`]: ABSENT, [`${DC}.tariff_id`]: "EVEN" },
    { shows: { "evses.0.connectors.0.tariff.currency": "INR" } },
  ),
  noted("tariff ids as one text", "There is only ever one.", { [`${DC}.tariff_ids`]: "EVEN" }),
  shown(
    "tariff ids of null",
    "A slot for a tariff that was never chosen.",
    { [`${DC}.tariff_ids`]: [null] },
    { shows: { "evses.0.connectors.0.tariff": null } },
  ),
  noted("tariff ids as numbers", "They are the keys of rows.", { [`${DC}.tariff_ids`]: [17] }),
  noted(
    "no voltage and amperage",
    "Only the power is on the data sheet.",
    { [`${DC}.max_voltage`]: ABSENT, [`${DC}.max_amperage`]: ABSENT },
    { shows: { [DC_KW]: 60 } },
  ),
  shown(
    "voltage of zero",
    "Zero is the default of the column.",
    { [`${DC}.max_voltage`]: 0, [`${DC}.max_amperage`]: 0 },
    { shows: { [DC_KW]: 60 } },
  ),
  noted(
    "power in kilowatts",
    "Everybody speaks of kW, and the field is W.",
    { [`${DC}.max_electric_power`]: 60 },
    { shows: { [DC_KW]: 60 } },
  ),
  noted(
    "power in thousandths of a watt",
    "Kilowatts were made watts twice.",
    { [`${DC}.max_electric_power`]: 60_000_000 },
    { shows: { [DC_KW]: 60 } },
  ),
  shown(
    "power, volts and amperes of another plug",
    "A template of a DC charger was used for a socket.",
    { [`${DC}.standard`]: "DOMESTIC_M" },
    { shows: { [DC_KW]: null }, told: [`${DC}.max_electric_power`] },
  ),
  shown(
    "power with decimals",
    "It is worked out from volts and amperes.",
    { [`${DC}.max_electric_power`]: 59_999.9999 },
    { shows: { [DC_KW]: 60 } },
  ),
  noted(
    "power as text with a decimal point",
    "A decimal column is printed as text.",
    { [`${DC}.max_electric_power`]: "60000.0" },
    { shows: { [DC_KW]: 60 } },
  ),
  noted(
    "standard of its own",
    "GB/T and Bharat plugs have no name in older lists.",
    { [`${DC}.standard`]: "BHARAT_DC_001" },
    { shows: { "evses.0.connectors.0.standard": "GBT_DC" } },
  ),
  shown(
    "unknown standard",
    "The import knows no better.",
    { [`${DC}.standard`]: "UNKNOWN" },
    { shows: { "evses.0.connectors.0.standard": "UNKNOWN" } },
  ),
  noted(
    "no standard",
    "The connector type was never entered.",
    { [`${DC}.standard`]: null },
    { plugs: 2 },
  ),
  noted(
    "no power type",
    "Whether it is AC or DC is clear to the operator.",
    { [`${DC}.power_type`]: ABSENT },
    { plugs: 2 },
  ),
  noted("power type of its own", "AC alone is what a sales list says.", {
    [`${AC}.power_type`]: "AC",
  }),
  noted("no format", "Whether a cable is fixed was never asked.", { [`${DC}.format`]: ABSENT }),
  noted("format of its own", "TETHERED is the word of the trade.", {
    [`${DC}.format`]: "TETHERED",
  }),
  noted("connector id as a number", "The charging protocol numbers connectors.", {
    [`${DC}.id`]: 1,
  }),
  noted(
    "no connector id",
    "An EVSE with one plug needs none.",
    { "evses.1.connectors.0.id": ABSENT },
    { plugs: 2 },
  ),
  noted("never changed connector", "Only EVSEs carry dates in that system.", {
    [`${DC}.last_updated`]: ABSENT,
  }),
  shown("changed as .NET prints it", "A framework's default prints seven decimals and an offset.", {
    [`${DC}.last_updated`]: "2026-11-01T05:30:00.1234567+05:30",
  }),
  shown("terms that are no address", "The terms themselves stand where their address belongs.", {
    [`${DC}.terms_and_conditions`]: "Pay before you leave.",
  }),
];

let testBed: TestBed;
beforeAll(async () => {
  testBed = await openTestBed();
  return async () => {
    await testBed.close();
    await stopDatabases();
  };
});

test.each(WAYS)("one bad field costs that field, not its station (%s)", async (way) => {
  const wrongs = wrongsOf(way);
  const partner = await testBed.operator(`P${way.slice(1, 3)}`);
  const { party } = partner;
  const sent = [locations, companies, hours, evses, connectors].flat().map((entry, n) => {
    const id = `PL${n}`;
    return { entry, id, body: changed(goodLocation(party, id, "EVEN"), entry.odd) };
  });
  if (way === "PUSH") {
    for (const { entry, id, body } of sent) {
      const answer = await partner.call("PUT", `/locations/IN/${party.party_id}/${id}`, body);
      if (!isGood(answer)) wrongs.say(entry.name, `${answer.status} ${answer.code}`);
    }
  } else {
    partner.shelf.locations = sent.map(({ body }) => body);
    const failed = await testBed.pull(partner);
    if (failed) wrongs.say("the pull", failed);
  }
  const seen = await testBed.shown(partner);
  const findings = await testBed.noted(partner);
  for (const { entry, id } of sent) {
    const { name, plugs = 3, shows = {}, told } = entry;
    for (const path of untold(findings, "locations", told))
      wrongs.say(name, `no finding for ${path}`);
    const station = seen.get(id);
    if (!station || plugs === null) {
      if (station) wrongs.say(name, "it is shown");
      else if (plugs !== null) wrongs.say(name, "it is not shown");
      continue;
    }
    const found = station.evses.flatMap((evse) => evse.connectors).length;
    if (found !== plugs) wrongs.say(name, `${found} plugs`);
    for (const [path, value] of Object.entries(shows)) {
      const said = valueAt(station, path);
      if (said !== value) wrongs.say(name, `${path} is ${JSON.stringify(said)}`);
    }
  }
  expect(wrongs.lines).toEqual([]);
});
