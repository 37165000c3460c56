import {
  cdrOf,
  connectorOf,
  evseOf,
  locationOf,
  ocpiVersions,
  openPartner,
  sessionOf,
  tariffOf,
  type Harness,
  type Partner,
  type VersionNumber,
} from "@voltmarg/testkit/test-bed";

/** So that no limit of calls decides what a run is about. */
export const UNLIMITED = {
  PARTNER_CALLS_PER_SECOND: "1000000",
  PARTNER_CALLS_IN_RESERVE: "1000000",
  PARTNER_CALLS_AT_ONCE: "1000",
};

/** The versions of OCPI in which a run can be tried. */
export const versionsBut = (leftOut?: VersionNumber): readonly VersionNumber[] =>
  ocpiVersions.filter((each) => each !== leftOut);

/** Rupees without GST of 18 %: per kWh, per charge, per hour of charging, per hour of parking. */
export type PlugTariff = { energy: number; fee?: number; time?: number; parking?: number };
export type Plug = { uid: string; tariff: string; kw: number };

/** An operator whose messages the run decides, with one location, whose plugs have tariffs and powers of their own. */
export async function openOperator(
  world: Harness,
  partyId: string,
  tariffs: Readonly<Record<string, PlugTariff>>,
  plugs: readonly Plug[],
): Promise<{ operator: Partner; /** Our id of its location. */ place: string }> {
  const operator = await openPartner(world, partyId);
  const party = { party_id: partyId };
  for (const [id, { energy, fee = 0, time = 0, parking = 0 }] of Object.entries(tariffs)) {
    const prices = { ENERGY: energy, FLAT: fee, TIME: time, PARKING_TIME: parking };
    const price_components = Object.entries(prices)
      .filter(([, price]) => price > 0)
      .map(([type, price]) => ({ type, price, vat: 18, step_size: 1 }));
    const tariff = tariffOf(id, { ...party, elements: [{ price_components }] });
    operator.shelf.tariffs.push(tariff);
    await accepted(operator.call("PUT", `/tariffs/IN/${partyId}/${id}`, tariff));
  }
  const evses = plugs.map(({ uid, tariff, kw }) =>
    evseOf(uid, {
      connectors: [connectorOf({ tariff_ids: [tariff], max_electric_power: kw * 1000 })],
    }),
  );
  const location = locationOf("P", { ...party, evses });
  operator.shelf.locations.push(location);
  await accepted(operator.call("PUT", `/locations/IN/${partyId}/P`, location));
  const { rows } = await world.database.pool.query<{ id: string }>(
    "select id from location where operator_id = $1",
    [operator.operatorId],
  );
  return { operator, place: rows[0]!.id };
}

/** From now on the operator is synchronised every eight minutes, as any partner. */
export const synchronise = ({ clock, database }: Harness, { operatorId }: Partner) =>
  database.pool.query("update operator set sync_due_at = $1 where id = $2", [
    clock.now(),
    operatorId,
  ]);

/** Throws where a good object is refused. */
export async function accepted(call: ReturnType<Partner["call"]>): Promise<void> {
  const answer = await call;
  if (answer.code !== 1000) throw new Error(`a good object: ${JSON.stringify(answer)}`);
}

/** Throws where the service broke; a refusal is an answer. */
export async function answered(call: ReturnType<Partner["call"]>): Promise<void> {
  const { status, code } = await call;
  if (status >= 500 || code >= 3000) throw new Error(`a push ended in ${status}, ${code}`);
}

/** The objects that a pull asks for, of those that were changed since. `query`: of the pull. */
export const since = <T extends { last_updated: string }>(
  query: string,
  all: readonly T[],
): T[] => {
  const from = Date.parse(new URLSearchParams(query).get("date_from") ?? "2000-01-01T00:00:00Z");
  return all.filter(({ last_updated }) => Date.parse(last_updated) >= from);
};

/** Paise without and with GST of an energy, a charging time and a parking time, each rounded once. */
export function plugCost(
  { energy, fee = 0, time = 0, parking = 0 }: PlugTariff,
  used: { wh: number; charging: number; parked: number },
): { net: number; total: number } {
  const paise = (rupees: number) => BigInt(Math.round(rupees * 100));
  // Paise times 3600 · 1000, so that all numbers are integers.
  const exact =
    paise(energy) * BigInt(used.wh) * 3600n +
    paise(fee) * 3_600_000n +
    (paise(time) * BigInt(used.charging) + paise(parking) * BigInt(used.parked)) * 1000n;
  return { net: halfUp(exact, 3_600_000n), total: halfUp(exact * 118n, 360_000_000n) };
}

const halfUp = (n: bigint, d: bigint) => Number((2n * n + d) / (2n * d));

/** A charge, as its operator names it. `start`: epoch milliseconds. */
export type Reported = {
  party: string;
  evse: string;
  sessionId: string;
  /** Our authorization reference, sent with the start. */
  reference: string;
  driverId: string;
  start: number;
};
/** A part of a charge, in whole seconds from its start: charging, or parking. `kw`: the power now. */
export type Stretch = { from: number; seconds: number; wh: number; parked?: boolean; kw?: number };

const iso = (at: number) => new Date(at).toISOString();
export const whOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((total, { wh }) => total + wh, 0);
const hoursOf = (stretches: readonly Stretch[]) =>
  stretches.reduce((total, { seconds }) => total + seconds, 0) / 3600;

/** The charging period of a stretch. */
export const periodOf = ({ start }: Reported, { from, seconds, wh, parked, kw }: Stretch) => ({
  start_date_time: iso(start + from * 1000),
  dimensions: parked
    ? [{ type: "PARKING_TIME" as const, volume: seconds / 3600 }]
    : [
        { type: "ENERGY" as const, volume: wh / 1000 },
        { type: "TIME" as const, volume: seconds / 3600 },
        ...(kw === undefined ? [] : [{ type: "POWER" as const, volume: kw }]),
      ],
});

const shared = ({ party, reference, driverId, start }: Reported) => ({
  party_id: party,
  authorization_reference: reference,
  cdr_token: {
    country_code: "IN",
    party_id: "VMG",
    uid: driverId,
    type: "APP_USER" as const,
    contract_id: "IN-VMG-1",
  },
  start_date_time: iso(start),
});

/** The session of a charge at an instant. `ends`: where it is over; `wh`: where it is not what the stretches say. */
export const sessionFrom = (
  charge: Reported,
  now: {
    at: number;
    status: string;
    stretches: readonly Stretch[];
    ends?: number | undefined;
    wh?: number;
  },
) =>
  sessionOf(charge.sessionId, {
    ...shared(charge),
    ...(now.ends === undefined ? {} : { end_date_time: iso(now.ends) }),
    location_id: "P",
    evse_uid: charge.evse,
    kwh: (now.wh ?? whOf(now.stretches)) / 1000,
    charging_periods: now.stretches.map((stretch) => periodOf(charge, stretch)),
    status: now.status,
    last_updated: iso(now.at),
  });

/** The CDR of a charge of these stretches. `cost`: paise. */
export function cdrFrom(
  charge: Reported,
  {
    id,
    at,
    stretches,
    cost,
  }: {
    id: string;
    at: number;
    stretches: readonly Stretch[];
    cost: { net: number; total: number };
  },
) {
  const whole = cdrOf(id);
  const last = stretches.at(-1)!;
  const parked = stretches.filter((stretch) => stretch.parked);
  return {
    ...whole,
    ...shared(charge),
    session_id: charge.sessionId,
    cdr_location: { ...whole.cdr_location, id: "P", evse_uid: charge.evse },
    end_date_time: iso(charge.start + (last.from + last.seconds) * 1000),
    charging_periods: stretches.map((stretch) => periodOf(charge, stretch)),
    total_energy: whOf(stretches) / 1000,
    total_time: hoursOf(stretches),
    ...(parked.length > 0 ? { total_parking_time: hoursOf(parked) } : {}),
    total_cost: { excl_vat: cost.net / 100, incl_vat: cost.total / 100 },
    last_updated: iso(at),
  };
}
