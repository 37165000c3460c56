import { randomUUID } from "node:crypto";
import { type CdrToken, type Session, type SessionPatch, writeDateTime } from "@voltmarg/ocpi";
import type { Schedule, Due } from "../schedule.ts";
import type { Pushes } from "../pushes.ts";
import { randomFrom } from "../random.ts";
import type { Habits } from "../scenarios.ts";
import type { Place, Stations } from "../stations.ts";
import type { Store } from "../store.ts";
import { type Appetite, carFor, carWanting } from "./car.ts";
import { type Meter, meterFor } from "./meter.ts";
import {
  type ChargeRecord,
  cdrOf,
  kwhAt,
  periodsBetween,
  secondAt,
  sessionOf,
  wallAt,
} from "./charge-record.ts";

const tickMs = 2000;
/** After a longer pause, one report covers all of it instead of one report every two seconds. */
const lateMs = 20 * tickMs;

export type Order = {
  lane: string;
  operator: string;
  locationId: string;
  evseUid: string;
  connectorId: string;
  token: CdrToken;
  authorizationReference?: string;
  habits?: Habits;
};

export type Charges = ReturnType<typeof createCharges>;

/**
 * Running charges: they begin, are metered, end, and are billed. All of it is synchronous; outgoing messages are
 * queued in the store.
 */
export function createCharges(options: {
  store: Store;
  schedule: () => Schedule;
  pushes: Pushes;
  stationsOf(operator: string): Stations;
  seed: string | number;
  speed: number;
  now(): number;
}) {
  const { store, pushes, stationsOf, seed, speed, now } = options;
  const meters = new Map<string, Meter>();

  const read = (row: { data?: string | number | null } | undefined) =>
    row ? (JSON.parse(String(row.data)) as ChargeRecord) : null;
  const load = (id: string) => read(store.get("SELECT data FROM session WHERE id = ?", id));
  const openAt = (evseUid: string) =>
    read(
      store.get(
        `SELECT data FROM session WHERE evse_uid = ? AND status IN ('PENDING', 'ACTIVE')`,
        evseUid,
      ),
    );

  function save(record: ChargeRecord, at: number) {
    store.run(
      `INSERT INTO session (id, operator, evse_uid, status, updated_at, data) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, updated_at = excluded.updated_at, data = excluded.data`,
      record.id,
      record.operator,
      record.evseUid,
      record.status,
      at,
      JSON.stringify(record),
    );
  }

  function placeOf(record: ChargeRecord) {
    const place = stationsOf(record.operator).place(record.locationId, record.evseUid)!;
    const connector = place.evse.connectors.find(({ id }) => id === record.connectorId)!;
    return { ...place, connector, direct: connector.power_type === "DC" };
  }

  function meterOf(record: ChargeRecord): Meter {
    const known = meters.get(record.id);
    if (known) return known;
    const meter = meterFor(record.car, placeOf(record).connector);
    if (record.endedAfter === null) meters.set(record.id, meter);
    return meter;
  }

  function wire(record: ChargeRecord, at: number): Session {
    return sessionOf(record, meterOf(record), placeOf(record).direct, at);
  }

  function setEvse(record: ChargeRecord, what: Parameters<Stations["change"]>[1], at: number) {
    stationsOf(record.operator).change(record.evseUid, what, at);
    if (what.status === undefined) return;
    pushes.add(record.operator, record.evseUid, {
      kind: "evse",
      locationId: record.locationId,
      evseUid: record.evseUid,
      patch: { status: what.status, last_updated: writeDateTime(at) },
    });
  }

  /** Changes since the last report, up to a second. */
  function changesUpTo(record: ChargeRecord, second: number, at: number): SessionPatch {
    const meter = meterOf(record);
    const charging_periods = periodsBetween(
      record,
      meter,
      placeOf(record).direct,
      record.reported,
      second,
    );
    return {
      kwh: kwhAt(meter, second),
      status: record.status,
      ...(charging_periods.length > 0 && { charging_periods }),
      last_updated: writeDateTime(at),
    };
  }

  /** Sets what the next car at an EVSE does; the one after it is random again. */
  function expect(evseUid: string, appetite: Appetite) {
    store.run(
      "INSERT OR REPLACE INTO appetite (evse_uid, data) VALUES (?, ?)",
      evseUid,
      JSON.stringify(appetite),
    );
  }

  function nextAppetite(evseUid: string): Appetite | null {
    const row = store.get("SELECT data FROM appetite WHERE evse_uid = ?", evseUid);
    store.run("DELETE FROM appetite WHERE evse_uid = ?", evseUid);
    return row ? (JSON.parse(String(row.data)) as Appetite) : null;
  }

  function begin(order: Order, place: Place, at: number): ChargeRecord {
    const connector = place.evse.connectors.find(({ id }) => id === order.connectorId)!;
    const tariffId = connector.tariff_ids?.[0];
    const appetite = nextAppetite(order.evseUid);
    const record: ChargeRecord = {
      id: randomUUID(),
      ...order,
      car: appetite
        ? carWanting(appetite)
        : carFor(connector, randomFrom(seed, "car", order.evseUid, place.charges)),
      tariff:
        stationsOf(order.operator).catalogue.tariffs.find(({ id }) => id === tariffId) ?? null,
      speed,
      status: "PENDING",
      createdAt: Math.floor(at / 1000) * 1000,
      startedAt: null,
      reported: 0,
      reportedBefore: 0,
      endedAfter: null,
    };
    save(record, at);
    stationsOf(record.operator).change(record.evseUid, { plugged: true, charges: 1 }, at);
    pushes.add(record.operator, record.lane, { kind: "session", session: wire(record, at) });
    options.schedule().plan(at + 1000, "activate", record.id);
    return record;
  }

  function activate({ at, subject }: Due) {
    const record = load(subject);
    if (record?.status !== "PENDING") return;
    record.status = "ACTIVE";
    record.startedAt = Math.floor(at / 1000) * 1000;
    save(record, at);
    pushes.add(record.operator, record.lane, { kind: "session", session: wire(record, at) });
    setEvse(record, { status: "CHARGING" }, at);
    const leaves = meterOf(record).chargingSeconds + record.car.lingers;
    options.schedule().plan(at + tickMs, "tick", record.id);
    options.schedule().plan(wallAt(record, leaves), "leave", record.id);
  }

  function tick({ at, subject }: Due) {
    const record = load(subject);
    if (record?.status !== "ACTIVE") return;
    const late = now() - at;
    const next = options.schedule().nextOf(subject, "tick") ?? now();
    const measured = late > lateMs ? Math.max(at, Math.min(now(), next) - 1) : at;
    const second = secondAt(record, measured);
    if (second > record.reported) {
      const patch = changesUpTo(record, second, measured);
      record.reportedBefore = record.reported;
      record.reported = second;
      save(record, measured);
      pushes.add(record.operator, record.lane, { kind: "sessionPatch", id: record.id, patch });
    }
    options.schedule().plan(measured + tickMs, "tick", record.id);
  }

  /** The car is unplugged or the charge stopped: the session ends, and its CDR is sent. */
  function end(record: ChargeRecord, at: number) {
    options.schedule().cancel(record.id);
    if (record.status === "PENDING") {
      record.status = "INVALID";
      save(record, at);
      stationsOf(record.operator).change(record.evseUid, { plugged: false }, at);
      pushes.add(record.operator, record.lane, { kind: "session", session: wire(record, at) });
      return;
    }
    const second = Math.max(1, secondAt(record, at));
    record.status = "COMPLETED";
    record.endedAfter = second;
    const place = placeOf(record);
    const cdr = cdrOf(record, meterOf(record), place, randomUUID(), at);
    const patch: SessionPatch = {
      ...changesUpTo(record, second, at),
      end_date_time: cdr.end_date_time,
      total_cost: cdr.total_cost,
    };
    record.reportedBefore = record.reported;
    record.reported = second;
    save(record, at);
    store.run(
      "INSERT INTO cdr (id, operator, updated_at, data) VALUES (?, ?, ?, ?)",
      cdr.id,
      record.operator,
      at,
      JSON.stringify(cdr),
    );
    pushes.add(record.operator, record.lane, { kind: "sessionPatch", id: record.id, patch });
    pushes.add(record.operator, record.lane, { kind: "cdr", cdr });
    // A status set by a tester in the meantime takes precedence.
    const freed = place.evse.status === "CHARGING" ? { status: "AVAILABLE" as const } : {};
    setEvse(record, { ...freed, plugged: false }, at);
    meters.delete(record.id);
  }

  function leave({ at, subject }: Due) {
    const record = load(subject);
    if (record?.status === "ACTIVE") end(record, at);
  }

  return {
    load,
    openAt,
    expect,
    begin,
    end,
    wire: (record: ChargeRecord) => {
      const row = store.get("SELECT updated_at FROM session WHERE id = ?", record.id);
      return wire(record, Number(row?.updated_at ?? now()));
    },
    actions: { activate, tick, leave },
  };
}
