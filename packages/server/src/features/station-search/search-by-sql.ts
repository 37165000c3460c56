import type { SearchDeps } from "./search-deps.ts";
import {
  type EvseRow,
  type LocationRow,
  type View,
  asKnown,
  byLocation,
  evsesOf,
  findAll,
  findInCells,
  hoursOf,
  listedProof,
  orderProof,
  plugPowerKw,
  priceOfPlug,
  proofsOf,
  mayView,
  show,
  statusOf,
  viewFor,
  whoIs,
} from "../stations/index.ts";
import type { Location } from "@voltmarg/contract";
import type { Evse as OcpiEvse } from "@voltmarg/ocpi";
import {
  cellsWithin,
  distanceKm,
  physicalOf,
  powerKw,
  offerState,
  stationMinutes,
} from "@voltmarg/rules";
import type { StationOffer } from "@voltmarg/rules";
import { page, type Page } from "../../platform/http/paging.ts";
import { effectivePrice } from "./effective-price.ts";
import { locationWords } from "./location-words.ts";
import { isThere, statusNumber } from "./search-index/facets.ts";
import { COST_DECIMETRES, matchText } from "./search-index/words.ts";
import type { SearchWish } from "./search-wish.ts";

const MOST = 20_000;
const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

/** What the index answers, by SQL over the cell column: while the index loads, and to check it by. */
export async function searchBySql(
  deps: SearchDeps,
  userId: string,
  wish: SearchWish,
): Promise<Page<Location>> {
  const on = deps.database.db;
  const { from } = wish;
  const who = await whoIs(deps, userId);
  const near = from
    ? await findInCells(on, cellsWithin(from.latitude, from.longitude, wish.km))
    : await findAll(on, MOST);
  const asked = near.filter(
    (row) =>
      !wish.wordless &&
      (row.publish ? wish.publish !== false : wish.publish !== true && mayView(who, row)) &&
      (!wish.partyIds.length || isOwnedBy(row, wish.partyIds)),
  );
  const evses = await evsesOf(
    on,
    asked.map((row) => row.id),
  );
  const view = await viewFor(deps, who, from, asked, evses);
  const grouped = byLocation(evses);
  const proof = await proofsOf(
    on,
    asked.map((row) => row.id),
    view.now,
  );
  const candidates = asked.flatMap((row) => {
    const km = from ? distanceKm(from, row) : 0;
    const text =
      wish.typed.length > 0
        ? matchText(locationWords(row, grouped.get(row.id) ?? []), wish.typed)
        : null;
    if (km > wish.km || (wish.typed.length > 0 && !text)) return [];
    const known = asKnown(row, grouped.get(row.id) ?? [], view.now);
    const plugs = fittingPlugs(known, wish);
    if (plugs === null || !isOpenAndCheap(row, plugs, wish, view)) return [];
    const far = Math.round(km * 10_000) + (text?.cost ?? 0) * COST_DECIMETRES;
    const at = { km: from ? km : 0, proof: orderProof(proof(row.id), view.now) };
    const value = wish.sort === "distance" ? 0 : valueOf(wish, row, plugs, view, at);
    return [{ row, far, value, forgiven: text?.forgiven ?? false }];
  });
  const asTyped = candidates.filter(({ forgiven }) => !forgiven);
  const found = (asTyped.length > 0 ? asTyped : candidates).sort(
    (a, b) =>
      compare(a.value, b.value) ||
      compare(a.far, b.far) ||
      (from || wish.sort !== "distance" ? 0 : compare(a.row.name, b.row.name)) ||
      compare(a.row.id, b.row.id),
  );
  const start = wish.pageNo * wish.pageSize;
  const rows = found.slice(start, start + wish.pageSize).map(({ row }) => row);
  const shown = await show(deps, who, from, rows, wish.onlyNow);
  const content = shown.map((one) => Object.assign(one, listedProof(proof(one.id))));
  return page(content, wish.pageNo, wish.pageSize, found.length);
}

/** A party is asked for by its OCPI id or by our operator's id. */
export const isOwnedBy = (row: LocationRow, partyIds: readonly string[]): boolean =>
  partyIds.some((id) => id.toLowerCase() === row.party_id.toLowerCase() || id === row.operator_id);

type Plug = { status: string; connector: OcpiEvse["connectors"][number] };

/** What openAndCheap() asks of the index. */
export function isOpenAndCheap(
  row: LocationRow,
  plugs: readonly Plug[],
  { openNow, mostPaise }: SearchWish,
  view: View,
): boolean {
  if (openNow && hoursOf(row.body, view.now).state.isOpened !== true) return false;
  if (mostPaise === null) return true;
  return plugs.some((plug) => (priceOf(row, plug, view) ?? Infinity) <= mostPaise);
}

function priceOf(row: LocationRow, { connector: c }: Plug, view: View): number | null {
  const { zone } = hoursOf(row.body, view.now);
  const { tariff } = priceOfPlug(c.tariff_ids ?? [], (id) => view.tariffOf(row, id));
  return effectivePrice(tariff, physicalOf(c), view.vehicle, zone, view.now);
}

/** The plugs on each of which all filters hold; null: there is none, and something was asked. */
export function fittingPlugs(evses: readonly EvseRow[], wish: SearchWish): Plug[] | null {
  const { statuses } = wish;
  const plugs = evses
    .flatMap((e) =>
      e.body.connectors.map((connector) => ({
        status: statusOf(e.status) as string,
        connector,
      })),
    )
    .filter(
      ({ status, connector }) =>
        (statuses.length > 0
          ? statuses.includes(status)
          : isAnyKind(wish) || isThere(statusNumber(status))) && isAskedFor(connector, wish),
    );
  return plugs.length > 0 || (!statuses.length && isAnyKind(wish)) ? plugs : null;
}

const isAnyKind = ({ powerTypes, standards, power }: SearchWish): boolean =>
  !powerTypes.length && !standards.length && !power;

/** Whether a plug is of the kind that is asked for, whatever its status. */
function isAskedFor(c: Plug["connector"], { powerTypes, standards, power }: SearchWish): boolean {
  if (standards.length && !standards.includes(c.standard)) return false;
  const type = c.power_type;
  if (
    powerTypes.length &&
    !powerTypes.some((p) => type === p || (p === "AC" && type.startsWith("AC")))
  )
    return false;
  if (!power) return true;
  const kw = plugPowerKw(c);
  return kw !== null && kw >= (power.minKw ?? 0) && kw <= (power.maxKw ?? Infinity);
}

/** What askedPlugs() asks of the index: the EVSEs with only those plugs. */
export const askedEvses = (evses: readonly EvseRow[], wish: SearchWish): EvseRow[] =>
  isAnyKind(wish)
    ? [...evses]
    : evses.flatMap((evse) => {
        const connectors = evse.body.connectors.filter((c) => isAskedFor(c, wish));
        return connectors.length > 0 ? [{ ...evse, body: { ...evse.body, connectors } }] : [];
      });

/** What is sorted by, lowest first; what is not known comes last. */
function valueOf(
  wish: SearchWish,
  row: LocationRow,
  plugs: readonly Plug[],
  view: View,
  at: Pick<StationOffer, "km" | "proof">,
): number {
  if (wish.sort === "free") return -plugs.filter(({ status }) => status === "AVAILABLE").length;
  const values = plugs.map((plug) => {
    const perKwhMinor = priceOf(row, plug, view);
    if (wish.sort === "price") return perKwhMinor ?? Infinity;
    const kw = powerKw(physicalOf(plug.connector), view.vehicle);
    if (wish.sort === "power") return -(kw ?? -Infinity);
    const closed = hoursOf(row.body, view.now).state.isOpened === false;
    const state = closed ? "broken" : offerState(plug.status);
    return stationMinutes({ ...at, state, powerKw: kw, perKwhMinor });
  });
  return Math.min(Infinity, ...values);
}
