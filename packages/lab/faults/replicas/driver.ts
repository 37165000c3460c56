import { setTimeout as wait } from "node:timers/promises";
import { Refusal } from "@voltmarg/client";
import { callRoute } from "@voltmarg/client/node";
import { charging, type Session, stations, vehicles, wallet } from "@voltmarg/contract";
import { freePlugs, newDriver, type FreePlug } from "@voltmarg/testkit/driver";
import { car } from "@voltmarg/world/seed";
import { until } from "@voltmarg/world/until";
import type { ReplicasBed } from "../../test-bed.ts";
import {
  noCount,
  patientDriver,
  PATIENCE_MS,
  signUpAll,
  type Patience,
  type SignedIn,
} from "../money/patient-driver.ts";
import { createListener, type Listener } from "./listener.ts";

/** The answers drivers got. */
export type Told = {
  topUps: { id: string; amount: number }[];
  withdrawals: { name: string; amount: number }[];
  /** By idempotency key, every session id that a start under it returned. */
  starts: Map<string, Set<string>>;
};

export type Load = Patience & { goesOn(): boolean; plug(): FreePlug };

/** A load of so many drivers with plugs enough for all, and the drivers, signed up. */
export async function openLoad(
  testBed: ReplicasBed,
  { drivers, sameKeys, goesOn }: { drivers: number; sameKeys: boolean; goesOn(): boolean },
): Promise<{ load: Load; team: SignedIn[] }> {
  const scout = await newDriver(testBed, { vehicle: true });
  // A request to a replica that is cut off from the others finds no station yet.
  const plugs = await until("there are free plugs", () => freePlugs(scout, drivers * 6, 3_000));
  let next = 0;
  const load: Load = {
    url: testBed.url,
    paymentsUrl: testBed.paymentsUrl,
    sameKeys,
    pause: { first: 50, most: 1_000 },
    count: noCount(),
    goesOn,
    plug: () => plugs[(next += 1) % plugs.length]!,
  };
  return { load, team: await signUpAll(testBed.url, drivers) };
}

export type Driver = { userId: string; told: Told; listener: Listener };

/** How long after the service reports a change a stream may report it. */
const STREAM_LATE_MS = 30_000;

/** Tops up, charges, listens, reads and withdraws in a loop, and retries until there is an answer. */
export async function drive(load: Load, n: number, signedIn: SignedIn): Promise<Driver> {
  const { url } = load;
  const driver = patientDriver(load, n, signedIn);
  const { userId, untilTold, own, keyOf, nameOf } = driver;
  const told: Told = { topUps: [], withdrawals: [], starts: new Map() };
  const listener = createListener(url, driver.token);
  let free = 0;

  async function topUp(): Promise<void> {
    const amount = 100_000 + Math.floor(Math.random() * 50_000);
    told.topUps.push({ id: await driver.topUp(amount), amount });
    free += amount;
  }

  async function withdraw(): Promise<void> {
    const amount = 1_000 + Math.floor(Math.random() * 4_000);
    // Sometimes the driver's own connection breaks before the answer arrives.
    const name = await driver.withdraw(amount, 0.2);
    if (!name) return;
    told.withdrawals.push({ name, amount });
    free -= amount;
  }

  async function charge(): Promise<void> {
    const plug = load.plug();
    const name = nameOf("start");
    const sessions = new Set<string>();
    const started = await untilTold(async (again) => {
      const { data } = await callRoute(url, charging.startSession, {
        token: driver.token(),
        headers: { "idempotency-key": keyOf(name, again) },
        body: {
          location_id: plug.location_id,
          evse_uid: plug.evse_uid,
          connector_id: plug.connector_id,
          estimation_info: { selectedMoney: 100, limitBy: "MONEY" },
        },
      });
      sessions.add(data.id);
      return data;
    });
    told.starts.set(name, sessions);
    // An occupied plug or an empty wallet: a normal answer.
    if (started instanceof Refusal) {
      if (started.code === "INSUFFICIENT_BALANCE") free = 0;
      return;
    }
    const { id } = started;
    await settled(id, ({ status }) => status !== "PENDING");
    await wait(500 + Math.random() * 2_500);
    await untilTold(() =>
      callRoute(url, charging.stopSession, { token: driver.token(), body: { session_id: id } }),
    );
    const over = await settled(
      id,
      ({ status, cdr_id }) => cdr_id !== null || status === "FAILED" || status === "INVALID",
    );
    if (over.cdr_id) free -= 10_000;
  }

  /** Polls until the session has this state; checks that the stream reports it soon after. */
  async function settled(id: string, is: (session: Session) => boolean): Promise<Session> {
    const giveUp = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await untilTold(() =>
        callRoute(url, charging.getSession, { token: driver.token(), params: { id } }),
      );
      if (!(answer instanceof Refusal) && is(answer.data)) {
        await listener.hasHeard(id, answer.data.version, STREAM_LATE_MS);
        return answer.data;
      }
      if (Date.now() > giveUp) throw new Error(`session ${id} does not settle`);
      await wait(250 + Math.random() * 250);
    }
  }

  async function look(): Promise<void> {
    await untilTold(() =>
      callRoute(url, stations.searchLocations, {
        token: driver.token(),
        query: { latitude: 12.9716, longitude: 77.5946, distance: 10, page_size: 20 },
      }),
    );
    await untilTold(() => callRoute(url, wallet.getWallet, own()));
    await untilTold(() => callRoute(url, charging.searchCdrs, own()));
  }

  await untilTold(() => callRoute(url, vehicles.addVehicle, { ...own(), body: car }));
  while (load.goesOn()) {
    if (free < 40_000) await topUp();
    if (Math.random() < 0.5) await withdraw();
    await look();
    if (load.goesOn()) await charge();
  }
  return { userId, told, listener };
}
