import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Evse, Location, OcpiClient } from "@voltmarg/ocpi";
import { afterEach, describe, expect, test } from "vitest";
import { type CpoSim, type SimOptions, start } from "../src/index.ts";
import { startEmsp, type TestEmsp, token } from "./emsp.ts";
import { fakeClock } from "./fake-clock.ts";

const opened: { close(): Promise<void> }[] = [];
const directories: string[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
  for (const each of directories.splice(0)) rmSync(each, { recursive: true, force: true });
});

async function world(options: Partial<SimOptions> = {}) {
  const clock = fakeClock("2026-03-02T06:00:00.250Z");
  const sim = await start({ port: 0, seed: 7, locations: 60, clock, ...options });
  opened.push(sim);
  const emsp = await startEmsp(sim.operators);
  opened.push(emsp);
  const { client, endpoints, tokenC } = await emsp.register(sim.operators[0]!);
  return { clock, sim, emsp, client, endpoints, tokenC, ...hand(sim, clock) };
}

function hand(sim: CpoSim, clock: ReturnType<typeof fakeClock>) {
  return {
    after: async (ms: number) => {
      clock.advance(ms);
      await sim.drain();
    },
    control: async <T = unknown>(path: string, body?: unknown): Promise<T> => {
      const response = await fetch(
        `${sim.url}/control/${path}`,
        body === undefined ? {} : { method: "POST", body: JSON.stringify(body) },
      );
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
  };
}

async function allLocations(client: OcpiClient, query = {}): Promise<Location[]> {
  const found: Location[] = [];
  for await (const page of client.getLocations(query)) {
    if (!page.ok) throw new Error(page.message);
    expect(page.data.rejected).toEqual([]);
    found.push(...page.data.items);
  }
  return found;
}

/** A free plug of the given kind. */
async function freePlug(client: OcpiClient, wanted: (evse: Evse) => boolean = () => true) {
  for (const location of await allLocations(client)) {
    const evse = location.evses!.find((each) => each.status === "AVAILABLE" && wanted(each));
    if (evse) return { location, evse, connector: evse.connectors[0]! };
  }
  throw new Error("no free plug");
}

type Plug = Awaited<ReturnType<typeof freePlug>>;

const startAt = (
  client: OcpiClient,
  emsp: TestEmsp,
  { location, evse, connector }: Plug,
  reference = "attempt-1",
) =>
  client.startSession({
    response_url: emsp.responseUrl("START_SESSION", reference),
    token,
    location_id: location.id,
    evse_uid: evse.uid,
    connector_id: connector.id,
    authorization_reference: reference,
  });
const stopIt = (client: OcpiClient, emsp: TestEmsp, session_id: string) =>
  client.stopSession({ response_url: emsp.responseUrl("STOP_SESSION", "stop-1"), session_id });

/** Messages about the charge itself; the status of the plug is reported separately. */
const charge = ({ heard }: TestEmsp) => heard.order.filter((each) => !each.startsWith("evse "));
const direct = (evse: Evse) =>
  evse.connectors[0]!.power_type === "DC" && evse.connectors[0]!.max_electric_power! >= 60_000;
const parkingPaid = (evse: Evse) => evse.connectors[0]!.tariff_ids![0]!.endsWith("DC-PARKING");

describe("registration", () => {
  test("after the handshake TOKEN_A is invalid, a rotation replaces the token, unregistering ends it", async () => {
    const { sim, emsp, client, endpoints } = await world();
    expect(await client.getCredentials()).toMatchObject({
      ok: true,
      data: { roles: [{ role: "CPO", party_id: "URJ" }] },
    });
    expect(await emsp.client(sim.operators[0]!.tokenA, endpoints).getCredentials()).toMatchObject({
      status: 401,
    });
    expect(await client.postCredentials(emsp.credentials(emsp.tokenB))).toMatchObject({
      status: 405,
    });

    const rotated = await client.putCredentials(emsp.credentials(emsp.tokenB));
    if (!rotated.ok) throw new Error(rotated.message);
    const fresh = emsp.client(rotated.data.token, endpoints);
    expect(await fresh.getCredentials()).toMatchObject({ ok: true });
    expect(await client.getCredentials()).toMatchObject({ status: 401 });

    expect(await fresh.deleteCredentials()).toMatchObject({ ok: true });
    expect(await fresh.getCredentials()).toMatchObject({ status: 401 });
    await emsp.register(sim.operators[0]!);
  });
  test("a lost answer does not lock the peer out: TOKEN_A stays valid until C was used", async () => {
    const { sim, emsp } = await world();
    const operator = sim.operators[1]!;
    await emsp.register(operator);
    const { client } = await emsp.register(operator);
    expect(await client.getCredentials()).toMatchObject({ ok: true });
  });
  test("a peer that cannot be called back gets 3001, one without modules 3003", async () => {
    const { sim, emsp } = await world();
    const operator = sim.operators[1]!;
    const stranger = emsp.client(operator.tokenA);
    const versions = await stranger.getVersions(operator.versionsUrl);
    const details = await stranger.getVersionDetails(versions.ok ? versions.data[0]!.url : "");
    const client = emsp.client(operator.tokenA, details.ok ? details.data.endpoints : []);
    expect(
      await client.postCredentials({ ...emsp.credentials("wrong"), token: "wrong" }),
    ).toMatchObject({ status_code: 3001 });
    const nobody = { ...emsp.credentials(emsp.tokenB), url: "http://127.0.0.1:1/versions" };
    expect(await client.postCredentials(nobody)).toMatchObject({ status_code: 3001 });
  });
});

describe("pull", () => {
  test("every location once, in pages; tariffs for every connector", async () => {
    const { client } = await world();
    const locations = await allLocations(client, { limit: 7 });
    expect(locations).toHaveLength(30);
    expect(new Set(locations.map(({ id }) => id)).size).toBe(30);
    const known = new Set<string>();
    for await (const page of client.getTariffs())
      if (page.ok) page.data.items.forEach(({ id }) => known.add(id));
    for (const { evses } of locations) {
      for (const { connectors } of evses!)
        for (const { tariff_ids } of connectors) expect(known).toContain(tariff_ids![0]);
    }
  });
  test("date_from returns only later changes", async () => {
    const { client, control, clock } = await world();
    const plug = await freePlug(client);
    const before = new Date(clock.now()).toISOString();
    expect(await allLocations(client, { date_from: before })).toEqual([]);
    await control("status", {
      location_id: plug.location.id,
      evse_uid: plug.evse.uid,
      status: "OUTOFORDER",
    });
    const changed = await allLocations(client, { date_from: before });
    expect(changed.map(({ id }) => id)).toEqual([plug.location.id]);
    expect(changed[0]!.evses!.find(({ uid }) => uid === plug.evse.uid)!.status).toBe("OUTOFORDER");
    expect(await allLocations(client, { date_to: before })).toHaveLength(29);
    expect(await client.getLocation(plug.location.id)).toMatchObject({
      ok: true,
      data: { id: plug.location.id },
    });
    expect(await client.getLocation("URJ-999999")).toMatchObject({ status: 404 });
  });
});

describe("a charge", () => {
  test("from the command to the CDR, in order", async () => {
    const { client, emsp, after, control } = await world({ speed: 60 });
    const plug = await freePlug(client, direct);
    expect(await startAt(client, emsp, plug)).toMatchObject({
      ok: true,
      data: { result: "ACCEPTED", timeout: 30 },
    });
    await after(1900);
    expect(emsp.heard.order).toEqual([]);
    await after(1100);
    expect(emsp.heard.evses).toHaveLength(1);
    expect(charge(emsp)).toEqual(["result ACCEPTED", "session PENDING", "session ACTIVE"]);
    const [pending, active] = emsp.heard.sessions;
    expect(pending).toMatchObject({
      status: "PENDING",
      kwh: 0,
      authorization_reference: "attempt-1",
    });
    expect(active).toMatchObject({
      status: "ACTIVE",
      kwh: 0,
      start_date_time: "2026-03-02T06:00:03Z",
      evse_uid: plug.evse.uid,
    });

    for (let tick = 0; tick < 10; tick += 1) await after(2000);
    expect(emsp.heard.patches).toHaveLength(10);
    const last = emsp.heard.patches.at(-1)!.patch;
    const periods = emsp.heard.patches.flatMap(({ patch }) => patch.charging_periods ?? []);
    // 20 s of wall clock are 20 minutes of this charge (and the quarter second before, 15 s).
    expect(periods.at(-1)!.start_date_time).toBe("2026-03-02T06:18:18Z");
    const energy = periods
      .flatMap(({ dimensions }) => dimensions)
      .filter(({ type }) => type === "ENERGY");
    expect(energy.reduce((sum, { volume }) => sum + volume, 0)).toBeCloseTo(last.kwh!, 6);
    expect(last.kwh!).toBeGreaterThan(3);

    expect(await stopIt(client, emsp, active!.id)).toMatchObject({ data: { result: "ACCEPTED" } });
    await after(1000);
    expect(emsp.heard.order.slice(-4).toSorted()).toEqual([
      "cdr",
      "evse AVAILABLE",
      "patch COMPLETED",
      "result ACCEPTED",
    ]);
    expect(emsp.heard.order.indexOf("cdr")).toBeGreaterThan(
      emsp.heard.order.indexOf("patch COMPLETED"),
    );
    const cdr = emsp.heard.cdrs[0]!;
    expect(cdr).toMatchObject({
      session_id: active!.id,
      authorization_reference: "attempt-1",
      start_date_time: active!.start_date_time,
      end_date_time: "2026-03-02T06:21:18Z",
      total_time: 0.3542,
      tariffs: [{ id: plug.connector.tariff_ids![0] }],
    });
    expect(cdr.total_energy).toBe(emsp.heard.patches.at(-1)!.patch.kwh);
    expect(cdr.total_cost.incl_vat).toBeCloseTo(cdr.total_cost.excl_vat * 1.18, 1);
    expect(cdr.total_cost.excl_vat).toBeGreaterThan(0);
    expect(await control("cdrs")).toEqual([cdr]);
    expect(await control<unknown[]>("commands")).toMatchObject([
      {
        kind: "START_SESSION",
        operator: "URJ",
        authorization_reference: "attempt-1",
        token: { uid: "driver-7" },
      },
      { kind: "STOP_SESSION" },
    ]);
    await after(60_000);
    expect(emsp.heard.cdrs).toHaveLength(1);
  });

  test("a full car stops taking power, pays for parking, and leaves by itself", async () => {
    const { client, emsp, after } = await world({ speed: 600, locations: 400 });
    await startAt(client, emsp, await freePlug(client, parkingPaid));
    await after(3000);
    for (let minute = 0; minute < 60 && emsp.heard.cdrs.length === 0; minute += 1)
      await after(4000);
    const cdr = emsp.heard.cdrs[0]!;
    expect(cdr.total_parking_time!).toBeGreaterThan(0.16);
    expect(cdr.total_parking_cost!.excl_vat).toBeGreaterThan(0);
    expect(
      cdr.charging_periods.map(({ dimensions }) => dimensions.map(({ type }) => type)),
    ).toEqual([["ENERGY", "TIME"], ["PARKING_TIME"]]);
    const spoken = emsp.heard.patches.flatMap(({ patch }) => patch.charging_periods ?? []);
    expect(
      spoken.some(({ dimensions }) => dimensions.some(({ type }) => type === "PARKING_TIME")),
    ).toBe(true);
    const hours = spoken
      .flatMap(({ dimensions }) => dimensions)
      .filter(({ type }) => type === "TIME")
      .reduce((sum, { volume }) => sum + volume, 0);
    expect(hours).toBeCloseTo(cdr.total_time! - cdr.total_parking_time!, 2);
    const soc = spoken
      .flatMap(({ dimensions }) => dimensions)
      .filter(({ type }) => type === "STATE_OF_CHARGE");
    expect(soc.map(({ volume }) => volume)).toEqual(
      soc.map(({ volume }) => volume).toSorted((a, b) => a - b),
    );
  });

  test("a tester can set what the next car takes and how fast", async () => {
    const { client, emsp, after, control } = await world({ speed: 120 });
    const plug = await freePlug(client, direct);
    const at = { evse_uid: plug.evse.uid };
    await control("appetite", { ...at, take_kwh: 4.4, at_kw: 7.2, stays_min: 2 });
    await startAt(client, emsp, plug);
    for (let seconds = 0; seconds < 60 && emsp.heard.cdrs.length === 0; seconds += 1)
      await after(1000);
    expect(emsp.heard.cdrs).toMatchObject([{ total_energy: 4.4 }]);
    await expect(control("appetite", { ...at, take_kwh: 0, at_kw: 7 })).rejects.toThrow(/take_kwh/);
    await expect(control("appetite", { ...at, take_kwh: 1 })).rejects.toThrow(/at_kw/);
    await expect(control("appetite", { evse_uid: "X", take_kwh: 1 })).rejects.toThrow(/evse_uid/);
    // The car after it is random again.
    await startAt(client, emsp, plug, "attempt-2");
    for (let minute = 0; minute < 60 && emsp.heard.cdrs.length < 2; minute += 1)
      await after(60_000);
    expect(emsp.heard.cdrs[1]!.total_energy).not.toBe(4.4);
  });

  test("the whole session can be pulled during and after the charge", async () => {
    const { client, emsp, after } = await world({ speed: 60 });
    await startAt(client, emsp, await freePlug(client, direct));
    await after(3000);
    await after(20_000);
    const pull = async (date_from: string) => {
      for await (const page of client.getSessions({ date_from }))
        return page.ok ? page.data.items : [];
      return [];
    };
    const [running] = await pull("2026-03-02T06:00:00Z");
    expect(running).toMatchObject({
      status: "ACTIVE",
      authorization_reference: "attempt-1",
      kwh: emsp.heard.patches.at(-1)!.patch.kwh,
    });
    const told = emsp.heard.patches.at(-1)!.patch.charging_periods!;
    expect(running!.charging_periods!.at(-1)).toEqual(told.at(-1));
    expect(await pull("2026-03-02T07:00:00Z")).toEqual([]);
    await stopIt(client, emsp, running!.id);
    await after(1000);
    const [ended] = await pull("2026-03-02T06:00:00Z");
    expect(ended).toMatchObject({
      status: "COMPLETED",
      end_date_time: emsp.heard.cdrs[0]!.end_date_time,
    });
  });

  test("a refused CDR can still be pulled", async () => {
    const { client, emsp, after } = await world({ speed: 60 });
    await startAt(client, emsp, await freePlug(client, direct));
    await after(3000);
    emsp.mood.deaf = true;
    await stopIt(client, emsp, emsp.heard.sessions[0]!.id);
    await after(10_000);
    expect(emsp.heard.cdrs).toEqual([]);
    for await (const page of client.getCdrs()) {
      expect(page).toMatchObject({
        ok: true,
        data: { items: [{ session_id: emsp.heard.sessions[0]!.id }] },
      });
    }
  });

  test("a patch for a session the eMSP lost is followed by a PUT of the whole session", async () => {
    const { client, emsp, after } = await world();
    await startAt(client, emsp, await freePlug(client, direct));
    await after(3000);
    emsp.mood.forgetful = true;
    await after(2000);
    expect(emsp.heard.sessions.map(({ status }) => status)).toEqual([
      "PENDING",
      "ACTIVE",
      "ACTIVE",
    ]);
  });

  test("unplugging ends the charge; a second stop, or an unknown session, is refused", async () => {
    const { client, emsp, after, control } = await world();
    const plug = await freePlug(client, direct);
    await startAt(client, emsp, plug);
    await after(5000);
    const { id } = emsp.heard.sessions[0]!;
    await control("plug", {
      location_id: plug.location.id,
      evse_uid: plug.evse.uid,
      plugged: false,
    });
    await after(0);
    expect(emsp.heard.cdrs).toHaveLength(1);
    expect(await stopIt(client, emsp, id)).toMatchObject({ data: { result: "REJECTED" } });
    expect(await stopIt(client, emsp, "nothing")).toMatchObject({
      data: { result: "UNKNOWN_SESSION" },
    });
  });

  test("a plug put out of order during a charge stays so after it", async () => {
    const { client, emsp, after, control } = await world();
    const plug = await freePlug(client, direct);
    const place = { location_id: plug.location.id, evse_uid: plug.evse.uid };
    await startAt(client, emsp, plug);
    await after(5000);
    await control("status", { ...place, status: "OUTOFORDER" });
    await control("plug", { ...place, plugged: false });
    await after(0);
    expect(emsp.heard.cdrs).toHaveLength(1);
    expect(await client.getEvse(place.location_id, place.evse_uid)).toMatchObject({
      data: { status: "OUTOFORDER" },
    });
  });

  test("a busy plug answers EVSE_OCCUPIED, a broken one EVSE_INOPERATIVE, an unknown one is refused at once", async () => {
    const { client, emsp, after, control } = await world();
    const plug = await freePlug(client);
    await startAt(client, emsp, plug, "a");
    await startAt(client, emsp, plug, "b");
    await after(4000);
    expect(emsp.heard.results.map(({ id, result }) => [id, result.result])).toEqual([
      ["a", "ACCEPTED"],
      ["b", "EVSE_OCCUPIED"],
    ]);
    const other = await freePlug(client);
    await control("status", {
      location_id: other.location.id,
      evse_uid: other.evse.uid,
      status: "OUTOFORDER",
    });
    await startAt(client, emsp, other, "c");
    await after(4000);
    expect(emsp.heard.results.at(-1)).toMatchObject({
      id: "c",
      result: { result: "EVSE_INOPERATIVE" },
    });
    const nowhere = { ...plug, location: { ...plug.location, id: "URJ-999999" } };
    expect(await startAt(client, emsp, nowhere)).toMatchObject({
      ok: false,
      reason: "ocpi",
      status_code: 2003,
    });
    const nothing = { ...plug, evse: { ...plug.evse, uid: `${plug.location.id}-99` } };
    expect(await startAt(client, emsp, nothing)).toMatchObject({ data: { result: "REJECTED" } });
    const response_url = emsp.responseUrl("START_SESSION", "d");
    const blocked = { ...token, valid: false };
    const request = {
      response_url,
      token: blocked,
      location_id: plug.location.id,
      evse_uid: plug.evse.uid,
    };
    expect(await client.startSession(request)).toMatchObject({ data: { result: "REJECTED" } });
  });
});

describe("scenarios", () => {
  const play = async (name: string) => {
    const all = await world();
    const plug = await freePlug(all.client, direct);
    await all.control("scenario", { name, evse_uid: plug.evse.uid, times: 1 });
    return { ...all, plug, response: await startAt(all.client, all.emsp, plug) };
  };

  test("rejects: at once, without further messages; once", async () => {
    const { response, after, emsp, client, plug } = await play("rejects");
    expect(response).toMatchObject({ ok: true, data: { result: "REJECTED" } });
    await after(60_000);
    expect(emsp.heard.order).toEqual([]);
    expect(await startAt(client, emsp, plug)).toMatchObject({ data: { result: "ACCEPTED" } });
  });
  test("rejects_late: accepted, then the charge point refuses", async () => {
    const { response, after, emsp } = await play("rejects_late");
    expect(response).toMatchObject({ data: { result: "ACCEPTED" } });
    await after(60_000);
    expect(emsp.heard.order).toEqual(["result REJECTED"]);
  });
  test("never_answers: accepted with 10 s, then silence", async () => {
    const { response, after, emsp, control } = await play("never_answers");
    expect(response).toMatchObject({ data: { result: "ACCEPTED", timeout: 10 } });
    await after(600_000);
    expect(emsp.heard.order).toEqual([]);
    expect(await control("sessions")).toEqual([]);
  });
  test("not_plugged_in: FAILED after 3 s, unless a car is there", async () => {
    const { after, emsp, control, plug, client } = await play("not_plugged_in");
    await after(3000);
    expect(emsp.heard.results).toMatchObject([
      {
        result: {
          result: "FAILED",
          message: [{ language: "en", text: "No vehicle is connected" }],
        },
      },
    ]);
    await control("scenario", { name: "not_plugged_in" });
    await control("plug", {
      location_id: plug.location.id,
      evse_uid: plug.evse.uid,
      plugged: true,
    });
    await startAt(client, emsp, plug);
    await after(4000);
    expect(charge(emsp).slice(0, 4)).toEqual([
      "result FAILED",
      "result ACCEPTED",
      "session PENDING",
      "session ACTIVE",
    ]);
  });
  test("lost_callback: no result, but the session starts", async () => {
    const { after, emsp } = await play("lost_callback");
    await after(3000);
    expect(emsp.heard.evses).toHaveLength(1);
    expect(charge(emsp)).toEqual(["session PENDING", "session ACTIVE"]);
  });
  test("late_session: 20 s after the timeout of 10", async () => {
    const { response, after, emsp } = await play("late_session");
    expect(response).toMatchObject({ data: { timeout: 10 } });
    await after(29_000);
    expect(emsp.heard.order).toEqual([]);
    await after(2000);
    expect(emsp.heard.evses).toHaveLength(1);
    expect(charge(emsp)).toEqual(["session PENDING", "session ACTIVE"]);
  });
  test("refuses_stop: a charge ends with the car; asks_more: and costs a quarter more than its price", async () => {
    const { client, emsp, after, control } = await world({ speed: 120 });
    const plug = await freePlug(client, direct);
    const at = { evse_uid: plug.evse.uid };
    const asked: number[] = [];
    for (const [index, name] of ["refuses_stop", "asks_more"].entries()) {
      await control("scenario", { name, evse_uid: plug.evse.uid });
      await control("appetite", { ...at, take_kwh: 2, at_kw: 30, stays_min: 0 });
      await startAt(client, emsp, plug, `attempt-${index}`);
      await after(3000);
      expect(await stopIt(client, emsp, emsp.heard.sessions.at(-1)!.id)).toMatchObject({
        data: { result: "REJECTED" },
      });
      for (let seconds = 0; seconds < 60 && emsp.heard.cdrs.length <= index; seconds += 1)
        await after(1000);
      expect(emsp.heard.cdrs[index]).toMatchObject({ total_energy: 2 });
      asked.push(emsp.heard.cdrs[index]!.total_cost.incl_vat!);
    }
    expect(asked[1]).toBeCloseTo(asked[0]! * 1.25, 2);
  });
  test("record_in_wh: the CDR has a thousand times the energy and the cost", async () => {
    const { client, emsp, after, control } = await world({ speed: 120 });
    const plug = await freePlug(client, direct);
    const at = { evse_uid: plug.evse.uid };
    for (const name of ["happy", "record_in_wh"]) {
      await control("scenario", { name, ...at });
      await control("appetite", { ...at, take_kwh: 2, at_kw: 30, stays_min: 0 });
      await startAt(client, emsp, plug, name);
      const known = emsp.heard.cdrs.length;
      for (let seconds = 0; seconds < 60 && emsp.heard.cdrs.length === known; seconds += 1)
        await after(1000);
    }
    const [right, wrong] = emsp.heard.cdrs;
    expect([right!.total_energy, wrong!.total_energy]).toEqual([2, 2000]);
    expect(wrong!.total_cost.incl_vat).toBeCloseTo(right!.total_cost.incl_vat! * 1000, 1);
  });
  test("a general scenario applies until changed; wrong names and numbers are refused", async () => {
    const { client, emsp, control } = await world({ scenario: "rejects" });
    const plug = await freePlug(client);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await startAt(client, emsp, plug)).toMatchObject({ data: { result: "REJECTED" } });
    }
    await control("scenario", { name: "happy" });
    expect(await startAt(client, emsp, plug)).toMatchObject({ data: { result: "ACCEPTED" } });
    await expect(control("scenario", { name: "dance" })).rejects.toThrow(/400/);
    await expect(control("scenario", { name: "happy", times: 0 })).rejects.toThrow(/400/);
  });
});

describe("traffic", () => {
  test("other cars come and leave, at most one push a second, never at a plug of ours", async () => {
    const { emsp, after, client } = await world({ traffic: true, locations: 4 });
    const plug = await freePlug(client);
    await startAt(client, emsp, plug);
    for (let second = 0; second < 240; second += 1) await after(1000);
    const others = emsp.heard.evses.filter(({ uid }) => uid !== plug.evse.uid);
    expect(others.length).toBeGreaterThan(5);
    expect(others.length).toBeLessThanOrEqual(240);
    expect(emsp.heard.evses.filter(({ uid }) => uid === plug.evse.uid)).toHaveLength(1);
    expect(new Set(others.map(({ patch }) => patch.status))).toEqual(
      new Set(["CHARGING", "AVAILABLE"]),
    );
  });
});

describe("a restart", () => {
  test("during a charge: the registration stays valid, and the charge continues without a difference", async () => {
    const stateDir = mkdtempSync(join(tmpdir(), "cpo-sim-"));
    directories.push(stateDir);
    const { sim, clock, emsp, client, after, tokenC } = await world({ stateDir, speed: 60 });
    const plug = await freePlug(client, direct);
    await startAt(client, emsp, plug);
    await after(3000);
    await after(10_000);
    const before = emsp.heard.patches.at(-1)!.patch.kwh!;
    opened.splice(opened.indexOf(sim), 1);
    await sim.close();

    clock.advance(300_000);
    const port = Number(new URL(sim.url).port);
    const again = await start({ port, seed: 7, locations: 60, clock, stateDir, speed: 1 });
    opened.push(again);
    await again.drain();
    const told = emsp.heard.patches.length;
    const later = emsp.heard.patches.at(-1)!.patch;
    expect(later.kwh!).toBeGreaterThan(before);
    expect(told).toBeLessThan(15);
    expect(await client.getCredentials()).toMatchObject({ ok: true, data: { token: tokenC } });

    await stopIt(client, emsp, emsp.heard.sessions[0]!.id);
    clock.advance(1000);
    await again.drain();
    const cdr = emsp.heard.cdrs[0]!;
    const energy = emsp.heard.patches
      .flatMap(({ patch }) => patch.charging_periods ?? [])
      .flatMap(({ dimensions }) => dimensions);
    const sum = energy
      .filter(({ type }) => type === "ENERGY")
      .reduce((total, { volume }) => total + volume, 0);
    expect(sum).toBeCloseTo(cdr.total_energy, 6);
  });
});

test("a state directory belongs to one world", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "cpo-sim-"));
  directories.push(stateDir);
  const clock = fakeClock("2026-03-02T06:00:00Z");
  const first = await start({ port: 0, seed: 7, clock, stateDir });
  await first.close();
  await expect(start({ port: 0, seed: 8, clock, stateDir })).rejects.toThrow(/seed/);
  await expect(start({ port: 0, seed: 7, clock, locations: -1 })).rejects.toThrow(/locations/);
  await expect(start({ port: 0, seed: 7, clock, speed: 0 })).rejects.toThrow(/speed/);
});

test("the control API answers this machine only, lists its calls, and refuses invalid input", async () => {
  const { sim, control } = await world();
  expect(await control("operators")).toMatchObject([{ party_id: "URJ" }, { party_id: "ZPV" }]);
  await expect(control("nonsense")).rejects.toThrow(/404/);
  await expect(
    control("plug", { location_id: "URJ-000000", evse_uid: "x", plugged: true }),
  ).rejects.toThrow(/400/);
  const broken = await fetch(`${sim.url}/control/traffic`, { method: "POST", body: "{" });
  expect(broken.status).toBe(400);
});
