import type { Harness } from "@voltmarg/testkit/test-bed";
import { cdrOf, sessionOf } from "@voltmarg/testkit/test-bed";
import { openPlugs, type Plugs } from "../plugs/open-plugs.ts";
import { plugCost } from "../plugs/plug-cost.ts";
import { type Charge, powers, type StopAnswer, tariffs, whAt } from "./charge.ts";

/** A running charge at the operator, and what the operator has reported of it. Times in epoch milliseconds. */
export type UnderWay = {
  charge: Charge;
  driverId: string;
  /** Our authorization reference from the start. */
  reference: string;
  sessionId: string;
  /** Null: the start has not arrived yet. */
  start: number | null;
  /** Known end of the charge: the car leaves, or a stop takes effect. */
  ends: number;
  /** The newest meter reading in the backend, and the newest that we received. */
  read: number | null;
  told: { read: number; at: number }[];
  /** When we sent the first stop, and how many we sent. */
  stoppedAt: number | null;
  stops: number;
  record: ReturnType<typeof recordOf> | null;
};

export type MeterOperator = {
  plugs: Plugs;
  /** The current charge; the next one replaces it. */
  current: UnderWay | null;
  /** The backend reads the meter and pushes the reading if configured to. */
  report(isPushed: boolean): Promise<void>;
  /** The charge is over: creates the CDR and, if configured, pushes it with the final session. */
  end(isPushed: boolean): Promise<void>;
};

/** The plug with a tariff and a power. */
export const uidOf = ({ tariff, plugKw }: Pick<Charge, "tariff" | "plugKw">) =>
  `${tariff}-${plugKw}`;

/** An operator that meters one charge at a time and handles stops as the charge specifies. */
export async function openMeterOperator(world: Harness, partyId: string): Promise<MeterOperator> {
  const names = Object.keys(tariffs) as (keyof typeof tariffs)[];
  const plugs = await openPlugs(
    world,
    partyId,
    tariffs,
    names.flatMap((tariff) =>
      [...new Set(powers)].map((plugKw) => ({
        uid: uidOf({ tariff, plugKw }),
        tariff,
        kw: plugKw,
      })),
    ),
  );
  const { operator } = plugs;
  const now = () => world.clock.now().getTime();
  const meter: MeterOperator = {
    plugs,
    current: null,
    report: async (isPushed) => {
      const under = meter.current!;
      under.read = Math.floor(now() / 1000) * 1000;
      if (!isPushed) return;
      await put(under);
    },
    end: async (isPushed) => {
      const under = meter.current!;
      under.read = under.ends;
      under.record = recordOf(under, partyId);
      if (!isPushed) return;
      await put(under);
      await taken(operator.call("POST", "/cdrs", under.record));
    },
  };
  const put = (under: UnderWay) => {
    under.told.push({ read: under.read!, at: now() });
    return taken(
      operator.call(
        "PUT",
        `/sessions/IN/${partyId}/${under.sessionId}`,
        sessionAsRead(under, partyId),
      ),
    );
  };

  operator.onCommand = (kind, body) => {
    const under = meter.current!;
    if (kind === "START_SESSION") {
      under.start = Math.floor(now() / 1000) * 1000 + 2000;
      under.ends = under.start + under.charge.leaves * 1000;
      under.read = under.start;
      under.told = [{ read: under.start, at: under.start }];
      return { result: "ACCEPTED", timeout: 30 };
    }
    if (body["session_id"] !== under.sessionId) return { result: "UNKNOWN_SESSION", timeout: 0 };
    return takeStop(under, now());
  };
  operator.onGet = (path, query) => {
    if (path === "/locations" || path === "/tariffs")
      return query.includes("date_from") ? [] : undefined;
    const from = Date.parse(new URLSearchParams(query).get("date_from") ?? "2000-01-01T00:00:00Z");
    const under = meter.current;
    if (!under || under.read === null || under.read < from || under.start! > now()) return [];
    if (path === "/cdrs") return under.record ? [under.record] : [];
    under.told.push({ read: under.read, at: now() });
    return [sessionAsRead(under, partyId)];
  };
  return meter;
}

function takeStop(under: UnderWay, at: number): { result: string; timeout: number } | null {
  const { stops } = under.charge;
  under.stoppedAt ??= at;
  if (under.record || at >= under.ends) return { result: "REJECTED", timeout: 0 };
  const how: StopAnswer = stops[Math.min(under.stops, stops.length - 1)]!;
  under.stops += 1;
  if (how.answers === "REJECTED") return { result: "REJECTED", timeout: 0 };
  // Meters count whole seconds.
  const second = Math.ceil(at / 1000) * 1000;
  if (how.after !== null) under.ends = Math.min(under.ends, second + how.after * 1000);
  return how.answers === "NOTHING" ? null : { result: "ACCEPTED", timeout: 30 };
}

async function taken(answer: Promise<{ status: number; code: number }>): Promise<void> {
  const { status, code } = await answer;
  if (status >= 500 || code >= 3000) throw new Error(`a push ended in ${status}, ${code}`);
}

const iso = (at: number) => new Date(at).toISOString();
const secondsAt = ({ start }: UnderWay, at: number) => Math.floor((at - start!) / 1000);

const tokenOf = ({ driverId }: UnderWay) => ({
  country_code: "IN",
  party_id: "VMG",
  uid: driverId,
  type: "APP_USER",
  contract_id: "IN-VMG-1",
});

/** The session as the backend knows it: up to its newest reading. */
function sessionAsRead(under: UnderWay, partyId: string) {
  const { charge, read, record, start } = under;
  const seconds = secondsAt(under, read!);
  const kwh = whAt(charge, seconds) / 1000;
  const draw = charge.draws.findLast(({ from }) => from <= seconds)!;
  return sessionOf(under.sessionId, {
    party_id: partyId,
    authorization_reference: under.reference,
    cdr_token: tokenOf(under),
    start_date_time: iso(start!),
    ...(record ? { end_date_time: record.end_date_time } : {}),
    location_id: "P",
    evse_uid: uidOf(charge),
    kwh,
    charging_periods: [
      {
        start_date_time: iso(start!),
        dimensions: [
          { type: "ENERGY", volume: kwh },
          { type: "TIME", volume: seconds / 3600 },
          ...(record ? [] : [{ type: "POWER", volume: draw.kw }]),
        ],
      },
    ],
    status: record ? "COMPLETED" : "ACTIVE",
    last_updated: iso(read!),
  });
}

function recordOf(under: UnderWay, partyId: string) {
  const { charge, start, ends } = under;
  const seconds = secondsAt(under, ends);
  const wh = whAt(charge, seconds);
  const { net, total } = plugCost(tariffs[charge.tariff], { wh, charging: seconds, parked: 0 });
  const whole = cdrOf(`${under.sessionId}-c`);
  return {
    ...whole,
    party_id: partyId,
    session_id: under.sessionId,
    authorization_reference: under.reference,
    cdr_token: tokenOf(under),
    cdr_location: { ...whole.cdr_location, id: "P", evse_uid: uidOf(charge) },
    start_date_time: iso(start!),
    end_date_time: iso(ends),
    charging_periods: [
      {
        start_date_time: iso(start!),
        dimensions: [
          { type: "ENERGY", volume: wh / 1000 },
          { type: "TIME", volume: seconds / 3600 },
        ],
      },
    ],
    total_energy: wh / 1000,
    total_time: seconds / 3600,
    total_cost: { excl_vat: net / 100, incl_vat: total / 100 },
    last_updated: iso(ends),
  };
}
