import {
  accounts,
  charging,
  development,
  wallet,
  type Cdr as Bill,
  type EstimationInfo,
  type Session,
} from "@voltmarg/contract";
import { rows, sql } from "../../server/src/platform/database/database.ts";
import { completeSession } from "./complete-session.ts";
import { START, startHarness, type Driver, type Harness } from "./harness.ts";
import {
  cdrOf,
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "./partner.ts";

/** A charge at an operator whose messages the test controls. Seconds count from the requested start. */
export type OwnCharge = {
  driver: Driver;
  id: string;
  ocpiId: string;
  place: string;
  start: number;
};
type Told = { kwh?: number; status?: string; parked?: boolean; more?: object };

export type OwnOperator = {
  world: Harness;
  operator: Partner;
  places: Map<string, string>;
  driver(minor?: number): Promise<Driver>;
  /** Starts a charge; the command is sent, and the operator only accepts it. */
  ask(driver: Driver, at?: string, info?: Partial<EstimationInfo>): Promise<OwnCharge>;
  /** The session as the operator would send it now: at 48 kW unless the test gives the energy. */
  session(charge: OwnCharge, told?: Told): object;
  /** Pushes the session. */
  tell(charge: OwnCharge, told?: Told): Promise<void>;
  /** The CDR of a charge of `kwh` at ₹20 a kWh and 18 % GST, ended `seconds` after its start. */
  record(charge: OwnCharge, kwh: number, seconds: number, more?: object): object;
  /** Pushes a CDR, at the end of its charge: one that was told to go on is COMPLETED first. `goesOn`: it is not. */
  send(record: object, goesOn?: "goesOn"): Promise<void>;
  show(charge: OwnCharge): Promise<Session>;
  /** A token of the driver that is valid at the current time. */
  tokenOf(driver: Driver): Promise<string>;
  /** Newest first. */
  bills(driver: Driver): Promise<Bill[]>;
  purse(driver: Driver): Promise<{ balance_minor: number; held_minor: number }>;
  /** Notifications sent to the driver outside the app, without the one that a charge has started, newest first. */
  told(driver: Driver): Promise<string[]>;
  stops(charge: OwnCharge): number;
  close(): Promise<void>;
};

const HOUR_S = 3_600;

/**
 * A world with one operator controlled by the test, and for each tariff (without elements: an unknown price) a
 * location with its id and the chargers `<id>-1` to `<id>-3` of 60 kW.
 */
export async function openOwnOperator(
  tariffs: Record<string, readonly object[]> = {},
  env: Record<string, string> = {},
  roads = false,
): Promise<OwnOperator> {
  const world = await startHarness({ locations: 0, operators: false, env, roads });
  const operator = await openPartner(world, "TST");
  const energy = [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] }];
  for (const [id, elements] of Object.entries({ EVEN: energy, ...tariffs })) {
    const priced = elements.length > 0;
    if (priced) await operator.call("PUT", `/tariffs/IN/TST/${id}`, tariffOf(id, { elements }));
    const connectors = [connectorOf({ tariff_ids: priced ? [id] : [] })];
    const evses = ["1", "2", "3"].map((n) => evseOf(`${id}-${n}`, { connectors }));
    await operator.call("PUT", `/locations/IN/TST/${id}`, locationOf(id, { evses }));
  }
  const found = await rows(
    world.database.db,
    sql<{ id: string; ocpi_id: string }>`select id, ocpi_id from location`,
  );
  const places = new Map(found.map(({ id, ocpi_id }) => [ocpi_id, id]));
  let records = 0;
  /** Charges that were last told to go on, by our reference. */
  const going = new Map<string, OwnCharge>();
  const issued = new Map<string, number>();
  /** A token that is valid at the current time. */
  const tokenOf = async (driver: Driver): Promise<string> => {
    const now = world.clock.now().getTime();
    if (!issued.has(driver.id)) issued.set(driver.id, now);
    if (Math.abs(now - issued.get(driver.id)!) > 300_000) {
      const { body } = await world.call(accounts.refreshToken, {
        query: { grant_type: "refresh_token", refresh_token: driver.refresh },
      });
      Object.assign(driver, { token: body.access_token, refresh: body.refresh_token });
      issued.set(driver.id, now);
    }
    return driver.token;
  };

  const own: OwnOperator = {
    world,
    operator,
    places,
    tokenOf,
    driver: async (minor = 100_000) => {
      const driver = await world.signUp();
      issued.set(driver.id, world.clock.now().getTime());
      if (minor > 0) await world.topUp(driver, minor);
      return driver;
    },
    ask: async (driver, at = "EVEN-1", info = { selectedMoney: 500 }) => {
      const place = at.split("-")[0]!;
      const { body } = await world.call(charging.startSession, {
        body: {
          location_id: places.get(place)!,
          evse_uid: at,
          connector_id: "1",
          estimation_info: info,
        },
        token: await tokenOf(driver),
      });
      const start = world.clock.now().getTime();
      await world.drain();
      const { id } = body.data;
      return { driver, id, ocpiId: `s-${id.slice(-8)}`, place: at, start };
    },
    session: (charge, { kwh, status = "ACTIVE", parked = false, more = {} } = {}) => {
      const now = world.clock.now().getTime();
      const seconds = (now - charge.start) / 1000;
      const taken = kwh ?? (48 * seconds) / HOUR_S;
      const hours = seconds / HOUR_S;
      const period = (from: number, dimensions: object[]) => ({
        start_date_time: new Date(from).toISOString(),
        dimensions,
      });
      return sessionOf(charge.ocpiId, {
        authorization_reference: charge.id,
        start_date_time: new Date(charge.start).toISOString(),
        evse_uid: charge.place,
        location_id: charge.place.split("-")[0],
        kwh: taken,
        charging_periods:
          seconds > 0
            ? [
                period(charge.start, [
                  { type: "ENERGY", volume: taken },
                  { type: "TIME", volume: parked ? hours / 2 : hours },
                ]),
                ...(parked
                  ? [
                      period(charge.start + (now - charge.start) / 2, [
                        { type: "PARKING_TIME", volume: hours / 2 },
                      ]),
                    ]
                  : []),
              ]
            : [],
        status,
        ...(status === "COMPLETED" ? { end_date_time: new Date(now).toISOString() } : {}),
        last_updated: new Date(now).toISOString(),
        ...more,
      });
    },
    tell: async (charge, told) => {
      if ((told?.status ?? "ACTIVE") === "ACTIVE") going.set(charge.id, charge);
      else going.delete(charge.id);
      await operator.call("PUT", `/sessions/IN/TST/${charge.ocpiId}`, own.session(charge, told));
    },
    record: (charge, kwh, seconds, more = {}) => {
      const excl_vat = Math.round(kwh * 20 * 100) / 100;
      const iso = (second: number) => new Date(charge.start + second * 1000).toISOString();
      const hours = Math.round((seconds / HOUR_S) * 10_000) / 10_000;
      const whole = cdrOf(`c-${records++}`);
      return {
        ...whole,
        session_id: charge.ocpiId,
        authorization_reference: charge.id,
        cdr_token: { ...whole.cdr_token, uid: charge.driver.id },
        cdr_location: {
          ...whole.cdr_location,
          id: charge.place.split("-")[0],
          evse_uid: charge.place,
        },
        start_date_time: iso(0),
        end_date_time: iso(seconds),
        charging_periods: [
          {
            start_date_time: iso(0),
            dimensions: [
              { type: "ENERGY", volume: kwh },
              { type: "TIME", volume: hours },
            ],
          },
        ],
        total_energy: kwh,
        total_time: hours,
        total_cost: { excl_vat, incl_vat: Math.round(excl_vat * 118) / 100 },
        last_updated: iso(seconds + 10),
        ...more,
      };
    },
    send: async (record, goesOn) => {
      const charge = going.get(
        String((record as Record<string, unknown>)["authorization_reference"]),
      );
      if (charge && !goesOn) {
        await completeSession(operator, charge.ocpiId, world.clock.now());
        going.delete(charge.id);
      }
      const answer = await operator.call("POST", "/cdrs", record);
      if (answer.code !== 1000) throw new Error(`a charge record: ${JSON.stringify(answer)}`);
    },
    show: async ({ driver, id }) =>
      (await world.call(charging.getSession, { params: { id }, token: await tokenOf(driver) })).body
        .data,
    bills: async (driver) =>
      (
        await world.call(charging.searchCdrs, {
          params: { userId: driver.id },
          token: await tokenOf(driver),
        })
      ).body.content,
    purse: async (driver) =>
      (
        await world.call(wallet.getWallet, {
          params: { userId: driver.id },
          token: await tokenOf(driver),
        })
      ).body.data,
    told: async ({ id }) =>
      (await world.call(development.devOutbox, { query: { to: id } })).body
        .map(({ text }) => text)
        .filter((text) => !/^Your charging at .* has started\.$/.test(text)),
    stops: ({ ocpiId }) =>
      operator.commands.filter(
        ({ kind, body }) => kind === "STOP_SESSION" && body.session_id === ocpiId,
      ).length,
    close: async () => {
      await world.stop();
      await operator.close();
    },
  };
  world.clock.set(new Date(START));
  return own;
}

/** Holds that are still HELD although nothing will settle them within the limit of 26 hours. */
export const heldTooLong = async ({ database, clock }: Harness): Promise<number> =>
  (
    await rows(
      database.db,
      sql<{ n: number }>`
        select count(*)::int as n from ledger_hold h left join session s on s.user_id = h.user_id and s.id = h.session_id
        where h.status = 'HELD' and (s.id is null or h.created_at < ${new Date(clock.now().getTime() - 26 * 3_600_000)})`,
    )
  )[0]!.n;
