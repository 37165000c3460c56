import { byTwo } from "@voltmarg/testkit/by-two";
import { backoffice, provider, type RetailPreview } from "@voltmarg/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import {
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";

let own: OwnOperator;
let other: Partner;
let bare: Partner;
let finance: string;

/** ₹20 a kWh and ₹10 for the start, both and 18 % GST. */
const WITH_START = [
  {
    price_components: [
      { type: "ENERGY", price: 20, vat: 18, step_size: 1 },
      { type: "FLAT", price: 10, vat: 18, step_size: 1 },
    ],
  },
];

beforeAll(async () => {
  own = await openOwnOperator({ FEES: WITH_START });
  other = await openPartner(own.world, "OTH");
  bare = await openPartner(own.world, "NIL");
  const place = async (id: string, tariff: object, plug: object = {}) => {
    const connectors = [connectorOf({ tariff_ids: [id], ...plug })];
    const evses = [evseOf(`${id}-1`, { connectors })];
    await other.call("PUT", `/tariffs/IN/OTH/${id}`, {
      ...tariffOf(id),
      party_id: "OTH",
      ...tariff,
    });
    await other.call("PUT", `/locations/IN/OTH/${id}`, {
      ...locationOf(id, { evses }),
      party_id: "OTH",
    });
  };
  await place("SLOW", {}, { max_electric_power: 7_500 });
  await place("DOLLAR", { currency: "USD" });
  await place("LATER", { start_date_time: "2027-01-01T00:00:00Z" });
  for (let n = 0; n < 2; n++) await own.ask(await own.driver(), "FEES-1");
  await own.ask(await own.driver());
  const body = { name: "asha", role: "finance" } as const;
  const made = await own.world.call(backoffice.createCredential, { token: PROVIDER_TOKEN, body });
  finance = made.body.data.token;
  return async () => {
    await own.close();
    await Promise.all([other.close(), bare.close()]);
  };
});

const preview = async (body: object): Promise<RetailPreview> =>
  (await own.world.call(provider.previewRetailRule, { token: finance, body })).body.data;
const namesOf = ({ prices }: RetailPreview) => prices.map(({ location }) => location.name);
const priceAt = ({ prices }: RetailPreview, id: string) =>
  prices.find(({ location }) => location.name === `Place ${id}`)!;

describe("[D-19] what a rule would make of prices", () => {
  test("is shown for the tariffs used most, every operator once before any a second time", async () => {
    const shown = await preview({ markup_percent: 10 });
    expect(shown.prices.map(({ operator }) => operator.name).slice(0, 2)).toEqual([
      "Operator TST",
      "Operator OTH",
    ]);
    expect(namesOf(shown).toSorted()).toEqual(
      ["Place DOLLAR", "Place EVEN", "Place FEES", "Place LATER", "Place SLOW"].toSorted(),
    );
    expect(priceAt(shown, "FEES").charges).toBe(2);
  });

  test("with GST and start fees, beside today's price and the margin", async () => {
    const shown = await preview({ markup_percent: 10 });
    expect(shown).toMatchObject({ kwh: 20, customer_type: "PERSONAL" });
    // 20 × ₹20 + ₹10 = ₹410, with GST ₹483.80; a tenth more is ₹451, with GST ₹532.18.
    expect(priceAt(shown, "FEES")).toMatchObject({
      minutes: 40,
      plug: { power_kw: 60 },
      cost_minor: 41_000,
      today_minor: 48_380,
      after_minor: 53_218,
      margin_today_minor: 0,
      margin_minor: 4_100,
      margin_percent: 9.09,
      below_cost: false,
      unpriced: null,
    });
  });

  test("beside the ceiling that is advised for the service charge, with what is apart shown apart", async () => {
    // It is noon. ₹20 of energy; ₹2.55 of start fee and of the provider's own.
    expect(priceAt(await preview({ markup_percent: 10 }), "FEES").advisory).toEqual({
      ceiling_minor: 1_100,
      solar: true,
      per_kwh_minor: 2_255,
      energy_minor: 2_000,
      other_minor: 255,
      verdict: "NOT_SPLIT",
      electricity_minor: 1_155,
    });
    const dear = await preview({ per_kwh_add: 11 });
    expect(priceAt(dear, "FEES").advisory).toMatchObject({
      verdict: "ABOVE",
      other_minor: 1_150,
      electricity_minor: null,
    });
    const cheap = await preview({ markup_percent: -60 });
    expect(priceAt(cheap, "FEES").advisory).toMatchObject({ verdict: "WITHIN", energy_minor: 820 });
    expect(priceAt(dear, "DOLLAR").advisory).toBeNull();
  });

  test("a slow plug takes as long as it needs", async () => {
    expect(priceAt(await preview({}), "SLOW")).toMatchObject({
      minutes: 160,
      plug: { power_kw: 7.5 },
    });
  });

  test("a rule below cost is flagged", async () => {
    const shown = await preview({ markup_percent: -10 });
    expect(priceAt(shown, "EVEN")).toMatchObject({
      after_minor: 42_480,
      margin_minor: -4_000,
      margin_percent: -11.11,
      below_cost: true,
    });
    const free = await preview({ markup_percent: -99, per_kwh_add: -1000 });
    expect(priceAt(free, "EVEN")).toMatchObject({
      after_minor: 0,
      margin_percent: null,
      below_cost: true,
    });
  });

  test("a price that cannot be made is not known, and no number", async () => {
    const shown = await preview({ markup_percent: -10 });
    const unknown = { today_minor: null, after_minor: null, margin_minor: null, below_cost: false };
    expect(priceAt(shown, "DOLLAR")).toMatchObject({ ...unknown, unpriced: "CURRENCY" });
    expect(priceAt(shown, "LATER")).toMatchObject({ ...unknown, unpriced: "NOT_VALID" });
  });

  test("a rule for one operator is shown on its tariffs alone; an operator without tariffs has none", async () => {
    expect(namesOf(await preview({ operator: "tst" }))).toEqual(["Place FEES", "Place EVEN"]);
    expect((await preview({ operator: "nil", markup_percent: 10 })).prices).toEqual([]);
    const nobody = await own.world.refused(provider.previewRetailRule, {
      token: finance,
      body: { operator: "nobody" },
    });
    expect(nobody.status).toBe(404);
  });

  test("a more specific rule keeps its price, and a planned one counts on its day", async () => {
    const put = (body: object) =>
      byTwo(own.world, provider.putRetailRule, { token: finance, body });
    await put({ operator: "tst", markup_percent: 50 });
    expect(priceAt(await preview({ markup_percent: 10 }), "EVEN").after_minor).toBe(70_800);
    const day = (days: number) =>
      new Date(own.world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    await put({ operator: "tst", markup_percent: 25, from: day(2) });
    const after = async (from: string | null) =>
      priceAt(await preview({ markup_percent: 10, from }), "EVEN");
    expect(await after(day(1))).toMatchObject({ today_minor: 70_800, after_minor: 70_800 });
    expect(await after(day(3))).toMatchObject({ today_minor: 70_800, after_minor: 59_000 });
    const own1 = await preview({ operator: "tst", markup_percent: 0, from: day(3) });
    expect(priceAt(own1, "EVEN")).toMatchObject({ after_minor: 47_200, margin_minor: 0 });
  });

  test("changes nothing, and refuses a day that has begun", async () => {
    const before = await own.world.call(provider.listRetailRules, { token: finance });
    await preview({ operator: "oth", markup_percent: 900 });
    const after = await own.world.call(provider.listRetailRules, { token: finance });
    expect(after.body).toEqual(before.body);
    const { status } = await own.world.refused(provider.previewRetailRule, {
      token: finance,
      body: { markup_percent: 10, from: "2026-11-01" },
    });
    expect(status).toBe(400);
  });
});
