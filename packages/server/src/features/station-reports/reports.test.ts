import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { accounts, backoffice, type Location, stations } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { evseOf, locationOf, openPartner, tariffOf, type Partner } from "@voltmarg/testkit/partner";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SCRIPT = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');

let world: Harness;
let operator: Partner;
let driver: Driver;
let station: Location;
/** The requests that the operator's picture host received. */
const asked: string[] = [];
const host = createServer((request, response) => {
  asked.push(request.url!);
  if (request.url === "/gone.png") response.writeHead(404).end();
  else {
    // The host declares every file a picture.
    response.writeHead(200, { "content-type": "image/png" });
    response.end(request.url === "/place.png" || request.url === "/logo.png" ? PNG : SCRIPT);
  }
});

let version = 0;
const later = () => new Date(Date.parse("2026-11-20T06:30:00Z") + ++version * 1000).toISOString();
const say = (uid: string, status: string) =>
  operator.call("PATCH", `/locations/IN/TST/A/${uid}`, { status, last_updated: later() });
const detailsOf = async (id: string): Promise<Location> =>
  (await world.call(stations.getLocation, { params: { id }, token: driver.token })).body.data;

/** The same driver with a new access token, as one expires after minutes. */
async function withNewToken(who: Driver): Promise<Driver> {
  const { body } = await world.call(accounts.refreshToken, {
    query: { grant_type: "refresh_token", refresh_token: who.refresh },
  });
  return { ...who, token: body.access_token, refresh: body.refresh_token };
}

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const pictures = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const image = (name: string, category = "LOCATION") => ({
    url: `${pictures}/${name}`,
    category,
    type: "png",
  });
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  await operator.call("PUT", "/tariffs/IN/TST/T1", tariffOf("T1"));
  await operator.call(
    "PUT",
    "/locations/IN/TST/A",
    locationOf("A", {
      name: "Koramangala Hub",
      evses: [evseOf("A-1", { status: "CHARGING" }), evseOf("A-2", { status: "CHARGING" })],
      facilities: ["CAFE", "WIFI", "CAFE"],
      directions: [
        { language: "hi", text: "तहखाने में" },
        { language: "en", text: "Level B1, by the lift" },
      ],
      operator: { name: "Urjapath", website: "https://urjapath.example", logo: image("logo.png") },
      images: [
        image("place.png"),
        image("script.svg", "CHARGER"),
        image("gone.png", "ENTRANCE"),
        image("advert.png", "NETWORK"),
      ],
    }),
  );
  driver = await world.signUp();
  const { body } = await world.call(stations.searchLocations, {
    query: { latitude: 18.52, longitude: 73.85 },
    token: driver.token,
  });
  station = body.content[0]!;
});
afterAll(async () => {
  await world.stop();
  await operator.close();
  await new Promise((resolve) => host.close(resolve));
});

describe("a station's details", () => {
  test("[R-10] have facilities, directions and the operator", async () => {
    const { images, logo_url, ...site } = (await detailsOf(station.id)).site!;
    expect(site).toEqual({
      facilities: ["CAFE", "WIFI"],
      directions: "Level B1, by the lift",
      website: "https://urjapath.example",
    });
    expect(images).toHaveLength(3);
    for (const url of [...images, logo_url]) expect(url).toMatch(/^\/pictures\//);
  });

  test("[R-10] have the bays and the help phone of OCPI 2.3.0; lists do not", async () => {
    const bay = { id: "b", vehicle_types: ["MOTORCYCLE"], restricted_to_type: true };
    const help_phone = "+91 20 2612 0000";
    await operator.call(
      "PUT",
      "/locations/IN/TST/B",
      locationOf("B", {
        evses: [evseOf("B-1", { parking: [{ parking_id: "B" }] }), evseOf("B-2")],
        parking_places: [{ ...bay, max_vehicle_height: 2.1, reservation_required: false }],
        help_phone,
      }),
    );
    const { body } = await world.call(stations.searchLocations, {
      query: { latitude: 18.52, longitude: 73.85 },
      token: driver.token,
    });
    const listed = body.content.find(({ evses }) => evses[0]?.uid === "B-1")!;
    expect(listed).not.toHaveProperty("site");
    expect((await detailsOf(listed.id)).site).toMatchObject({
      help_phone,
      parking: [
        {
          evse_uids: ["B-1"],
          vehicle_types: ["MOTORCYCLE"],
          restricted_to_type: true,
          max_vehicle_height_cm: 210,
        },
      ],
    });
  });

  test("[R-10] directions are in the driver's language where the operator has written them in it", async () => {
    const inLanguage = async (language: string) => {
      const { body } = await world.call(stations.getLocation, {
        params: { id: station.id },
        token: driver.token,
        send: { "accept-language": language },
      });
      return body.data.site!.directions;
    };
    expect(await inLanguage("hi-IN, en;q=0.5")).toBe("तहखाने में");
    expect(await inLanguage("ur")).toBe("Level B1, by the lift");
  });

  test("[R-10] pictures are served by us, and only if they are pictures", async () => {
    const { images, logo_url } = (await detailsOf(station.id)).site!;
    const [place, script, gone] = await Promise.all(
      images.map((url) => fetch(`${world.url}${url}`)),
    );
    expect([place!.status, script!.status, gone!.status]).toEqual([200, 204, 204]);
    expect(place!.headers.get("content-type")).toBe("image/png");
    expect(place!.headers.get("cache-control")).toContain("immutable");
    expect(Buffer.from(await place!.arrayBuffer())).toEqual(PNG);
    expect((await fetch(`${world.url}${logo_url}`)).status).toBe(200);
    // Both results are cached, so no picture is requested twice.
    const before = asked.length;
    await Promise.all(images.map((url) => fetch(`${world.url}${url}`)));
    expect(asked.length).toBe(before);
    expect(asked).not.toContain("/advert.png");
    for (const other of ["3", "advert", "..%2Fetc", "-1"])
      expect((await fetch(`${world.url}/pictures/${station.id}/${other}`)).status).toBe(404);
    expect((await fetch(`${world.url}/pictures/loc_absent/0`)).status).toBe(404);
  });
});

describe("the notice of a free plug", () => {
  const listed = async (who = driver) =>
    (await world.call(stations.listWatches, { params: { userId: who.id }, token: who.token })).body
      .data;
  const see = (id: string, who = driver) =>
    world.call(stations.seeNotice, { params: { userId: who.id, id }, token: who.token });
  const wait = async (minutes: number, who = driver) =>
    (
      await world.call(stations.watchStation, {
        params: { userId: who.id },
        body: { location_id: station.id, minutes },
        token: who.token,
      })
    ).body.data;

  test("[N-3] stays until its driver has seen it, and only for that driver", async () => {
    const watch = await wait(60);
    expect(await listed()).toEqual({ watches: [watch], notices: [] });
    await say("A-1", "AVAILABLE");
    const after = await listed();
    expect(after.watches).toEqual([]);
    expect(after.notices).toEqual([
      {
        id: watch.id,
        location_id: station.id,
        location_name: "Koramangala Hub",
        evse_uid: null,
        told_at: world.clock.now().toISOString(),
      },
    ]);
    const other = await world.signUp();
    expect((await listed(other)).notices).toEqual([]);
    await see(watch.id, other);
    expect((await listed()).notices).toHaveLength(1);
    // Removing another watch does not remove the notice.
    await say("A-1", "CHARGING");
    const second = await wait(60);
    await world.call(stations.unwatchStation, {
      params: { userId: driver.id, id: second.id },
      token: driver.token,
    });
    expect((await listed()).notices).toHaveLength(1);
    await see(watch.id);
    await see(watch.id);
    expect(await listed()).toEqual({ watches: [], notices: [] });
  });

  test("is dropped after a week; a watch without a notice cannot be marked as seen", async () => {
    const who = await world.signUp();
    const watch = await wait(60, who);
    await see(watch.id, who);
    await say("A-1", "AVAILABLE");
    expect((await listed(who)).notices).toHaveLength(1);
    world.clock.advance(7 * 86_400_000);
    expect((await listed(await withNewToken(who))).notices).toEqual([]);
    driver = await withNewToken(driver);
    await say("A-1", "CHARGING");
  });
});

describe("a problem at a station", () => {
  type Report = { evse_uid?: string; kind: "BLOCKED" | "UNSAFE" | "OTHER"; text: string };
  const report = async (said: Report, who = driver) =>
    (
      await world.call(stations.reportStationProblem, {
        params: { userId: who.id },
        body: { location_id: station.id, ...said },
        token: who.token,
      })
    ).body.data;
  const asStaff = async (state: "OPEN" | "CLOSED" = "OPEN") =>
    (await world.call(stations.listStationProblems, { query: { state }, token: PROVIDER_TOKEN }))
      .body;

  test("is shown to the back office with driver, location and text, until it is closed", async () => {
    const said = { evse_uid: "A-2", kind: "BLOCKED", text: "  A van stands there " } as const;
    const { id, created_at } = await report(said);
    const { content, total_elements } = await asStaff();
    expect(total_elements).toBe(1);
    expect(content[0]).toEqual({
      id,
      driver: { id: driver.id, mobile_masked: `••••${driver.mobile.slice(-5)}` },
      location_id: station.id,
      location_name: "Koramangala Hub",
      operator_name: "Operator TST",
      evse_uid: "A-2",
      kind: "BLOCKED",
      reason: null,
      text: "A van stands there",
      created_at,
      closed_at: null,
    });
    const close = () =>
      world.call(stations.closeStationProblem, { params: { id }, token: PROVIDER_TOKEN });
    const first = (await close()).body.data.closed_at;
    world.clock.advance(1000);
    expect((await close()).body.data.closed_at).toBe(first);
    expect((await asStaff()).content).toEqual([]);
    expect((await asStaff("CLOSED")).content.map((one) => one.id)).toEqual([id]);
    const { body } = await world.call(backoffice.listAudit, { query: {}, token: PROVIDER_TOKEN });
    expect(
      body.content.some(
        ({ route, parameters }) => route.endsWith("closed") && parameters?.["id"] === id,
      ),
    ).toBe(true);
  });

  test("that is repeated is one report with the newest text; more than five in an hour are refused", async () => {
    const who = await world.signUp();
    const first = await report({ kind: "OTHER", text: "No shade" }, who);
    expect(await report({ kind: "OTHER", text: "No shade, no water" }, who)).toEqual(first);
    await report({ kind: "OTHER", evse_uid: "A-1", text: "" }, who);
    await report({ kind: "UNSAFE", text: "" }, who);
    await report({ kind: "BLOCKED", text: "" }, who);
    await report({ kind: "BLOCKED", evse_uid: "A-1", text: "" }, who);
    const refused = async (said: object) =>
      (
        await world.refused(stations.reportStationProblem, {
          params: { userId: who.id },
          body: { location_id: station.id, kind: "UNSAFE", text: "", ...said },
          token: who.token,
        })
      ).body.code;
    expect(await refused({ evse_uid: "A-2" })).toBe("TOO_MANY_PROBLEMS");
    expect(await refused({ evse_uid: "A-9" })).toBe("CONNECTOR_NOT_FOUND");
    expect(await refused({ location_id: "loc_absent" })).toBe("LOCATION_NOT_FOUND");
    const texts = (await asStaff()).content.map(({ text }) => text).filter(Boolean);
    expect(texts).toEqual(["No shade, no water"]);
    world.clock.advance(3_600_000);
    const again = await withNewToken(who);
    expect((await report({ kind: "OTHER", text: "Still no shade" }, again)).id).not.toBe(first.id);
  });
});
