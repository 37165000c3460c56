import { describe, expect, test } from "vitest";
import { location, session, tariff } from "../../test/objects.ts";
import { type Kind, whole } from "../../test/full-objects.ts";
import { read, reading } from "./schemas.ts";

const now = Date.UTC(2026, 2, 2, 6);
const rules = {
  connectorNames: { TYPE6: "LEVDC" },
  areas: { NLD: { south: 50, north: 54, west: 3, east: 8 } },
};
type Outcome = [path: string, outcome: string, message: string];
const said = (findings: readonly { path: string; outcome: string; message: string }[]) =>
  findings.map(({ path, outcome, message }): Outcome => [path, outcome, message]);

/** For an object with one changed part: the value read for that part, and the findings. */
const field = (schema: Kind, more: Record<string, unknown>) => {
  const result = read(reading[schema], { ...whole[schema], ...more }, { now, rules });
  if (!result.ok) return { refused: result.message };
  const data = result.data as Record<string, unknown>;
  return { data, said: said(result.findings) };
};

describe("of a location", () => {
  test.each<[string, unknown, unknown, Outcome[]]>([
    ["name", "<b>Mall</b>", "<b>Mall</b>", []],
    ["name", "", undefined, [["name", "LEFT_OUT", "empty"]]],
    [
      "postal_code",
      411004,
      "411004",
      [["postal_code", "READ_AS", "string expected, read as a text"]],
    ],
    ["id", 77, "77", [["id", "READ_AS", "string expected, read as a text"]]],
    ["publish", undefined, true, [["publish", "READ_AS", "absent, read as true"]]],
    ["publish", "false", false, [["publish", "READ_AS", "boolean expected, read as false"]]],
    ["publish", 0, false, [["publish", "READ_AS", "boolean expected, read as false"]]],
    ["address", null, undefined, [["address", "LEFT_OUT", "absent, but mandatory"]]],
    ["city", {}, undefined, [["city", "LEFT_OUT", "string expected"]]],
    ["country", "", undefined, [["country", "LEFT_OUT", "empty"]]],
    ["state", null, undefined, []],
    ["parking_type", "ON_THE_MOON", "ON_THE_MOON", []],
    [
      "parking_type",
      "parking_lot",
      "PARKING_LOT",
      [["parking_type", "READ_AS", "not as the standard writes it, read as PARKING_LOT"]],
    ],
    [
      "facilities",
      "CAFE",
      ["CAFE"],
      [["facilities", "READ_AS", "array expected, read as a list of one"]],
    ],
    [
      "facilities",
      ["CAFE", 7, null],
      ["CAFE"],
      [
        ["facilities.1", "LEFT_OUT", "string expected"],
        ["facilities.2", "LEFT_OUT", "null"],
      ],
    ],
    ["facilities", [null], [], [["facilities.0", "LEFT_OUT", "null"]]],
    ["facilities", [7], undefined, [["facilities", "LEFT_OUT", "0: string expected"]]],
    ["facilities", [], [], []],
    [
      "related_locations",
      [{ latitude: 1 }, ["18.5", "73.8"], { latitude: "18.5", longitude: "73.8", name: "Gate" }],
      [{ latitude: "18.5", longitude: "73.8" }],
      [
        ["related_locations.0", "LEFT_OUT", "longitude: string expected"],
        ["related_locations.1", "LEFT_OUT", "object expected"],
        ["related_locations.2.name", "LEFT_OUT", "object expected"],
      ],
    ],
    [
      "related_locations",
      "gate",
      undefined,
      [["related_locations", "LEFT_OUT", "object expected"]],
    ],
    [
      "coordinates",
      { latitude: 18.5, longitude: "73,85" },
      { latitude: "18.5", longitude: "73.85" },
      [
        ["coordinates.latitude", "READ_AS", "string expected, read as a text"],
        ["coordinates.longitude", "READ_AS", "not degrees, read as decimal degrees"],
      ],
    ],
    [
      "coordinates",
      [{ latitude: "18.5", longitude: "73.8" }],
      { latitude: "18.5", longitude: "73.8" },
      [["coordinates", "READ_AS", "a list of one, read as its item"]],
    ],
    ["last_updated", "2026-03-01T10:00:00", "2026-03-01T10:00:00Z", []],
    [
      "last_updated",
      1772359200000,
      "2026-03-01T10:00:00Z",
      [["last_updated", "READ_AS", "string expected, read as milliseconds"]],
    ],
    [
      "last_updated",
      "1772359200",
      "2026-03-01T10:00:00Z",
      [["last_updated", "READ_AS", "not a date, read as seconds"]],
    ],
    [
      "last_updated",
      "soon",
      "2026-03-02T06:00:00Z",
      [["last_updated", "READ_AS", "not a date, read as 2026-03-02T06:00:00Z"]],
    ],
    ["operator", { website: "x" }, undefined, [["operator", "LEFT_OUT", "name: string expected"]]],
    ["images", [{ url: "" }], undefined, [["images", "LEFT_OUT", "0.url: too small"]]],
  ])("%s %j", (name, sent, value, findings) => {
    const { data, said: told } = field("location", { [name]: sent });
    expect(data?.[name]).toEqual(value);
    expect(told).toEqual(findings);
  });

  test.each([
    ["Asia/Kolkata", "IND", "Asia/Kolkata", 0],
    [null, "IND", "Asia/Kolkata", 1],
    ["", "DE", "Europe/Berlin", 1],
    ["India Standard Time", "ind", "Asia/Kolkata", 1],
    [undefined, "USA", "UTC", 1],
    [7, "XYZ", "UTC", 1],
  ])("the time zone %s of a place in %s is %s", (time_zone, country, zone, count) => {
    const { data, said: told } = field("location", { time_zone, country });
    expect([data!["time_zone"], told!.length]).toEqual([zone, count]);
  });

  test("without a country the party's country is used", () => {
    const { data } = field("location", { time_zone: null, country: null, country_code: "NL" });
    expect(data!["time_zone"]).toBe("Europe/Amsterdam");
  });

  test.each([
    ["NLD", "52.370200", "4.895200", undefined],
    ["nld", "19.076000", "4.895200", "coordinates: not in NLD"],
    ["BEL", "19.076000", "4.895200", undefined],
    ["BEL", "0.000000", "0.000000", "coordinates: no place for a charger"],
    ["BEL", "0.099999", "-0.099999", "coordinates: no place for a charger"],
    // The equator and the meridian of Greenwich cross countries.
    ["UGA", "0.000000", "32.450000", undefined],
    ["GBR", "51.478000", "0.000000", undefined],
    ["GAB", "0.100000", "0.000000", undefined],
    ["GAB", "0.000000", "0.100000", undefined],
  ])("a place in %s at %s° north, %s° east: %s", (country, latitude, longitude, refused) => {
    const found = field("location", { country, coordinates: { latitude, longitude } });
    expect(found.refused).toBe(refused);
  });

  test.each<[object, unknown]>([
    [{ regular_hours: [{ weekday: 1, period_begin: "08:00", period_end: "20:00" }] }, false],
    [{ exceptional_openings: whole.location.opening_times!.exceptional_openings }, false],
    [{ twentyfourseven: "true" }, true],
    [{ twentyfourseven: null, regular_hours: [] }, undefined],
    [{}, undefined],
  ])("hours %j are open around the clock: %s", (opening_times, always) => {
    const { data } = field("location", { opening_times });
    const hours = data!["opening_times"] as { twentyfourseven: boolean } | undefined;
    expect(hours?.twentyfourseven).toBe(always);
  });

  test.each([
    ["1", "8:00", "20:00:00", 1, "08:00", "20:00"],
    ["SUNDAY", "08:00", "24:00", 7, "08:00", "24:00"],
    ["tue", "00:00", "23:59:59", 2, "00:00", "23:59"],
  ])("a weekday %s from %s to %s is read", (weekday, period_begin, period_end, ...read_) => {
    const opening_times = {
      twentyfourseven: false,
      regular_hours: { weekday, period_begin, period_end },
    };
    const { data, said: told } = field("location", { opening_times });
    const [day, begin, end] = read_;
    expect((data!["opening_times"] as Record<string, unknown>)["regular_hours"]).toEqual([
      { weekday: day, period_begin: begin, period_end: end },
    ]);
    expect(told!.length).toBeGreaterThan(0);
  });

  test.each([0, 8, "someday", 1.5, null])(
    "a weekday %j is left out, the others stay",
    (weekday) => {
      const { data, said: told } = field("location", {
        opening_times: {
          twentyfourseven: false,
          regular_hours: [
            { weekday, period_begin: "08:00", period_end: "20:00" },
            { weekday: 2, period_begin: "08:00", period_end: "20:00" },
            { weekday: 3, period_begin: "7 am", period_end: "20:00" },
          ],
        },
      });
      expect((data!["opening_times"] as Record<string, unknown>)["regular_hours"]).toHaveLength(1);
      expect(told!.map(([path, outcome]) => [path, outcome])).toEqual([
        ["opening_times.regular_hours.0", "LEFT_OUT"],
        ["opening_times.regular_hours.2", "LEFT_OUT"],
      ]);
    },
  );

  test("an unreadable EVSE loses that EVSE only, an unreadable connector that connector only", () => {
    const result = field("location", {
      evses: [
        { ...whole.evse, uid: null },
        { ...whole.evse, connectors: [{ id: "1" }, whole.connector] },
        "E-3",
      ],
    });
    expect(result.data!["evses"]).toEqual([{ ...whole.evse, connectors: [whole.connector] }]);
    expect(result.said).toEqual([
      ["evses.0", "LEFT_OUT", "uid: string expected"],
      ["evses.1.connectors.0", "LEFT_OUT", "standard: string expected"],
      ["evses.2", "LEFT_OUT", "object expected"],
    ]);
  });

  test("a part without a date has the date of its parent, the whole object the time of arrival", () => {
    const { last_updated: _, ...connector } = whole.connector;
    const { last_updated: __, ...evse } = whole.evse;
    const undated = { ...whole.evse, uid: "E-2", last_updated: "2026-02-01T00:00:00Z" };
    const { data } = field("location", {
      evses: [
        { ...evse, connectors: [connector] },
        { ...undated, connectors: [connector] },
      ],
    });
    const [first, second] = data!["evses"] as (typeof whole.evse)[];
    expect([first!.last_updated, first!.connectors[0]!.last_updated]).toEqual([
      "2026-03-01T10:00:00Z",
      "2026-03-01T10:00:00Z",
    ]);
    expect(second!.connectors[0]!.last_updated).toBe("2026-02-01T00:00:00Z");
    expect(field("location", { last_updated: undefined }).data!["last_updated"]).toBe(
      "2026-03-02T06:00:00Z",
    );
  });
});

describe("of an EVSE and its plugs", () => {
  test.each<[string, unknown, unknown, string[]]>([
    ["status", "WORKING", "UNKNOWN", ["READ_AS"]],
    ["status", "available", "AVAILABLE", ["READ_AS"]],
    ["status", null, "UNKNOWN", ["READ_AS"]],
    ["status", 3, "UNKNOWN", ["READ_AS"]],
    ["connectors", null, [], ["READ_AS"]],
    ["connectors", "none", [], ["READ_AS"]],
    ["connectors", whole.connector, [whole.connector], ["READ_AS"]],
    ["capabilities", "RESERVABLE", ["RESERVABLE"], ["READ_AS"]],
    ["floor_level", -1, "-1", ["READ_AS"]],
    ["coordinates", { latitude: "north" }, undefined, ["LEFT_OUT"]],
  ])("%s %j", (name, sent, value, outcomes) => {
    const { data, said: told } = field("evse", { [name]: sent });
    expect(data![name]).toEqual(value);
    expect(told!.map(([, outcome]) => outcome)).toEqual(outcomes);
  });

  test("a removed EVSE without connectors stays removed", () => {
    const { data } = field("evse", { status: "REMOVED", connectors: null });
    expect(data).toMatchObject({ uid: "E-1", status: "REMOVED", connectors: [] });
  });

  test.each<[string, unknown, unknown, string[]]>([
    ["max_voltage", "230", 230, ["READ_AS"]],
    ["max_amperage", "22.5", 23, ["READ_AS"]],
    ["max_voltage", 230.4, 230, ["READ_AS"]],
    ["max_voltage", "many", undefined, ["LEFT_OUT"]],
    ["max_electric_power", "", undefined, ["LEFT_OUT"]],
    ["format", undefined, "UNKNOWN", ["READ_AS"]],
    ["format", "TETHERED", "UNKNOWN", ["READ_AS"]],
    ["power_type", "AC", "AC", ["READ_AS"]],
    ["standard", "iec_62196_t2", "IEC_62196_T2", ["READ_AS"]],
    ["standard", "MCS", "MCS", []],
    ["standard", "LECCS", "LECCS", []],
    // By the caller's rules.
    ["standard", "Type 6", "LEVDC", ["READ_AS"]],
    ["tariff_ids", "T-1", ["T-1"], ["READ_AS"]],
    ["tariff_ids", [7, "T-1"], ["7", "T-1"], ["READ_AS"]],
    // The first known tariff is the price: without one of them it might be another.
    ["tariff_ids", [{}, "T-1"], undefined, ["LEFT_OUT"]],
    ["terms_and_conditions", "", undefined, ["LEFT_OUT"]],
    ["standard", "sae_j3400", "SAE_J3400", ["READ_AS"]],
    ["capabilities", ["HANDS_FREE"], ["HANDS_FREE"], []],
    ["capabilities", "ISO_15118_2_PLUG_AND_CHARGE", ["ISO_15118_2_PLUG_AND_CHARGE"], ["READ_AS"]],
    ["capabilities", [7], undefined, ["LEFT_OUT"]],
  ])("a plug with %s %j", (name, sent, value, outcomes) => {
    const { data, said: told } = field("connector", { [name]: sent });
    expect(data![name]).toEqual(value);
    expect(told!.map(([, outcome]) => outcome)).toEqual(outcomes);
  });
});

describe("of OCPI 2.3.0", () => {
  test.each<[string, unknown, unknown, string[]]>([
    ["max_vehicle_height", 210, 210, []],
    ["max_vehicle_height", "210", 210, ["READ_AS"]],
    ["max_vehicle_height", 2.1, 210, ["READ_AS"]],
    ["max_vehicle_height", "2.1 m", undefined, ["LEFT_OUT"]],
    ["max_vehicle_height", 0, undefined, ["LEFT_OUT"]],
    ["max_vehicle_width", -230, undefined, ["LEFT_OUT"]],
    ["parking_space_length", 5.55, 555, ["READ_AS"]],
    ["max_vehicle_weight", 0, undefined, ["LEFT_OUT"]],
    ["time_limit", 0, undefined, ["LEFT_OUT"]],
    ["time_limit", "60", 60, ["READ_AS"]],
    ["vehicle_types", ["THREE_WHEELER"], ["THREE_WHEELER"], []],
    ["vehicle_types", "motorcycle", ["MOTORCYCLE"], ["READ_AS", "READ_AS"]],
    ["vehicle_types", undefined, undefined, ["LEFT_OUT"]],
    ["restricted_to_type", "perhaps", undefined, ["LEFT_OUT"]],
    ["direction", "DIAGONAL", "DIAGONAL", ["READ_AS"]],
    ["roofed", 1, true, ["READ_AS"]],
  ])("a parking place with %s %j", (name, sent, value, outcomes) => {
    const place = { ...whole.location.parking_places![0], [name]: sent };
    const { data, said: told } = field("location", { parking_places: [place] });
    expect((data!["parking_places"] as Record<string, unknown>[])[0]![name]).toEqual(value);
    expect(told!.map(([, outcome]) => outcome)).toEqual(outcomes);
  });

  test.each<[Kind, string, unknown, unknown, Outcome[]]>([
    [
      "location",
      "parking_places",
      [{ vehicle_types: ["VAN"] }],
      undefined,
      [["parking_places", "LEFT_OUT", "0.id: string expected"]],
    ],
    [
      "evse",
      "parking",
      [{ parking_id: "B-1", evse_position: "BEHIND" }],
      [{ parking_id: "B-1", evse_position: "BEHIND" }],
      [["parking.0.evse_position", "READ_AS", "no value of the standard, read as sent"]],
    ],
    ["evse", "parking", ["B-1"], undefined, [["parking", "LEFT_OUT", "0: object expected"]]],
    [
      "location",
      "help_phone",
      1800123,
      "1800123",
      [["help_phone", "READ_AS", "string expected, read as a text"]],
    ],
    ["location", "help_phone", [], undefined, [["help_phone", "LEFT_OUT", "string expected"]]],
  ])("of a %s the %s %j", (kind, name, sent, value, findings) => {
    const { data, said: told } = field(kind, { [name]: sent });
    expect(data![name]).toEqual(value);
    expect(told).toEqual(findings);
  });
});

describe("of OCPI 2.1.1", () => {
  const at = "2026-03-01T10:00:00Z";
  const plug = {
    id: "1",
    standard: "IEC_62196_T2",
    format: "CABLE",
    power_type: "AC_3_PHASE",
    voltage: 220,
    amperage: 16,
    tariff_id: "11",
    last_updated: at,
  };
  const place = {
    id: "L-1",
    type: "ON_STREET",
    name: "Gent Zuid",
    address: "F.Rooseveltlaan 3A",
    city: "Gent",
    postal_code: "9000",
    country: "BEL",
    coordinates: { latitude: "51.047599", longitude: "3.729944" },
    evses: [
      {
        uid: "E-1",
        evse_id: "BE-BEC-E1",
        status: "AVAILABLE",
        connectors: [plug],
        last_updated: at,
      },
    ],
    last_updated: at,
  };

  test("a location is read; its party comes from its address", () => {
    const address = { country_code: "BE", party_id: "BEC", id: "L-1" };
    const result = read(reading.location, place, { now, address });
    expect(result).toMatchObject({
      ok: true,
      data: {
        ...address,
        publish: true,
        time_zone: "Europe/Brussels",
        parking_type: "ON_STREET",
        evses: [{ connectors: [{ max_voltage: 220, max_amperage: 16, tariff_ids: ["11"] }] }],
      },
    });
    expect(result.findings.map(({ path }) => path)).toEqual([
      "country_code",
      "party_id",
      "type",
      "publish",
      "evses.0.connectors.0.voltage",
      "evses.0.connectors.0.amperage",
      "evses.0.connectors.0.tariff_id",
      "evses.0.connectors.0.tariff_ids",
      "time_zone",
    ]);
    expect(read(reading.location, place)).toMatchObject({
      ok: false,
      message: "country_code: string expected; party_id: string expected",
    });
  });

  test("an empty type is absent; the new name takes precedence over the old one", () => {
    const { data } = field("location", { parking_type: undefined, type: "OTHER" });
    expect(data).not.toHaveProperty("parking_type");
    expect(field("connector", { voltage: 110 })).toMatchObject({
      data: { max_voltage: 500 },
      said: [],
    });
  });

  test("a session is recognised by its token and its location", () => {
    const result = read(reading.session, {
      country_code: "IN",
      party_id: "CPX",
      id: "S-1",
      start_datetime: at,
      kwh: 0,
      auth_id: "driver-7",
      auth_method: "WHITELIST",
      location: place,
      currency: "INR",
      total_cost: 4,
      status: "ACTIVE",
      last_updated: at,
    });
    expect(result).toMatchObject({
      ok: true,
      data: {
        start_date_time: at,
        cdr_token: { uid: "driver-7" },
        location_id: "L-1",
        evse_uid: "E-1",
        connector_id: "1",
        total_cost: { excl_vat: 4 },
      },
    });
  });

  test("a charge record is read with its total without VAT", () => {
    const { cdr_token: _, cdr_location: __, end_date_time, total_cost: ___, ...rest } = whole.cdr;
    const result = read(reading.cdr, {
      ...rest,
      stop_date_time: end_date_time,
      auth_id: "driver-7",
      location: place,
      total_cost: 290,
      last_updated: null,
    });
    expect(result).toMatchObject({
      ok: true,
      data: {
        end_date_time,
        // The same CDR is read the same whenever it arrives.
        last_updated: end_date_time,
        cdr_token: { uid: "driver-7" },
        cdr_location: { id: "L-1", evse_uid: "E-1", evse_id: "BE-BEC-E1", connector_id: "1" },
        total_cost: { excl_vat: 290 },
      },
    });
  });
});

describe("of a tariff, where an error would change a price", () => {
  const element = whole.tariff.elements[1]!;
  const [component] = element.price_components;
  const priced = (more: object) =>
    field("tariff", { elements: [{ price_components: [{ ...component, ...more }] }] });
  const restricted = (restrictions: unknown) =>
    field("tariff", { elements: [{ ...element, restrictions }] });
  const first = ({ data }: { data?: Record<string, unknown> }) =>
    (data!["elements"] as (typeof element)[])[0]!;

  test("a price as a text is that price", () => {
    const result = priced({ price: "14.50", vat: "18", step_size: "1" });
    expect(first(result).price_components).toEqual([
      { ...component, price: 14.5, vat: 18, step_size: 1 },
    ]);
    expect(result.said).toHaveLength(3);
  });

  test.each([
    [{ price: "14,50" }, "price"],
    [{ price: "" }, "price"],
    [{ price: null }, "price"],
    [{ price: "Rs 14" }, "price"],
    [{ vat: "" }, "vat"],
    [{ vat: {} }, "vat"],
    [{ step_size: "one" }, "step_size"],
    [{ step_size: 1.5 }, "step_size"],
    [{ step_size: undefined }, "step_size"],
    [{ type: 7 }, "type"],
  ])("a component with %j refuses the tariff", (more, name) => {
    expect(priced(more).refused).toMatch(`elements.0.price_components.0.${name}: `);
  });

  test.each<[unknown, unknown]>([
    [[], {}],
    [{}, {}],
    [null, undefined],
    [[{ min_kwh: 1 }], { min_kwh: 1 }],
    [
      { start_time: "17:00:00", end_time: "8:00" },
      { start_time: "17:00", end_time: "08:00" },
    ],
    [{ start_time: "", end_date: "", day_of_week: "" }, {}],
    [{ day_of_week: "monday" }, { day_of_week: ["MONDAY"] }],
    [{ start_date: "2026-01-01T00:00:00Z" }, { start_date: "2026-01-01" }],
    [
      { min_kwh: "1.5", max_duration: "60" },
      { min_kwh: 1.5, max_duration: 60 },
    ],
  ])("restrictions %j are read as %j", (sent, value) => {
    expect(first(restricted(sent)).restrictions).toEqual(value);
  });

  test.each([
    ["none", "restrictions"],
    [{ start_time: "five" }, "start_time"],
    [{ start_time: "17:00:30" }, "start_time"],
    [{ start_date: "2026-01-01T05:30:00Z" }, "start_date"],
    [{ min_kwh: "" }, "min_kwh"],
    [{ max_duration: "an hour" }, "max_duration"],
    [{ day_of_week: ["MONDAY", 2] }, "day_of_week"],
    // Without it every day would match.
    [{ day_of_week: [null] }, "day_of_week"],
    [{ reservation: true }, "reservation"],
  ])("restrictions %j refuse the tariff", (sent, name) => {
    expect(restricted(sent).refused).toMatch(name);
  });

  test.each([
    ["currency", ""],
    ["min_price", 5],
    ["max_price", {}],
    ["end_date_time", "soon"],
    ["tax_included", {}],
    ["elements", "none"],
    ["elements", [element, {}]],
    ["elements", [null, element]],
  ])("%s %j refuses it", (name, sent) => {
    expect(field("tariff", { [name]: sent }).refused).toMatch(name);
  });

  test("texts and display fields are left out", () => {
    const { data, said: told } = field("tariff", {
      type: {},
      tariff_alt_text: [{ text: "7 a kWh" }, "free"],
      tariff_alt_url: 7,
      energy_mix: "green",
    });
    expect(data).toMatchObject({
      elements: tariffElements,
      tariff_alt_text: [{ text: "7 a kWh" }],
    });
    expect(told!.map(([path, outcome]) => [path, outcome])).toEqual([
      ["type", "LEFT_OUT"],
      ["tariff_alt_text.0.language", "LEFT_OUT"],
      ["tariff_alt_text.1", "LEFT_OUT"],
      ["tariff_alt_url", "LEFT_OUT"],
      ["energy_mix", "LEFT_OUT"],
    ]);
  });
  const tariffElements = whole.tariff.elements;
});

describe("of a charge record", () => {
  test("additional fields are left out", () => {
    const { data, said: told } = field("cdr", {
      tariffs: [{ ...tariff, elements: "none" }, tariff],
      signed_data: "none",
      cdr_location: { ...whole.cdr.cdr_location, city: 7, coordinates: "here", evse_id: null },
      total_energy_cost: "much",
      remark: {},
      credit: "",
    });
    expect(data).toMatchObject({ tariffs: [tariff], total_cost: whole.cdr.total_cost });
    expect(told!.map(([path, outcome]) => `${path} ${outcome}`)).toEqual([
      "cdr_location.coordinates LEFT_OUT",
      "cdr_location.evse_id LEFT_OUT",
      "tariffs.0 LEFT_OUT",
      "signed_data LEFT_OUT",
      "total_energy_cost LEFT_OUT",
      "remark LEFT_OUT",
      "credit LEFT_OUT",
      "cdr_location.city READ_AS",
    ]);
  });

  test.each([
    ["total_cost", undefined],
    ["total_cost", { excl_vat: "much" }],
    ["currency", ""],
    ["total_energy", "20 kWh"],
    ["charging_periods", [{ start_date_time: "soon", dimensions: [] }]],
    ["start_date_time", ""],
    ["end_date_time", "soon"],
    ["cdr_token", {}],
    ["credit", "perhaps"],
    ["credit_reference_id", {}],
  ])("%s %j refuses it", (name, sent) => {
    expect(field("cdr", { [name]: sent }).refused).toMatch(name);
  });
});

describe("of a patch", () => {
  test("an unreadable field stays unchanged; nothing is assumed", () => {
    const result = read(
      reading.locationPatch,
      { publish: "perhaps", time_zone: "", name: "Mall", last_updated: "2026-03-01T10:00:00Z" },
      { now },
    );
    expect(result).toMatchObject({
      ok: true,
      data: { name: "Mall", last_updated: "2026-03-01T10:00:00Z" },
    });
    expect(Object.keys(result.ok ? result.data : {}).toSorted()).toEqual(["last_updated", "name"]);
    expect(said(result.findings)).toEqual([
      ["publish", "LEFT_OUT", "boolean expected"],
      ["time_zone", "LEFT_OUT", "empty"],
    ]);
  });

  test("of a connector accepts the older names", () => {
    expect(read(reading.connectorPatch, { voltage: 230 }, { now })).toMatchObject({
      ok: true,
      data: { max_voltage: 230, last_updated: "2026-03-02T06:00:00Z" },
    });
  });

  test("of a session without a date is dated now", () => {
    expect(read(reading.sessionPatch, { kwh: "1.5", status: {} }, { now })).toMatchObject({
      ok: true,
      data: { kwh: 1.5, last_updated: "2026-03-02T06:00:00Z" },
    });
  });
});

test("a session needs only its party and its id", () => {
  const { country_code, party_id, id } = session;
  expect(read(reading.session, { country_code, party_id, id }, { now })).toMatchObject({
    ok: true,
    data: { country_code, party_id, id, last_updated: "2026-03-02T06:00:00Z" },
  });
  expect(read(reading.location, [location])).toMatchObject({ ok: true, data: location });
});
