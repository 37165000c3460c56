import { backoffice, charging, development, stations, type StaffRole } from "@voltmarg/contract";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN, type Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { evseOf, locationOf } from "@voltmarg/testkit/partner";
import { startSearch } from "@voltmarg/testkit/search-index";

const PLACE = { latitude: 18.5204, longitude: 73.8567 };
const AROUND = { west: 73, south: 18, east: 75, north: 19 };
const REASON = "Its cables were stolen";

let own: OwnOperator;
const tokens = {} as Record<StaffRole, string>;
beforeAll(async () => {
  const energy = [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] }];
  own = await openOwnOperator({ GONE: energy });
  for (const role of ["read", "support"] as const) {
    const body = { name: `staff-${role}`, role };
    const made = await own.world.call(backoffice.createCredential, { token: PROVIDER_TOKEN, body });
    tokens[role] = made.body.data.token;
  }
  return () => own.close();
});

// A test that fails leaves no station hidden for the next one.
afterEach(async () => {
  if ((await details("GONE")).hidden) await showAgain("GONE");
});

const idOf = (place: string) => own.places.get(place)!;
const act = (place: string, reason = REASON) => ({
  token: tokens.support,
  params: { id: idOf(place) },
  body: { reason },
});
const hide = async (place: string) =>
  (await own.world.call(backoffice.hideLocation, act(place))).body.data;
const showAgain = async (place: string) =>
  (await own.world.call(backoffice.showLocation, act(place, "They are back"))).body.data;
const details = async (place: string) =>
  (
    await own.world.call(backoffice.getConsoleLocation, {
      token: tokens.read,
      params: { id: idOf(place) },
    })
  ).body.data;

/** Where a driver meets a station, and whether it is there. */
async function isFound(driver: Driver, place: string) {
  const { world } = own;
  const token = await own.tokenOf(driver);
  const id = idOf(place);
  const has = (found: readonly { id: string }[]) => found.some((each) => each.id === id);
  const near = { ...PLACE, distance: 50 };
  const search = (more: object) =>
    world.call(stations.searchLocations, { token, query: { ...near, ...more } });
  const pins = await world.call(stations.listPins, { token, query: AROUND });
  const points = [
    { latitude: 18.5, longitude: 73.8 },
    { latitude: 18.54, longitude: 73.9 },
  ];
  const along = await world.call(stations.findAlongRoute, {
    token,
    body: { points, distance: 20 },
  });
  const states = await world.call(stations.countLocationsByState, { token });
  return {
    list: has((await search({})).body.content),
    words: has((await search({ "search-text": "pune" })).body.content),
    free: has((await search({ sort: "free", status: "AVAILABLE" })).body.content),
    pins: has(pins.body.data.pins),
    along: has(along.body.content),
    counted: states.body.data.total,
  };
}
const EVERYWHERE = { list: true, words: true, free: true, pins: true, along: true };
const NOWHERE = { list: false, words: false, free: false, pins: false, along: false };

describe("[D-22] a hidden station", () => {
  test("is found nowhere, before and after a restart, until it is shown again", async () => {
    const driver = await own.driver();
    expect(await isFound(driver, "GONE")).toEqual({ ...EVERYWHERE, counted: 2 });
    const hidden = await hide("GONE");
    expect(hidden.hidden).toMatchObject({ by: "staff-support", because: REASON });
    expect(await isFound(driver, "GONE")).toEqual({ ...NOWHERE, counted: 1 });
    expect(await isFound(driver, "EVEN")).toEqual({ ...EVERYWHERE, counted: 1 });
    await own.world.restart();
    expect(await isFound(driver, "GONE")).toEqual({ ...NOWHERE, counted: 1 });
    expect((await showAgain("GONE")).hidden).toBeNull();
    expect(await isFound(driver, "GONE")).toEqual({ ...EVERYWHERE, counted: 2 });
  });

  test("goes off the map that a driver has open", async () => {
    const driver = await own.driver();
    const pins = async (since?: string) =>
      (
        await own.world.call(stations.listPins, {
          token: await own.tokenOf(driver),
          query: { ...AROUND, ...(since && { since }) },
        })
      ).body.data;
    const before = await pins();
    await hide("GONE");
    const after = await pins(before.version!);
    expect(after.delta).toBe(true);
    expect(after.gone).toContain(idOf("GONE"));
    await showAgain("GONE");
    expect((await pins(after.version!)).pins.map(({ id }) => id)).toEqual([idOf("GONE")]);
  });

  test("is refused with a code by its id, by its codes and at a start", async () => {
    const driver = await own.driver();
    const token = await own.tokenOf(driver);
    await hide("GONE");
    const id = idOf("GONE");
    const plug = { location: id, evse: "GONE-1", connector: "1" };
    const start = {
      location_id: id,
      evse_uid: "GONE-1",
      connector_id: "1",
      estimation_info: { selectedMoney: 100 },
    };
    const evseId = (await details("GONE")).plugs[0]!.evse_id!;
    const refused = [
      await own.world.refused(stations.getLocation, { token, params: { id } }),
      await own.world.refused(stations.getLocation, {
        token,
        params: { id },
        query: { fresh: "true" },
      }),
      await own.world.refused(stations.getLocationConnector, { token, params: plug }),
      await own.world.refused(stations.getLocationByEvseId, { token, params: { id: evseId } }),
      await own.world.refused(stations.getLocationByQrCode, { token, params: { code: evseId } }),
      await own.world.refused(stations.findLocationByQrCode, {
        token,
        body: { qr_code: `${own.world.config.publicUrl}/charging-details/${id}` },
      }),
      await own.world.refused(charging.startSession, { token, body: start }),
    ];
    expect(refused.map(({ body, status }) => `${status} ${body.code}`)).toEqual(
      refused.map(() => "409 LOCATION_HIDDEN"),
    );
    expect(await own.purse(driver)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
    await showAgain("GONE");
    await own.world.call(charging.startSession, { token, body: start });
  });

  test("is still among favourites, and says so; nobody adds it anew", async () => {
    const driver = await own.driver();
    const token = await own.tokenOf(driver);
    const call = { token, params: { userId: driver.id } };
    const saved = { ...call, body: { location_id: idOf("GONE") } };
    await own.world.call(stations.addToWishlist, saved);
    await hide("GONE");
    const [favourite] = (await own.world.call(stations.getWishlist, call)).body.data.locations;
    expect(favourite).toMatchObject({
      id: idOf("GONE"),
      hidden: true,
      evses: [],
      availableConnectors: 0,
      state_on_map: "unknown",
    });
    const again = await own.world.refused(stations.addToWishlist, saved);
    expect(again.body.code).toBe("LOCATION_NOT_FOUND");
    await showAgain("GONE");
    const [shown] = (await own.world.call(stations.getWishlist, call)).body.data.locations;
    expect(shown!.hidden).toBeUndefined();
    expect(shown!.evses).toHaveLength(3);
  });

  test("lets a charge under way go on to its bill", async () => {
    const charge = await own.ask(await own.driver(), "GONE-2");
    await own.tell(charge);
    await hide("GONE");
    own.world.clock.advance(600_000);
    await own.tell(charge, { kwh: 3 });
    expect(await own.show(charge)).toMatchObject({ kwh: 3 });
    expect((await details("GONE")).open_charges).toContainEqual(
      expect.objectContaining({ id: charge.id, evse_uid: "GONE-2", step: "FLOWING" }),
    );
    await own.world.call(charging.stopSession, {
      token: await own.tokenOf(charge.driver),
      body: { session_id: charge.id },
    });
    await own.world.drain();
    expect(own.stops(charge)).toBe(1);
    await own.tell(charge, { kwh: 3, status: "COMPLETED" });
    await own.send(own.record(charge, 3, 600));
    await own.world.drain();
    expect(await own.bills(charge.driver)).toHaveLength(1);
    await showAgain("GONE");
  });

  test("stays hidden whatever its operator sends, and nobody is told that a plug of it is free", async () => {
    const driver = await own.driver();
    const { world, operator } = own;
    const push = (path: string, body: object, method: "PUT" | "PATCH" = "PATCH") =>
      operator.call(method, `/locations/IN/TST/GONE${path}`, body);
    const later = (seconds: number) =>
      new Date(world.clock.now().getTime() + seconds * 1000).toISOString();
    const all = async (status: string, at: number) => {
      for (const n of [1, 2, 3]) await push(`/GONE-${n}`, { status, last_updated: later(at) });
    };
    await all("CHARGING", 1);
    await world.call(stations.watchStation, {
      token: await own.tokenOf(driver),
      params: { userId: driver.id },
      body: { location_id: idOf("GONE") },
    });
    await hide("GONE");
    await all("AVAILABLE", 2);
    await push("", { name: "Renamed", last_updated: later(3) });
    const evses = [1, 2, 3].map((n) => evseOf(`GONE-${n}`, { last_updated: later(4) }));
    await push("", locationOf("GONE", { name: "Whole", evses, last_updated: later(4) }), "PUT");
    await world.drain();
    expect(await isFound(driver, "GONE")).toEqual({ ...NOWHERE, counted: 1 });
    expect((await world.call(development.devOutbox, { query: { to: driver.id } })).body).toEqual(
      [],
    );
    await world.service.flushOcpiLog();
    const known = await details("GONE");
    expect(known).toMatchObject({ name: "Whole", hidden: { because: REASON } });
    expect(known.messages.map(({ method }) => method)).toContain("PUT");
    await showAgain("GONE");
    expect(await isFound(driver, "GONE")).toMatchObject({ list: true, pins: true });
  });

  test("leaves the index of a replica that heard nothing of it", async () => {
    const { world } = own;
    const replica = startSearch(world.database, { clock: world.clock });
    await replica.loaded;
    const count = async () => (await replica.ready())!.index.count;
    expect(await count()).toBe(2);
    await hide("GONE");
    world.clock.advance(601_000);
    expect(await count()).toBe(1);
    await showAgain("GONE");
    world.clock.advance(601_000);
    expect(await count()).toBe(2);
  });
});

describe("[D-22] who hides", () => {
  test("second is told who was first, when and why; each act has its line", async () => {
    await hide("GONE");
    const second = await own.world.refused(backoffice.hideLocation, {
      ...act("GONE", "It rains in"),
      token: PROVIDER_TOKEN,
    });
    expect(second).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", by: "staff-support", because: REASON },
    });
    expect(second.body.message).toContain("staff-support");
    expect((await details("GONE")).hidden).toMatchObject({ by: "staff-support", because: REASON });
    await showAgain("GONE");
    const third = await own.world.refused(backoffice.showLocation, act("GONE"));
    expect(third.body.code).toBe("CONFLICT");
    expect((await details("GONE")).acts.slice(0, 2)).toMatchObject([
      { by: "staff-support", act: "show", reason: "They are back" },
      { by: "staff-support", act: "hide", reason: REASON },
    ]);
    const { body } = await own.world.call(backoffice.listAudit, {
      token: PROVIDER_TOKEN,
      query: { page_size: 10 },
    });
    const acts = body.content.filter(({ route }) => /(?:hide|show)$/.test(route));
    expect(
      acts.slice(0, 4).map(({ route, outcome }) => `${route.split("/").at(-1)} ${outcome}`),
    ).toEqual(["show CONFLICT", "show OK", "hide CONFLICT", "hide OK"]);
  });

  test("at the same time: one of them does it", async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        own.world.call(backoffice.hideLocation, act("GONE", `Reason ${n}`)).then(
          () => "hidden",
          () => "refused",
        ),
      ),
    );
    expect(answers.toSorted()).toEqual(["hidden", "refused", "refused", "refused"]);
    await showAgain("GONE");
  });

  test("needs the role, a reason and a station", async () => {
    const refused = async (call: object) =>
      (await own.world.refused(backoffice.hideLocation, { ...act("GONE"), ...call })).body.code;
    expect(await refused({ token: tokens.read })).toBe("FORBIDDEN");
    expect(await refused({ body: { reason: " no " } })).toBe("INVALID_INPUT");
    expect(await refused({ params: { id: "loc_absent" } })).toBe("LOCATION_NOT_FOUND");
  });
});
