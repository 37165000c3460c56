import type { Harness } from "@voltmarg/testkit/test-bed";
import {
  answered,
  cdrFrom,
  openOperator,
  plugCost,
  sessionFrom,
  since,
  synchronise,
  type Reported,
} from "../../operator.ts";
import { type Charge, powers, type StopAnswer, tariffs, whAt } from "./charge.ts";

/** A running charge at the operator, and what the operator has reported of it. Times in epoch milliseconds. */
export type UnderWay = {
  charge: Charge;
  driverId: string;
  /** Our authorization reference from the start. */
  reference: string;
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
  /** Our id of its location. */
  place: string;
  /** The current charge; the next one replaces it. */
  current: UnderWay | null;
  /** The backend reads the meter and pushes the reading if configured to. */
  report(isPushed: boolean): Promise<void>;
  /** The charge is over: creates the CDR and, if configured, pushes it with the final session. */
  end(isPushed: boolean): Promise<void>;
  close(): Promise<void>;
};

const sessionIdOf = ({ charge }: UnderWay) => `q${charge.seed}`;

/** The plug with a tariff and a power. */
export const uidOf = ({ tariff, plugKw }: Pick<Charge, "tariff" | "plugKw">) =>
  `${tariff}-${plugKw}`;

/** An operator that meters one charge at a time and handles stops as the charge specifies. */
export async function openMeterOperator(world: Harness, partyId: string): Promise<MeterOperator> {
  const names = Object.keys(tariffs) as (keyof typeof tariffs)[];
  const { operator, place } = await openOperator(
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
  await synchronise(world, operator);
  const now = () => world.clock.now().getTime();
  const meter: MeterOperator = {
    place,
    current: null,
    close: operator.close,
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
      await answered(operator.call("POST", "/cdrs", under.record));
    },
  };
  const put = (under: UnderWay) => {
    under.told.push({ read: under.read!, at: now() });
    const path = `/sessions/IN/${partyId}/${sessionIdOf(under)}`;
    return answered(operator.call("PUT", path, sessionAsRead(under, partyId)));
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
    if (body["session_id"] !== sessionIdOf(under)) return { result: "UNKNOWN_SESSION", timeout: 0 };
    return takeStop(under, now());
  };
  operator.onGet = (path, query) => {
    if (path === "/locations" || path === "/tariffs")
      return query.includes("date_from") ? [] : undefined;
    const under = meter.current;
    if (!under || under.read === null || under.start! > now()) return [];
    const isRead = since(query, [{ last_updated: new Date(under.read).toISOString() }]).length > 0;
    if (!isRead) return [];
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

const secondsAt = ({ start }: UnderWay, at: number) => Math.floor((at - start!) / 1000);

const reported = (under: UnderWay, party: string): Reported => ({
  party,
  evse: uidOf(under.charge),
  sessionId: sessionIdOf(under),
  reference: under.reference,
  driverId: under.driverId,
  start: under.start!,
});

/** The session as the backend knows it: up to its newest reading. */
function sessionAsRead(under: UnderWay, party: string) {
  const { charge, read, record, ends } = under;
  const seconds = secondsAt(under, read!);
  const draw = charge.draws.findLast(({ from }) => from <= seconds)!;
  return sessionFrom(reported(under, party), {
    at: read!,
    status: record ? "COMPLETED" : "ACTIVE",
    stretches: [
      { from: 0, seconds, wh: whAt(charge, seconds), ...(record ? {} : { kw: draw.kw }) },
    ],
    ends: record ? ends : undefined,
  });
}

function recordOf(under: UnderWay, party: string) {
  const { charge, ends } = under;
  const seconds = secondsAt(under, ends);
  const wh = whAt(charge, seconds);
  return cdrFrom(reported(under, party), {
    id: `${sessionIdOf(under)}-c`,
    at: ends,
    stretches: [{ from: 0, seconds, wh }],
    cost: plugCost(tariffs[charge.tariff], { wh, charging: seconds, parked: 0 }),
  });
}
