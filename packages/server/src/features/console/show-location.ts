import type { ConsoleLocationDetails } from "@voltmarg/contract";
import { gstStateName, physicalOf, powerKw, stateOfStation } from "@voltmarg/rules";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { actsAbout, type ActRow } from "./charges.store.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { locationToWire } from "./list-locations.ts";
import {
  checkInsAt,
  failedStartsAt,
  findConsoleLocation,
  intervalsOf,
  messagesAbout,
  openChargesAt,
  plugsOf,
  problemsAt,
  tariffsOf,
  wholeLocation,
  type CheckInRow,
  type ConnectorBody,
  type IntervalRow,
  type OpenRow,
  type PlugRow,
  type ProblemRow,
  type TariffRow,
  type WholeRow,
} from "./location.store.ts";

const DAYS_MS = 30 * 86_400_000;

/** Everything known of a station. One query after the other, so that a page takes one connection. */
export async function showConsoleLocation(
  { database: { db }, clock }: ConsoleDeps,
  id: string,
): Promise<Outcome<ConsoleLocationDetails, "LOCATION_NOT_FOUND">> {
  const row = await findConsoleLocation(db, id);
  if (!row) return refuse("LOCATION_NOT_FOUND");
  const since = new Date(clock.now().getTime() - DAYS_MS);
  const whole = await wholeLocation(db, id);
  const plugs = await plugsOf(db, id);
  const intervals = await intervalsOf(db, id, since);
  const named = tariffIds(plugs);
  const tariffs = await tariffsOf(db, whole, named);
  return done({
    ...locationToWire(row),
    party: { country_code: whole.country_code, party_id: whole.party_id },
    time_zone: typeof whole.body["time_zone"] === "string" ? whole.body["time_zone"] : null,
    seen_at: whole.seen_at.toISOString(),
    closed_at: instant(whole.closed_at),
    gst_state: stateToWire(whole),
    favourite_of: whole.favourite_of,
    plugs: plugs.map((plug) => plugToWire(plug, intervals)),
    tariffs: named.map((ocpiId) => tariffToWire(ocpiId, tariffs)),
    open_charges: (await openChargesAt(db, id)).map(openToWire),
    failed_starts: (await failedStartsAt(db, id, since)).map(dated),
    problems: (await problemsAt(db, id)).map(problemToWire),
    check_ins: (await checkInsAt(db, id)).map(checkInToWire),
    messages: (await messagesAbout(db, row.operator_id, row.ocpi_id)).map(dated),
    acts: (await actsAbout(db, [id])).toReversed().flatMap(actToWire),
    source: whole.body,
  });
}

function stateToWire({ gst_state, body }: WholeRow): ConsoleLocationDetails["gst_state"] {
  const state = stateOfStation(gst_state, body);
  return { ...state, name: state.code && gstStateName(state.code, "en") };
}

const instant = (at: Date | null) => at?.toISOString() ?? null;
const dated = <Row extends { at: Date }>(row: Row) => ({ ...row, at: row.at.toISOString() });

const openToWire = (row: OpenRow) => ({ ...row, requested_at: row.requested_at.toISOString() });
const problemToWire = (row: ProblemRow) => ({ ...dated(row), closed_at: instant(row.closed_at) });
const checkInToWire = (row: CheckInRow) => ({ ...dated(row), hidden_at: instant(row.hidden_at) });

/** Each once, whatever its spelling: OCPI's ids do not differ by case. */
function tariffIds(plugs: readonly PlugRow[]): string[] {
  const ids = plugs.flatMap(({ body }) => body.connectors.flatMap((c) => c.tariff_ids ?? []));
  return [...new Map(ids.map((id) => [id.toLowerCase(), id])).values()];
}

function tariffToWire(ocpiId: string, tariffs: readonly TariffRow[]) {
  const known = tariffs.find((each) => each.ocpi_id.toLowerCase() === ocpiId.toLowerCase());
  return {
    ocpi_id: ocpiId,
    last_updated: instant(known?.last_updated ?? null),
    removed_at: instant(known?.removed_at ?? null),
    tariff: known?.body ?? null,
  };
}

const plugToWire = (
  { uid, status, status_since, last_updated, body }: PlugRow,
  intervals: readonly IntervalRow[],
): ConsoleLocationDetails["plugs"][number] => ({
  uid,
  evse_id: body.evse_id ?? null,
  status,
  status_since: status_since.toISOString(),
  last_updated: last_updated.toISOString(),
  connectors: body.connectors.map(connectorToWire),
  history: intervals
    .filter((each) => each.evse_uid === uid)
    .map(({ state, began, ended }) => ({
      state,
      from: began.toISOString(),
      until: ended.toISOString(),
    })),
  source: body,
});

const connectorToWire = (connector: ConnectorBody) => {
  const kw = powerKw(physicalOf(connector), null);
  return {
    id: connector.id,
    standard: connector.standard,
    power_type: connector.power_type,
    format: connector.format,
    max_power_w: kw && Math.round(kw * 1000),
    tariff_ids: connector.tariff_ids ?? [],
  };
};

/** Acts that were refused changed nothing. */
const actToWire = ({ at, credential, route, outcome, reason }: ActRow) =>
  outcome === "OK"
    ? [{ at: at.toISOString(), by: credential, act: route.split("/").at(-1) ?? "", reason }]
    : [];
