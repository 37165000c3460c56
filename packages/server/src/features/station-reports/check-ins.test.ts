import { accounts, charging, type Location, stations } from "@voltmarg/contract";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { download, upload } from "@voltmarg/testkit/file-upload";
import { PROVIDER_TOKEN, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";

let world: Harness;
let stationsLeft: Location[];
beforeAll(async () => {
  world = await startHarness({ locations: 200 });
  const driver = await world.signUp();
  const { body } = await world.call(stations.searchLocations, {
    query: { latitude: 18.52, longitude: 73.85, distance: 5_000, page_size: 100 },
    token: driver.token,
  });
  stationsLeft = body.content;
});
afterAll(() => world.stop());

/** A station that no other test has used. */
const fresh = () => stationsLeft.pop()!;
const at = ({ coordinates }: Location, north = 0) => ({
  latitude: coordinates.latitude + north,
  longitude: coordinates.longitude,
});
type Body = Parameters<typeof bodyOf>[1];
const bodyOf = (
  station: Location,
  said: Partial<{
    worked: boolean;
    reason: "NOT_POWERED" | "PLUG" | "OCCUPIED" | null;
    evse_uid: string | null;
    text: string;
    photo_id: string | null;
    position: { latitude: number; longitude: number } | null;
  }>,
) => ({ worked: said.reason === undefined, position: at(station), ...said });
const input = (who: Driver, station: Location, said: Body) => ({
  params: { id: station.id },
  body: bodyOf(station, said),
  token: who.token,
});
const say = async (who: Driver, station: Location, said: Body = {}) =>
  (await world.call(stations.checkIn, input(who, station, said))).body.data;
const refusal = async (who: Driver, station: Location, said: Body) =>
  (await world.refused(stations.checkIn, input(who, station, said))).body.code;
const read = async (
  who: Driver,
  station: Location,
  query: { page_no?: number; page_size?: number } = {},
) =>
  (await world.call(stations.listCheckIns, { params: { id: station.id }, query, token: who.token }))
    .body;
const confidence = async (who: Driver, station: Location, uid: string) =>
  (
    await world.call(stations.getLocation, { params: { id: station.id }, token: who.token })
  ).body.data.evses.find((evse) => evse.uid === uid)!.confidence;
const asStaff = { token: PROVIDER_TOKEN };
const jpeg = () =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background: "red" } })
    .withExif({ IFD0: { Copyright: "driver's name" } })
    .jpeg()
    .toBuffer();

/** A driver who charged once; where it was. */
async function charged(): Promise<{ driver: Driver; station: Location; evseUid: string }> {
  const driver = await world.signUp();
  await world.topUp(driver, 100_000);
  const plug = await world.freePlug(driver);
  const body = {
    location_id: plug.location.id,
    evse_uid: plug.evse.uid,
    connector_id: plug.connector.id,
    estimation_info: { selectedPower: 5 },
  };
  const { body: started } = await world.call(charging.startSession, { body, token: driver.token });
  await world.pass(60, 5);
  const session_id = started.data.id;
  await world.call(charging.stopSession, { body: { session_id }, token: driver.token });
  await world.pass(20, 5);
  return { driver, station: plug.location, evseUid: plug.evse.uid };
}
/** The same driver with a new access token, as one expires after minutes. */
async function later(who: Driver, ms: number): Promise<Driver> {
  world.clock.advance(ms);
  const { body } = await world.call(accounts.refreshToken, {
    query: { grant_type: "refresh_token", refresh_token: who.refresh },
  });
  return { ...who, token: body.access_token, refresh: body.refresh_token };
}

describe("[L-16] a check-in", () => {
  test("is for drivers who stand there or tried to charge there", async () => {
    const who = await world.signUp();
    const station = fresh();
    expect(await refusal(who, station, { position: null })).toBe("NOT_AT_STATION");
    expect(await refusal(who, station, { position: at(station, 0.003) })).toBe("NOT_AT_STATION");
    expect((await say(who, station, { position: at(station, 0.001) })).worked).toBe(true);
    const after = await charged();
    const said = await say(after.driver, after.station, { position: null, reason: "PLUG" });
    expect(said).toMatchObject({ worked: false, reason: "PLUG", mine: true });
  });

  test("needs a reason exactly where it did not work, and a plug that is there", async () => {
    const who = await world.signUp();
    const station = fresh();
    expect(await refusal(who, station, { worked: false, reason: null })).toBe("INVALID_INPUT");
    expect(await refusal(who, station, { worked: true, reason: "PLUG" })).toBe("INVALID_INPUT");
    expect(await refusal(who, station, { text: "a".repeat(301) })).toBe("INVALID_INPUT");
    expect(await refusal(who, station, { evse_uid: "none" })).toBe("CONNECTOR_NOT_FOUND");
    const absent = { ...station, id: "loc_absent" };
    expect(await refusal(who, absent, {})).toBe("LOCATION_NOT_FOUND");
    expect((await read(who, station)).content).toEqual([]);
  });

  test("that did not work reaches the back office as a report with its reason", async () => {
    const who = await world.signUp();
    const station = fresh();
    await say(who, station, { reason: "NOT_POWERED", text: "No light since noon" });
    const { body } = await world.call(stations.listStationProblems, { query: {}, ...asStaff });
    expect(body.content.find(({ location_id }) => location_id === station.id)).toMatchObject({
      kind: "DOES_NOT_START",
      reason: "NOT_POWERED",
      text: "No light since noon",
    });
  });

  test("has a photo without metadata, which goes with it", async () => {
    const who = await world.signUp();
    const other = await world.signUp();
    const station = fresh();
    const photo = async (by: Driver, category: string) =>
      (await upload(world, by, await jpeg(), { category })).body.data!.id;
    expect(await refusal(who, station, { photo_id: await photo(other, "CHECK_IN") })).toBe(
      "NOT_FOUND",
    );
    expect(await refusal(who, station, { photo_id: await photo(who, "TICKET") })).toBe("NOT_FOUND");
    const photo_id = await photo(who, "CHECK_IN");
    const made = await say(who, station, { photo_id });
    const seen = await download(world, made.photo!, other.token);
    expect([seen.status, seen.type]).toEqual([200, "image/jpeg"]);
    const meta = await sharp(seen.bytes).metadata();
    expect([meta.width, meta.exif]).toEqual([1280, undefined]);
    const mine = { params: { id: made.id }, token: who.token };
    const theirs = await world.refused(stations.removeCheckIn, { ...mine, token: other.token });
    expect(theirs.body.code).toBe("NOT_FOUND");
    await world.call(stations.removeCheckIn, mine);
    expect((await download(world, made.photo!, other.token)).status).toBe(404);
    expect(
      (await download(world, `/api/cms/v1/files/${photo_id}/download`, who.token)).status,
    ).toBe(404);
    expect((await read(other, station)).content).toEqual([]);
  });

  test("that is hidden stays hidden when it is deleted and written again, and the complaints stay", async () => {
    const [who, other] = [await world.signUp(), await world.signUp()];
    const staff = { token: PROVIDER_TOKEN };
    const reported = async (state: "REPORTED" | "HIDDEN") =>
      (await world.call(stations.listReportedCheckIns, { ...staff, query: { state } })).body
        .content;
    const station = fresh();
    const made = await say(who, station, { text: "Nasty words" });
    const mine = { params: { id: made.id }, token: who.token };
    await world.call(stations.reportCheckIn, {
      params: { id: made.id },
      token: other.token,
      body: { reason: "INSULTING" },
    });
    await world.call(stations.hideCheckIn, { ...staff, params: { id: made.id } });
    await world.call(stations.removeCheckIn, mine);
    const kept = (await reported("HIDDEN")).find(({ id }) => id === made.id);
    expect(kept).toMatchObject({ text: "", reports: [{ reason: "INSULTING", drivers: 1 }] });
    await say(who, station, { text: "Nasty words" });
    expect((await read(other, station)).content).toEqual([]);
    // Deleting before the staff have looked helps as little.
    const next = fresh();
    const again = await say(who, next, { text: "Nasty words" });
    await world.call(stations.reportCheckIn, {
      params: { id: again.id },
      token: other.token,
      body: { reason: "INSULTING" },
    });
    await world.call(stations.removeCheckIn, { params: { id: again.id }, token: who.token });
    await say(who, next, { text: "Nasty words" });
    expect((await read(other, next)).content).toEqual([]);
    await world.call(stations.restoreCheckIn, { ...staff, params: { id: again.id } });
    expect((await read(other, next)).content).toMatchObject([{ text: "Nasty words" }]);
    await world.call(stations.restoreCheckIn, { ...staff, params: { id: made.id } });
  });

  test("is limited to twenty stations a day", async () => {
    const who = await world.signUp();
    const station = fresh();
    const all = [...stationsLeft].slice(0, 20);
    for (const one of all) {
      await say(who, one);
      // Beside the limit of a minute.
      world.clock.advance(6_000);
    }
    expect(await refusal(who, station, {})).toBe("TOO_MANY_CHECK_INS");
    expect((await say(who, all[0]!, { text: "again" })).text).toBe("again");
  });
});

describe("[L-17] what check-ins weigh at a station", () => {
  test("a place that is taken says nothing against the charger", async () => {
    const { driver, station, evseUid } = await charged();
    const who = await later(driver, 60_000);
    await say(who, station, { reason: "OCCUPIED", evse_uid: evseUid });
    expect((await confidence(who, station, evseUid))!.failed_starts).toBe(0);
  });

  test("fifty new accounts make a working station look neither dead nor a dead one alive", async () => {
    const one = await charged();
    const dead = fresh();
    const deadUid = dead.evses[0]!.uid;
    const driver = await later(one.driver, 60_000);
    await say(driver, dead, { reason: "NOT_POWERED", evse_uid: deadUid });
    world.clock.advance(60_000);
    for (let n = 0; n < 50; n++) {
      const crowd = await world.signUp();
      await say(crowd, one.station, { reason: "NOT_POWERED", evse_uid: one.evseUid });
      await say(crowd, dead, { evse_uid: deadUid });
    }
    const reader = await later(driver, 0);
    expect((await read(reader, one.station)).summary.failing).toBe(null);
    expect((await read(reader, dead)).summary).toMatchObject({
      last_worked_at: null,
      failing: { drivers: 1 },
    });
    const alive = await confidence(reader, one.station, one.evseUid);
    expect(alive).toMatchObject({ level: "ok", failed_starts: 0 });
    expect((await confidence(reader, dead, deadUid))!.failed_starts).toBe(1);
  });
});

describe("[L-16] a check-in that should not be shown", () => {
  test("is reported by others, hidden and shown again by the back office", async () => {
    const { driver: author, station } = await charged();
    const other = await world.signUp();
    const writer = await later(author, 60_000);
    const { id } = await say(writer, station, { reason: "PLUG", text: "Call 98765" });
    const complain = (who: Driver) => ({
      params: { id },
      body: { reason: "PERSONAL_DATA" as const },
      token: who.token,
    });
    expect((await world.refused(stations.reportCheckIn, complain(writer))).body.code).toBe(
      "NOT_FOUND",
    );
    await world.call(stations.reportCheckIn, complain(other));
    await world.call(stations.reportCheckIn, complain(other));
    const shown = async () => (await read(other, station)).content.some((one) => one.id === id);
    const listed = async (state: "REPORTED" | "HIDDEN") =>
      (await world.call(stations.listReportedCheckIns, { query: { state }, ...asStaff })).body
        .content;
    expect(await listed("REPORTED")).toMatchObject([
      { id, text: "Call 98765", reports: [{ reason: "PERSONAL_DATA", drivers: 1 }] },
    ]);
    expect((await read(other, station)).summary.failing).not.toBe(null);
    await world.call(stations.hideCheckIn, { params: { id }, ...asStaff });
    expect(await shown()).toBe(false);
    expect((await read(other, station)).summary.failing).toBe(null);
    expect([await listed("REPORTED"), (await listed("HIDDEN")).length]).toEqual([[], 1]);
    // Said again on the same day, it stays hidden.
    await say(writer, station, { reason: "PLUG", text: "Call 98765 now" });
    expect(await shown()).toBe(false);
    await world.call(stations.restoreCheckIn, { params: { id }, ...asStaff });
    expect(await shown()).toBe(true);
    expect([await listed("REPORTED"), await listed("HIDDEN")]).toEqual([[], []]);
    const absent = await world.refused(stations.hideCheckIn, {
      params: { id: "chk_0" },
      ...asStaff,
    });
    expect(absent.body.code).toBe("NOT_FOUND");
  });
});

// Last: the test world knows of no free plug any more after a while.
describe("[L-17] what check-ins say of a station", () => {
  test("the newest evidence decides, and no average", async () => {
    const second = await charged();
    const one = await charged();
    const { station, evseUid } = one;
    const worked = (await read(one.driver, station)).summary;
    expect(worked.last_worked_at).not.toBe(null);
    expect(worked.failing).toBe(null);
    const driver = await later(one.driver, 1_200_000);
    await say(driver, station, { reason: "NOT_POWERED", evse_uid: evseUid });
    const { summary } = await read(driver, station);
    expect(summary.last_worked_at).toBe(worked.last_worked_at);
    expect(summary.failing!.drivers).toBe(1);
    expect(summary.failing!.since > worked.last_worked_at!).toBe(true);
    expect(await confidence(driver, station, evseUid)).toMatchObject({
      level: "ok",
      failed_starts: 1,
    });
    const two = { driver: await later(second.driver, 0) };
    await say(two.driver, station, { reason: "PLUG", evse_uid: evseUid });
    expect((await read(two.driver, station)).summary.failing!.drivers).toBe(2);
    const doubted = await confidence(two.driver, station, evseUid);
    expect(doubted).toMatchObject({ level: "doubtful", failed_starts: 2 });
    const again = await later(two.driver, 60_000);
    await say(again, station, { evse_uid: evseUid });
    expect((await read(again, station)).summary.failing).toBe(null);
    expect(await confidence(again, station, evseUid)).toMatchObject({
      level: "ok",
      failed_starts: 0,
    });
  });
});

describe("[L-16] a day", () => {
  test("has one check-in for a driver, station and day of the station; names nobody", async () => {
    const who = await world.signUp();
    const other = await world.signUp();
    const station = fresh();
    const first = await say(who, station, { reason: "NOT_POWERED", text: " All dark. " });
    const second = await say(who, station, { text: "Now it works" });
    expect(second).toMatchObject({
      id: first.id,
      worked: true,
      reason: null,
      text: "Now it works",
    });
    const next = await later(who, 86_400_000);
    const third = await say(next, station);
    const reader = await later(other, 0);
    const { content, total_elements } = await read(reader, station, { page_size: 1 });
    expect([content.map(({ id }) => id), total_elements]).toEqual([[third.id], 2]);
    const older = (await read(reader, station, { page_no: 1, page_size: 1 })).content[0]!;
    expect(older).toMatchObject({ id: first.id, mine: false, text: "Now it works" });
    const wire = JSON.stringify(older);
    for (const personal of [who.id, who.mobile]) expect(wire).not.toContain(personal);
    expect(older.vehicle).toBe(null);
  });
});
