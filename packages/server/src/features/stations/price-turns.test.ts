import { stations, type Connector } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { connectorOf, evseOf, locationOf, openPartner, tariffOf } from "@voltmarg/testkit/partner";

let world: Harness;
let driver: Driver;
let operator: Awaited<ReturnType<typeof openPartner>>;

const energy = (price: number, restrictions?: object) => ({
  price_components: [{ type: "ENERGY", price, vat: 18, step_size: 1 }],
  ...(restrictions && { restrictions }),
});
/** Dearer from 18:00. */
const EVENING = [energy(22, { start_time: "18:00", end_time: "23:00" }), energy(18)];

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  await operator.call("PUT", "/tariffs/IN/TST/T1", tariffOf("T1", { elements: EVENING }));
  const place = locationOf("A", {
    evses: [evseOf("A-1", { connectors: [connectorOf({ tariff_ids: ["T1"] })] })],
  });
  await operator.call("PUT", "/locations/IN/TST/A", place);
  driver = await world.signUp();
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});

async function listed(): Promise<Connector & { place: string }> {
  const { body } = await world.call(stations.searchLocations, {
    query: { apply_tariff_restrictions: "true" },
    token: driver.token,
  });
  const [place] = body.content;
  return { ...place!.evses[0]!.connectors[0]!, place: place!.id };
}
const shown = async (id: string) => {
  const { body } = await world.call(stations.getLocation, { params: { id }, token: driver.token });
  return body.data.evses[0]!.connectors[0]!;
};
/** To a time of the same day in India. */
const until = async (time: string) => {
  world.clock.advance(Date.parse(`2026-11-20T${time}:00+05:30`) - world.clock.now().getTime());
  // The token of before has expired.
  driver = await world.signUp();
};

describe("[E-5] price turns in lists and details", () => {
  test("the next one within eight hours, though the list has only what holds now", async () => {
    const list = await listed();
    expect(list.tariff?.elements).toHaveLength(1);
    const turn = { at: "2026-11-20T12:30:00.000Z", unit: "KWH", difference_minor: 472 };
    expect(list.price_turn).toEqual(turn);
    expect((await shown(list.place)).price_turn).toEqual(turn);
  });

  test("after it the one that follows, and none when that is far", async () => {
    await until("18:00");
    const { price_turn, place } = await listed();
    expect(price_turn).toMatchObject({ at: "2026-11-20T17:30:00.000Z", difference_minor: -472 });
    expect((await shown(place)).price_turn).toEqual(price_turn);
    await until("23:00");
    expect(await listed()).not.toHaveProperty("price_turn");
  });

  test("[A hostile operator] 96 overlapping elements, empty windows and past dates", async () => {
    const time = (n: number) =>
      `${String(Math.floor(n / 4)).padStart(2, "0")}:${String((n % 4) * 15).padStart(2, "0")}`;
    const elements = Array.from({ length: 95 }, (_, n) =>
      energy(n < 90 ? 1 : 18, {
        // From 00:00 to 00:00 would be the whole day.
        start_time: time(n + 1),
        end_time: n < 90 ? time(n + 1) : "24:00",
        start_date: "2020-01-01",
        ...(n === 94 && { end_date: "2021-01-01" }),
      }),
    );
    const last_updated = world.clock.now().toISOString();
    const body = tariffOf("T1", { elements: [...elements, energy(20)], last_updated });
    await operator.call("PUT", "/tariffs/IN/TST/T1", body);
    // 23:00, and from midnight the last element alone.
    expect((await listed()).price_turn).toEqual({
      at: "2026-11-20T18:30:00.000Z",
      unit: "KWH",
      difference_minor: 236,
    });
  });
});
