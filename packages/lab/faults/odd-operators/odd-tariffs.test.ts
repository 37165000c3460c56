import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { beforeAll, expect, test } from "vitest";
import { ABSENT, changed, type Changes } from "./case.ts";
import { goodLocation, goodTariff } from "./good.ts";
import { isGood, openTestBed, untold, WAYS, wrongsOf, type TestBed } from "./test-bed.ts";

type Expected = {
  /** Rupees without tax. Undefined: it is known. Null: the plug is shown without a price. */
  perKwh?: number | null | undefined;
  /** Paths reported to the operator; a path also stands for everything below it. */
  told?: readonly string[];
};
type Odd = { name: string; odd: Changes } & Expected;

/** `why`: where this was observed. */
const known = (name: string, _why: string, odd: Changes, more: Expected = {}): Odd => ({
  name,
  odd,
  perKwh: 20,
  ...more,
});
/** Its price is known, and the operator is told of each odd field. */
const noted: typeof known = (name, why, odd, more) =>
  known(name, why, odd, { told: Object.keys(odd), ...more });
const refused: typeof known = (name, why, odd, more) =>
  noted(name, why, odd, { perKwh: null, ...more });

const ELEMENT = "elements.0";
const COMPONENT = "elements.0.price_components.0";
const plain = [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }];

/** The good one costs ₹20 per kWh. */
const tariffs: readonly Odd[] = [
  known(
    "restrictions as an empty list",
    "A language without types writes an empty object as an empty list.",
    { [`${ELEMENT}.restrictions`]: [] },
  ),
  noted("restrictions as a list of one", "An early library had them as a list.", {
    [`${ELEMENT}.restrictions`]: [{ min_kwh: 0 }],
  }),
  refused("restrictions as two", "Two ranges of hours were wanted in one element.", {
    [`${ELEMENT}.restrictions`]: [{ end_time: "06:00" }, { start_time: "22:00" }],
  }),
  known(
    "restrictions of nulls",
    "The class is always written, its fields only when they are filled in.",
    {
      [`${ELEMENT}.restrictions`]: { start_time: null, end_time: null, day_of_week: null },
    },
  ),
  known("no days of the week", "No choice means every day to that system.", {
    [`${ELEMENT}.restrictions.day_of_week`]: [],
  }),
  refused(
    "days of the week as numbers",
    "Opening times number their days, so tariffs were written alike.",
    { [`${ELEMENT}.restrictions.day_of_week`]: [1, 2, 3, 4, 5] },
  ),
  noted(
    "one day as a text",
    "A single choice was sent for a list.",
    { [`${ELEMENT}.restrictions.day_of_week`]: "FRIDAY" },
    { perKwh: undefined },
  ),
  known("times with seconds", "A time column of SQL is printed with them.", {
    [`${ELEMENT}.restrictions.start_time`]: "00:00:00",
    [`${ELEMENT}.restrictions.end_time`]: "23:59:00",
  }),
  refused("times as a number", "Minutes of the day are easy to compare.", {
    [`${ELEMENT}.restrictions.start_time`]: 480,
  }),
  known(
    "dates with a time",
    "A date column is printed as an instant.",
    { [`${ELEMENT}.restrictions.start_date`]: "2026-01-01T00:00:00Z" },
    { perKwh: undefined },
  ),
  noted("bounds as text", "A decimal column is printed as text.", {
    [`${ELEMENT}.restrictions.min_kwh`]: "0.0000",
  }),
  noted("price as text", "Money is kept as a decimal, and a decimal is printed as text.", {
    [`${COMPONENT}.price`]: "20.00",
  }),
  refused("price with a comma", "The server prints numbers as its country does.", {
    [`${COMPONENT}.price`]: "20,00",
  }),
  refused("no price", "It is agreed on paper.", { [`${COMPONENT}.price`]: null }),
  refused("step size of zero", "Zero means no rounding to its author.", {
    [`${COMPONENT}.step_size`]: 0,
  }),
  refused("no step size", "It seems needless where nothing is rounded.", {
    [`${COMPONENT}.step_size`]: ABSENT,
  }),
  noted("tax as text", "A template language writes every value in quotation marks.", {
    [`${COMPONENT}.vat`]: "18",
  }),
  refused("a dimension of its own", "Fees for a connection have no dimension in OCPI.", {
    [`${ELEMENT}.price_components`]: [
      ...plain,
      { type: "CONNECTION_FEE", price: 10, step_size: 1 },
    ],
  }),
  refused("no elements", "A tariff is announced before its prices are decided.", { elements: [] }),
  known(
    "an element without components",
    "An empty row of the form was saved.",
    { [`${ELEMENT}.price_components`]: [] },
    { perKwh: undefined },
  ),
  noted("components without a list", "A converter from XML makes a list of one into the one.", {
    [`${ELEMENT}.price_components`]: plain[0],
  }),
  refused("no currency", "An operator of one country finds it needless.", { currency: ABSENT }),
  known(
    "currency in lower case",
    "The payment provider of that operator writes it so.",
    { currency: "inr" },
    { perKwh: undefined },
  ),
  refused("currency by its sign", "The sign is what the price list shows.", { currency: "₹" }),
  noted(
    "alternative text as plain text",
    "The operator has one language and sends the text alone.",
    { tariff_alt_text: "20 a unit" },
  ),
  known("type of its own", "Fleets and members have prices of their own.", { type: "MEMBERS" }),
  refused("minimum price as a number", "OCPI 2.1.1 had amounts without classes.", { min_price: 1 }),
  known("validity as days", "A tariff begins on a day.", {
    start_date_time: "2026-01-01",
    end_date_time: "2027-12-31",
  }),
  known("validity of empty texts", "The exporter writes empty text for what it does not have.", {
    start_date_time: "",
    end_date_time: "",
  }),
  noted("never changed tariff", "Prices are configuration and carry no date.", {
    last_updated: ABSENT,
  }),
  noted("energy mix in words", "A sentence for the customer stands in the place of figures.", {
    energy_mix: "100 % solar",
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

test.each(WAYS)(
  "an unreadable field that may change a price makes the price unknown (%s)",
  async (way) => {
    const wrongs = wrongsOf(way);
    const partner = await testBed.operator(`T${way.slice(1, 3)}`);
    const { party } = partner;
    // Each for a station of its own.
    const sent = tariffs.map((entry, n) => ({
      entry,
      id: `T${n}`,
      body: changed(goodTariff(party, `T${n}`), entry.odd),
    }));
    const places = sent.map(({ id }) => goodLocation(party, `TL-${id}`, id));
    if (way === "PUSH") {
      for (const { entry, id, body } of sent) {
        const answer = await partner.call("PUT", `/tariffs/IN/${party.party_id}/${id}`, body);
        if (!isGood(answer)) wrongs.say(entry.name, `${answer.status} ${answer.code}`);
      }
      for (const place of places)
        await partner.call("PUT", `/locations/IN/${party.party_id}/${String(place["id"])}`, place);
    } else {
      partner.shelf.tariffs.push(...sent.map(({ body }) => body));
      partner.shelf.locations.push(...places);
      const failed = await testBed.pull(partner);
      if (failed) wrongs.say("the pull", failed);
    }
    const seen = await testBed.shown(partner);
    const findings = await testBed.noted(partner);
    for (const { entry, id } of sent) {
      const { name, perKwh, told } = entry;
      for (const path of untold(findings, "tariffs", told))
        wrongs.say(name, `no finding for ${path}`);
      const plug = seen.get(`TL-${id}`)?.evses[0]?.connectors[0];
      if (!plug) wrongs.say(name, "its station is not shown");
      else if (perKwh === null) {
        if (plug.tariff) wrongs.say(name, "it is sold");
      } else if (!plug.tariff) wrongs.say(name, "its price is unknown");
      else if (perKwh !== undefined) {
        const [component] = plug.tariff.elements[0]!.price_components;
        if (component?.price !== perKwh) wrongs.say(name, `it costs ${component?.price}`);
      }
    }
    expect(wrongs.lines).toEqual([]);
  },
);
