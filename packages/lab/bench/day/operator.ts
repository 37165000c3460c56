import { setTimeout as wait } from "node:timers/promises";
import {
  registerStub,
  stubEvse,
  stubLocation,
  type StubCommand,
} from "@voltmarg/testkit/stub-partner";
import { cdrOf, sessionOf, tariffOf } from "@voltmarg/testkit/partner";
import type { World } from "@voltmarg/world/world";
import { push, pushStatus } from "../../push.ts";

const PARTY = "DAY";
export const EVSES_EACH = 10;
/** Average power of a charge. */
const KW = 20;
/** ₹ a kWh, before GST. */
const RUPEES = 20;
const UPDATE_MS = 30_000;

type Charge = {
  reference: string;
  evse: string;
  driver: string;
  start: number;
  periods: { start_date_time: string; dimensions: { type: string; volume: number }[] }[];
  timer: NodeJS.Timeout | null;
  ended: PromiseWithResolvers<void>;
};

/** An operator that accepts every command, sends an update of each charge every 30 s, and a CDR at its end. */
export type DayOperator = {
  /** Whether an update of this EVSE's status was accepted. */
  setStatus(evse: string, status: string): Promise<boolean>;
  /** Resolves when the service has the end of the charge that the driver has now. */
  ended(driver: string): Promise<void>;
  /** Charges that run. */
  readonly running: number;
  /** Session updates sent, and pushes that were not accepted. */
  readonly updates: number;
  readonly refused: number;
  /** Milliseconds that each update took until it was answered, since the last `clear()`. */
  readonly times: readonly number[];
  clear(): void;
  close(): Promise<void>;
};

export const placeOf = (n: number) => `P${n}`;

export async function startOperator(world: World, places: number): Promise<DayOperator> {
  const party = { country_code: "IN", party_id: PARTY };
  const charges = new Map<string, Charge>();
  const times: number[] = [];
  const sums = { updates: 0, refused: 0 };
  // Far enough apart that a search finds some of them, not all.
  const locations = Array.from({ length: places }, (_, n) => ({
    ...stubLocation(party, placeOf(n), 0, 10 + n * 0.01),
    evses: Array.from({ length: EVSES_EACH }, (_each, k) => stubEvse(`${placeOf(n)}-${k}`)),
  }));

  const send = async (method: string, url: string, body: unknown) => {
    const accepted = await push(method, url, stub.authorization, body);
    if (!accepted) sums.refused += 1;
    return accepted;
  };
  const put = async (charge: Charge, status: "ACTIVE" | "COMPLETED") => {
    const now = Date.now();
    const id = sessionId(charge);
    const session = sessionOf(id, {
      ...party,
      ...identityOf(charge),
      start_date_time: iso(charge.start),
      location_id: charge.evse.split("-")[0],
      evse_uid: charge.evse,
      kwh: energyOf(charge),
      charging_periods: charge.periods,
      status,
      ...(status === "COMPLETED" && { end_date_time: iso(now) }),
      last_updated: iso(now),
    });
    const before = performance.now();
    await send("PUT", `${stub.receiver}/sessions/IN/${PARTY}/${id}`, session);
    times.push(performance.now() - before);
    sums.updates += 1;
  };
  /** Adds what the meter counted since the last period. */
  const count = (charge: Charge) => {
    const end = charge.start + charge.periods.length * UPDATE_MS;
    const hours = Math.max(0, Math.min(UPDATE_MS, Date.now() - end)) / 3_600_000;
    // Rounded to ten-thousandths of an hour, a shorter one would begin after the charge's end.
    if (hours * 3_600 < 1) return;
    charge.periods.push({
      start_date_time: iso(end),
      dimensions: [
        { type: "ENERGY", volume: round4(KW * hours) },
        { type: "TIME", volume: round4(hours) },
      ],
    });
  };
  const tick = (charge: Charge) => {
    charge.timer = setTimeout(() => {
      count(charge);
      void put(charge, "ACTIVE").then(() => charge.timer && tick(charge));
    }, UPDATE_MS);
  };
  const start = async (body: Record<string, unknown>) => {
    const charge: Charge = {
      reference: body["authorization_reference"] as string,
      evse: body["evse_uid"] as string,
      driver: (body["token"] as { uid: string }).uid,
      start: Date.now(),
      periods: [],
      timer: null,
      ended: Promise.withResolvers(),
    };
    charges.set(sessionId(charge), charge);
    await put(charge, "ACTIVE");
    tick(charge);
  };
  const stop = async (body: Record<string, unknown>) => {
    const id = body["session_id"] as string;
    const charge = charges.get(id);
    if (!charge) return;
    charges.delete(id);
    clearTimeout(charge.timer ?? undefined);
    charge.timer = null;
    count(charge);
    await put(charge, "COMPLETED");
    charge.ended.resolve();
    // A CDR must arrive: it is repeated as an operator does.
    while (!(await send("POST", `${stub.receiver}/cdrs`, cdr(charge)))) await wait(1_000);
  };
  const cdr = (charge: Charge) => {
    const whole = cdrOf(`c-${charge.reference.slice(-24)}`);
    const hours = charge.periods.reduce((sum, period) => sum + period.dimensions[1]!.volume, 0);
    const last = charge.periods.at(-1);
    // By the last period alone: each one's hours are rounded.
    const end = last
      ? Date.parse(last.start_date_time) + last.dimensions[1]!.volume * 3_600_000
      : charge.start;
    const net = Math.round(energyOf(charge) * RUPEES * 100) / 100;
    return {
      ...whole,
      ...party,
      ...identityOf(charge),
      session_id: sessionId(charge),
      cdr_location: {
        ...whole.cdr_location,
        id: charge.evse.split("-")[0],
        evse_uid: charge.evse,
      },
      start_date_time: iso(charge.start),
      end_date_time: iso(end),
      charging_periods: charge.periods,
      total_energy: energyOf(charge),
      total_time: round4(hours),
      total_cost: { excl_vat: net, incl_vat: Math.round(net * 118) / 100 },
      last_updated: iso(Date.now()),
    };
  };
  const onCommand = ({ name, body }: StubCommand) => {
    void (async () => {
      await send("POST", body.response_url, { result: "ACCEPTED" });
      if (name === "START_SESSION") await start(body);
      else if (name === "STOP_SESSION") await stop(body);
    })();
  };

  const stub = await registerStub(world, PARTY, locations, onCommand);
  await send("PUT", `${stub.receiver}/tariffs/IN/${PARTY}/T1`, tariffOf("T1", party));
  return {
    get running() {
      return charges.size;
    },
    get updates() {
      return sums.updates;
    },
    get refused() {
      return sums.refused;
    },
    setStatus: (evse, status) => pushStatus(stub, evse, status),
    ended: async (driver) =>
      [...charges.values()].find((charge) => charge.driver === driver)?.ended.promise,
    times,
    clear: () => void (times.length = 0),
    close: () => {
      for (const charge of charges.values()) clearTimeout(charge.timer ?? undefined);
      return stub.close();
    },
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
const round4 = (value: number) => Math.round(value * 10_000) / 10_000;
const sessionId = ({ reference }: Charge) => `s-${reference.slice(-24)}`;
const energyOf = ({ periods }: Charge) =>
  round4(periods.reduce((sum, { dimensions }) => sum + dimensions[0]!.volume, 0));
const identityOf = ({ reference, driver }: Charge) => ({
  authorization_reference: reference,
  cdr_token: {
    country_code: "IN",
    party_id: "VMG",
    uid: driver,
    type: "APP_USER",
    contract_id: "IN-VMG-1",
  },
});
