import { trips, vehicles, type TripPlan } from "@voltmarg/contract";
import { decodePolyline, kmAlong } from "@voltmarg/rules";
import { rows, sql } from "../../server/src/platform/database/database.ts";
import { NEXON } from "./fixtures/vehicle.ts";
import type { Driver } from "./harness.ts";
import { openOwnOperator } from "./own-operator.ts";
import { connectorOf, evseOf, locationOf } from "./partner.ts";

export const PUNE = { latitude: 18.5204, longitude: 73.8567, name: "Home" };
export const HYDERABAD = { latitude: 17.385, longitude: 78.4867 };

/** Ids of the stations by km from Pune. */
const STATIONS = { A: 130, B: 150, C: 170, D: 290, E: 310, F: 330, G: 440, H: 460, I: 480 };

type Stop = TripPlan["stops"][number];

export type TripWorld = Awaited<ReturnType<typeof openTripWorld>>;

/** An operator that the test controls, with stations of three chargers beside the road from Pune to Hyderabad. */
export async function openTripWorld() {
  const own = await openOwnOperator({}, {}, true);
  const { world, operator } = own;
  type PlanBody = NonNullable<Parameters<typeof world.call<typeof trips.planTrip>>[1]["body"]>;
  const scout = await own.driver(0);
  const body = { start: PUNE, end: HYDERABAD };
  const { data } = (await world.call(trips.planWay, { body, token: scout.token })).body;
  if (data.straight) throw new Error("no road router");
  const line = decodePolyline(data.line, 10_000)!;
  const kms = kmAlong(line);
  for (const [id, km] of Object.entries(STATIONS)) {
    const { latitude, longitude } = line[kms.findIndex((each) => each >= km)]!;
    const connectors = [connectorOf({ tariff_ids: ["EVEN"] })];
    const evses = [1, 2, 3].map((nth) => evseOf(`${id}-${nth}`, { connectors }));
    const coordinates = { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) };
    await operator.call("PUT", `/locations/IN/TST/${id}`, locationOf(id, { evses, coordinates }));
  }
  const found = await rows(
    world.database.db,
    sql<{ id: string; ocpi_id: string }>`select id, ocpi_id from location`,
  );
  for (const { id, ocpi_id } of found) own.places.set(ocpi_id, id);
  const nameOf = new Map(found.map(({ id, ocpi_id }) => [id, ocpi_id]));

  const token = async (driver: Driver) => ({ token: await own.tokenOf(driver) });
  const patch = async (uid: string, status: string) => {
    const last_updated = world.clock.now().toISOString();
    const at = `/locations/IN/TST/${uid.split("-")[0]}/${uid}`;
    const { code } = await operator.call("PATCH", at, { status, last_updated });
    if (code !== 1000) throw new Error(`${uid}: ${code}`);
    world.clock.advance(1_000);
  };
  return {
    ...own,
    /** The operator's id of a stop's station. */
    placeOf: (stop: Stop) => nameOf.get(stop.station.id)!,
    driver: async (minor = 0) => {
      const driver = await own.driver(minor);
      const car = { ...NEXON, range: 320, is_primary: true };
      const params = { userId: driver.id };
      await world.call(vehicles.addVehicle, { params, body: car, ...(await token(driver)) });
      return driver;
    },
    plan: async (driver: Driver, more: Partial<PlanBody> = {}) => {
      const wish = { ...body, charge_percent: 90, ...more };
      const answer = await world.call(trips.planTrip, { body: wish, ...(await token(driver)) });
      const { id, plan } = answer.body.data;
      if (!plan) throw new Error("the trip has a gap");
      return { id: id!, plan };
    },
    change: async (driver: Driver, id: string, wish: { begun?: boolean; name?: string | null }) =>
      (await world.call(trips.updateTrip, { params: { id }, body: wish, ...(await token(driver)) }))
        .body.data,
    list: async (driver: Driver) =>
      (await world.call(trips.listTrips, await token(driver))).body.data,
    show: async (driver: Driver, id: string) =>
      (await world.call(trips.getTrip, { params: { id }, ...(await token(driver)) })).body.data,
    remove: async (driver: Driver, id: string) =>
      world.call(trips.deleteTrip, { params: { id }, ...(await token(driver)) }),
    /** Whether the operator was heard of late decides whether its statuses are known. */
    hear: () => patch("EVEN-1", "AVAILABLE"),
    /** What the operator says of one charger, `B-1`, or of all three of a station, `B`. */
    say: async (at: string, status: string) => {
      const uids = at.includes("-") ? [at] : [1, 2, 3].map((nth) => `${at}-${nth}`);
      for (const uid of uids) await patch(uid, status);
      await world.drain();
    },
    /** Notifications about stops, oldest first, as kind and id of the trip. */
    warned: async ({ id }: Driver) =>
      (
        await rows(
          world.database.db,
          sql<{ kind: string; subject_id: string }>`
            select kind, subject_id from notification where user_id = ${id} and subject_type = 'TRIP'
            order by created_at, id`,
        )
      ).map(({ kind, subject_id }) => [kind, subject_id] as const),
  };
}
