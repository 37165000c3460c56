import type { Connector, Evse, Location, Tariff, Vehicle } from "@voltmarg/contract";
import { fits, powerKw, type OpeningTimes, type TripPlug } from "@voltmarg/rules";

/** A station that a trip may stop at. Its plugs are one of each kind; the id of each is its place in the list. */
export type Candidate = {
  id: string;
  km: number;
  detourKm: number;
  timeZone: string;
  opening: OpeningTimes | null;
  plugs: (TripPlug & {
    evseUid: string;
    /** Of all plugs of its kind here. */
    evseUids: string[];
    connectorId: string;
    standard: string;
    /** Place of its price in the list of tariffs; null: not known. */
    tariff: number | null;
  })[];
};

export type Candidates = { stations: Candidate[]; tariffs: Tariff[] };

type OnTheWay = { id: string; alongKm: number; offKm: number };

/** A way to a station is so many times as long as the straight line. */
export const DETOUR_FACTOR = 1.3;
/** Where one plug fits, it may be taken. */
export const WAIT_MINUTES = 5;
const MOST_PLUGS = 4;
export const OUT_OF_ORDER: ReadonlySet<string> = new Set([
  "INOPERATIVE",
  "OUTOFORDER",
  "PLANNED",
  "REMOVED",
]);

/** Stations in the order of the way, with the plugs that fit and are not out of order. */
export function candidatesOf(
  onTheWay: readonly OnTheWay[],
  known: readonly Location[],
  vehicle: Vehicle,
  isDoubtful: (id: string, evseUid: string) => boolean,
): Candidates {
  const byId = new Map(known.map((station) => [station.id, station]));
  const tariffs: Tariff[] = [];
  const places = new Map<string, number>();
  // One for each time zone: what a price is at an hour is the same wherever its place is the same.
  const placeOf = (timeZone: string, tariff: Tariff | null): number | null => {
    if (!tariff) return null;
    const key = `${timeZone} ${tariff.id}`;
    const place = places.get(key) ?? tariffs.push(tariff) - 1;
    places.set(key, place);
    return place;
  };
  const stations = onTheWay.flatMap(({ id, alongKm, offKm }): Candidate[] => {
    const station = byId.get(id);
    if (!station || station.restricted) return [];
    const plugs = plugsOf(station, vehicle, (uid) => isDoubtful(id, uid), placeOf);
    if (plugs.length === 0) return [];
    const { time_zone: timeZone, opening_times: opening } = station;
    const detourKm = 2 * offKm * DETOUR_FACTOR;
    return [{ id, km: alongKm, detourKm, timeZone, opening, plugs }];
  });
  return { stations, tariffs };
}

type Plug = { evse: Evse; connector: Connector; kw: number; doubtful: boolean };

function plugsOf(
  { evses, time_zone }: Location,
  vehicle: Vehicle,
  isDoubtful: (evseUid: string) => boolean,
  placeOf: (timeZone: string, tariff: Tariff | null) => number | null,
): Candidate["plugs"] {
  const usable = evses
    .filter(({ status }) => !OUT_OF_ORDER.has(status))
    .flatMap((evse) => {
      const doubtful = evse.status === "UNKNOWN" || isDoubtful(evse.uid);
      return evse.connectors.flatMap((connector): Plug[] => {
        const kw = powerKw(connector, null);
        const isForeign = connector.foreign_currency !== undefined;
        if (kw === null || isForeign || !fits(connector, vehicle)) return [];
        return [{ evse, connector, kw, doubtful }];
      });
    });
  const kinds = Map.groupBy(
    usable,
    ({ connector, kw }) => `${connector.power_type === "DC"} ${kw} ${connector.tariff_id}`,
  );
  return [...kinds.values()]
    .map((same) => {
      const sure = same.filter((plug) => !plug.doubtful);
      const among = sure.length > 0 ? sure : same;
      const first = among.find(({ evse }) => evse.status === "AVAILABLE") ?? among[0]!;
      return { plug: first, uids: [...new Set(among.map(({ evse }) => evse.uid))] };
    })
    .toSorted(({ plug: a }, { plug: b }) => Number(a.doubtful) - Number(b.doubtful) || b.kw - a.kw)
    .slice(0, MOST_PLUGS)
    .map(({ plug: { evse, connector, kw, doubtful }, uids }, place) => ({
      id: String(place),
      powerKw: kw,
      current: connector.power_type === "DC" ? ("DC" as const) : ("AC" as const),
      waitMinutes: uids.length > 1 ? 0 : WAIT_MINUTES,
      doubtful,
      evseUid: evse.uid,
      evseUids: uids,
      connectorId: connector.id,
      standard: connector.standard,
      tariff: placeOf(time_zone, connector.tariff),
    }));
}
