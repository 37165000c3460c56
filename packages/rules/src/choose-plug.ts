import { offerState } from "./best-station.ts";
import { pinState, type PinState } from "./station-state.ts";
import { decodePartyIds, parsePowerRange, type PowerRange } from "./wire-text.ts";

/** What a wish looks at in a plug. */
export type PlugFacts = {
  /** OCPI names */
  standard: string;
  power_type: string;
  /** OCPI status of its EVSE; UNKNOWN where nothing is known of it any more */
  status: string;
  /** kW of the plug to one decimal, and of plug and vehicle together; null: not known */
  kw: number | null;
  vehicleKw: number | null;
  /** `comparedPrice`; null: not known */
  perKwhMinor: number | null;
  /** The driver's vehicle can use it. */
  fits: boolean;
  /** Its price is in a currency that can be paid here, or not known. */
  payable: boolean;
};

/**
 * What a driver asks of a station. What is asked of plugs must hold for one and the same plug. Empty and null ask for
 * nothing.
 */
export type Wish = {
  /** Only what is known to be open. */
  openNow: boolean;
  /** Ids of operators or of their parties. */
  partyIds: readonly string[];
  statuses: readonly string[];
  /** `AC` stands for all kinds of AC. */
  powerTypes: readonly string[];
  standards: readonly string[];
  power: PowerRange | null;
  /** Whole paise a kWh at most, as `comparedPrice`. */
  mostMinor: number | null;
  /** The cheapest plug is meant, not the fastest. */
  byPrice: boolean;
};

export const ANY_STATION: Wish = {
  openNow: false,
  partyIds: [],
  statuses: [],
  powerTypes: [],
  standards: [],
  power: null,
  mostMinor: null,
  byPrice: false,
};

/** The wire's names of what is asked; lists are comma separated. */
export type WishQuery = {
  status?: string | undefined;
  power_type?: string | undefined;
  standard?: string | undefined;
  power_range?: string | undefined;
  price_max?: number | undefined;
  open_now?: string | undefined;
  party_id?: string | undefined;
  sort?: string | undefined;
};

/** Reads what is asked of a station. Null: the power range makes no sense. */
export function readWish(query: WishQuery): Wish | null {
  const power = query.power_range ? parsePowerRange(query.power_range) : null;
  if (query.power_range?.trim() && !power) return null;
  return {
    openNow: query.open_now?.trim().toLowerCase() === "true",
    partyIds: decodePartyIds(query.party_id ?? ""),
    statuses: listOf(query.status),
    powerTypes: listOf(query.power_type),
    standards: listOf(query.standard),
    power,
    mostMinor: query.price_max ?? null,
    byPrice: query.sort === "price",
  };
}

const listOf = (text = "") =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);

type Kind = Pick<PlugFacts, "standard" | "power_type" | "kw">;

/** Whether a plug is of the kind that is asked for; its kind does not change. */
export const isOfKind = (
  plug: Kind,
  wish: Pick<Wish, "powerTypes" | "standards" | "power">,
): boolean =>
  isListed(plug.standard, wish.standards) &&
  (isListed(plug.power_type, wish.powerTypes) ||
    (wish.powerTypes.includes("AC") && plug.power_type.startsWith("AC"))) &&
  (wish.power === null ||
    (plug.kw !== null &&
      plug.kw >= (wish.power.minKw ?? 0) &&
      plug.kw <= (wish.power.maxKw ?? Infinity)));

const isListed = (one: string, list: readonly string[]) => list.length === 0 || list.includes(one);

/** Whether its price is known and low enough, where that is asked. */
export const isCheap = ({ perKwhMinor }: Pick<PlugFacts, "perKwhMinor">, wish: Wish): boolean =>
  wish.mostMinor === null || (perKwhMinor !== null && perKwhMinor <= wish.mostMinor);

/** Whether an EVSE of this status is asked for; planned and removed ones only by name. */
export const hasStatus = (status: string, { statuses }: Pick<Wish, "statuses">): boolean =>
  statuses.length > 0 ? statuses.includes(status) : isThere(status);

/** Planned and removed EVSEs are not shown. */
export const isThere = (status: string): boolean => status !== "PLANNED" && status !== "REMOVED";

/** Whether any plug at all will do, so that a location without plugs does as well. */
export const isAnyPlug = ({ statuses, powerTypes, standards, power, mostMinor }: Wish) =>
  statuses.length + powerTypes.length + standards.length === 0 &&
  power === null &&
  mostMinor === null;

/** Whether a plug is meant whatever its status: counts, states and pins are of these. */
export const isMeant = (plug: PlugFacts, wish: Wish): boolean =>
  isOfKind(plug, wish) && isCheap(plug, wish) && isThere(plug.status);

/** Whether one plug has all that is asked for. */
export const plugPasses = (plug: PlugFacts, wish: Wish): boolean =>
  isOfKind(plug, wish) && isCheap(plug, wish) && hasStatus(plug.status, wish);

/** Whether a station's hours will do. null: they are not known. */
export const isOpenEnough = (isOpened: boolean | null, { openNow }: Wish): boolean =>
  !openNow || isOpened === true;

type Owner = { operatorId: string; partyId: string };

/** Whether a station's operator is asked for, by our id of it or by its OCPI id. */
export const isAskedOwner = ({ operatorId, partyId }: Owner, { partyIds }: Wish): boolean =>
  partyIds.length === 0 ||
  partyIds.some((id) => id === operatorId || id.toLowerCase() === partyId.toLowerCase());

export type StationFacts = Owner & { isOpened: boolean | null; plugs: readonly PlugFacts[] };

/** Whether a station has all that is asked for, where it is and its name aside. */
export const matches = (station: StationFacts, wish: Wish): boolean =>
  isOpenEnough(station.isOpened, wish) &&
  isAskedOwner(station, wish) &&
  (isAnyPlug(wish) || station.plugs.some((plug) => plugPasses(plug, wish)));

const RANK = { free: 3, unknown: 2, taken: 1, broken: 0 } as const;

/**
 * Below 0: `a` is the better of two plugs. What fits, what can be paid here, free before unknown before taken; then the
 * cheapest where prices are compared, else the one that charges this vehicle fastest.
 */
export function comparePlugs(a: PlugFacts, b: PlugFacts, { byPrice }: Wish): number {
  // Of two prices that are not known the difference is not a number, and the next rule decides.
  const price = (a.perKwhMinor ?? Infinity) - (b.perKwhMinor ?? Infinity);
  return (
    Number(b.fits) - Number(a.fits) ||
    Number(b.payable) - Number(a.payable) ||
    RANK[offerState(b.status)] - RANK[offerState(a.status)] ||
    (byPrice && price) ||
    (b.vehicleKw ?? -1) - (a.vehicleKw ?? -1) ||
    (b.kw ?? -1) - (a.kw ?? -1) ||
    price ||
    0
  );
}

/** The plug of a location that is meant, of those that pass: what rows, pins and orders speak of. Null: none passes. */
export function choosePlug<P extends PlugFacts>(plugs: Iterable<P>, wish: Wish): P | null {
  let best: P | null = null;
  for (const plug of plugs)
    if (plugPasses(plug, wish) && (best === null || comparePlugs(plug, best, wish) < 0))
      best = plug;
  return best;
}

export type PlugCounts = {
  /** By the plugs alone: closed and restricted stations are not known here. */
  state: PinState;
  free: number;
  total: number;
  /** Of the strongest, planned ones too, as statuses come and go; null: of none is it known. */
  kw: number | null;
};

/** State, counts and power of the plugs that are meant: another plug of the location must not make it free. */
export function countMeant(plugs: Iterable<PlugFacts>, wish: Wish): PlugCounts {
  const statuses: string[] = [];
  let kw: number | null = null;
  for (const plug of plugs) {
    if (!isOfKind(plug, wish) || !isCheap(plug, wish)) continue;
    if (plug.kw !== null) kw = Math.max(kw ?? 0, plug.kw);
    if (isThere(plug.status)) statuses.push(plug.status);
  }
  return {
    state: pinState({
      restricted: false,
      isOpened: null,
      evseStatuses: statuses,
      statusAgeSeconds: 0,
    }),
    free: statuses.filter((status) => status === "AVAILABLE").length,
    total: statuses.length,
    kw,
  };
}
