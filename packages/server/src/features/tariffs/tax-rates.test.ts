import { provider, stations } from "@voltmarg/contract";
import { byTwo } from "@voltmarg/testkit/by-two";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, expect, test } from "vitest";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 20 });
});
afterAll(() => world.stop());

const backoffice = { token: PROVIDER_TOKEN };
const rates = async () =>
  (await world.call(provider.listTaxRates, backoffice)).body.data.rates.map((each) => [
    each.kind,
    each.percent,
    each.state,
    each.by === null ? "preset" : "set",
  ]);
const put = (body: object) => world.call(provider.putTaxRate, { ...backoffice, body } as never);
const byTwoPut = (body: { kind?: "ENERGY"; percent: number; sac: string; from?: string }) =>
  byTwo(world, provider.putTaxRate, { body });

/** The tax of every price that a driver is shown. */
async function shown(url = world.url) {
  const driver = await world.signUp();
  const query = new URLSearchParams({ latitude: "12.97", longitude: "77.59", distance: "4000" });
  const answer = await fetch(`${url}${stations.searchLocations.path}?${query.toString()}`, {
    headers: { authorization: `Bearer ${driver.token}` },
  });
  const { content } = (await answer.json()) as {
    content: { evses: { connectors: { tariff: { elements: object[] } }[] }[] }[];
  };
  const prices = content.flatMap(({ evses }) =>
    evses.flatMap(({ connectors }) =>
      connectors.flatMap(({ tariff }) =>
        (tariff.elements as { price_components: { type: string; vat: number }[] }[]).flatMap(
          ({ price_components }) => price_components,
        ),
      ),
    ),
  );
  expect(prices.length).toBeGreaterThan(20);
  return Object.fromEntries(
    [...Map.groupBy(prices, ({ type }) => type)].map(([type, of]) => [
      type,
      [...new Set(of.map(({ vat }) => vat))],
    ]),
  );
}

test("[E-4] the rate is a preset until somebody confirms it, which needs nobody else", async () => {
  expect(await rates()).toEqual([[null, 18, "IN_FORCE", "preset"]]);
  const body = { percent: 18, sac: "998714" };
  expect((await put(body)).body).toMatchObject({ data: { kind: null, state: "IN_FORCE" } });
  expect(await rates()).toEqual([
    [null, 18, "IN_FORCE", "set"],
    [null, 18, "ENDED", "preset"],
  ]);
});

test("[E-4] another rate waits for a second member, and then every price has it, in every replica", async () => {
  const other = await world.replica();
  expect((await shown(other))["ENERGY"]).toEqual([18]);
  world.clock.advance(1_000);
  const alone = await world.refused(provider.putTaxRate, {
    ...backoffice,
    body: { percent: 6, sac: "998714" },
  });
  expect(alone.body.code).toBe("SECOND_MEMBER_NEEDED");
  expect((await shown())["ENERGY"]).toEqual([18]);
  await byTwoPut({ percent: 5, sac: "998714" });
  expect((await shown())["ENERGY"]).toEqual([5]);
  expect((await shown(other))["ENERGY"]).toEqual([5]);
});

test("[E-4] one kind has a rate of its own", async () => {
  world.clock.advance(1_000);
  await byTwoPut({ kind: "ENERGY", percent: 12, sac: "998714" });
  const { ENERGY: energy, ...others } = await shown();
  expect(energy).toEqual([12]);
  expect(new Set(Object.values(others).flat())).toEqual(new Set([5]));
});

test("[D-19] a rate is planned for a day, and holds from its beginning in India", async () => {
  await byTwoPut({ kind: "ENERGY", percent: 28, sac: "998714", from: "2026-11-21" });
  expect((await rates()).filter(([, , state]) => state === "PLANNED")).toHaveLength(1);
  expect((await shown())["ENERGY"]).toEqual([12]);
  // What two have planned, one alone does not undo, although it is the rate of today.
  const undone = await world.refused(provider.putTaxRate, {
    ...backoffice,
    body: { kind: "ENERGY", percent: 12, sac: "998714", from: "2026-11-21" },
  });
  expect(undone.body.code).toBe("SECOND_MEMBER_NEEDED");
  world.clock.set(new Date("2026-11-20T18:30:00Z"));
  expect((await shown())["ENERGY"]).toEqual([28]);
  const late = await world.refused(provider.putTaxRate, {
    ...backoffice,
    body: { percent: 18, sac: "998714", from: "2026-11-21" },
  });
  expect([late.status, late.body.errors]).toMatchObject([400, [{ path: "from" }]]);
});

test.each([
  ["percent", { percent: 100.1, sac: "998714" }],
  ["percent", { percent: -1, sac: "998714" }],
  ["sac", { percent: 18, sac: "9987" }],
  ["kind", { percent: 18, sac: "998714", kind: "SNACKS" }],
])("a wrong %s is refused by its name", async (path, body) => {
  const refused = await world.refused(provider.putTaxRate, {
    ...backoffice,
    body: body as never,
  });
  expect([refused.status, refused.body.errors]).toMatchObject([400, [{ path }]]);
});
