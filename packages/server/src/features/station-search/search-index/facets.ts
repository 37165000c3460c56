import { stations } from "@voltmarg/contract";
import { hasStatus, isOfKind, type Wish } from "@voltmarg/rules";
import { createNames, placeOf } from "./names.ts";

/** OCPI statuses by number; the wire's order. */
export const STATUSES = stations.EvseStatus.options;
export const UNKNOWN = STATUSES.indexOf("UNKNOWN");
export const CHARGING = STATUSES.indexOf("CHARGING");
export const AVAILABLE = STATUSES.indexOf("AVAILABLE");
const NUMBER_OF = new Map<string, number>(STATUSES.map((status, at) => [status, at]));
export const statusNumber = (status: string): number => NUMBER_OF.get(status) ?? UNKNOWN;

/** Power in 0.1 kW. */
export type PlugClass = { powerType: number; standard: number; tenths: number };

export const NO_POWER = 0xffff;

/** Names of plugs' standards and power types that ever occurred, and which of them occurred together. */
export function createPlugNames(data: {
  standards: string[];
  powerTypes: string[];
  plugClasses: PlugClass[];
  plugKinds: readonly { plugClass: number }[];
}) {
  const keyOf = ({ powerType, standard, tenths }: PlugClass) =>
    `${powerType} ${standard} ${tenths}`;
  const numbers = new Map(data.plugClasses.map((one, at) => [keyOf(one), at]));
  const standards = createNames(255, data.standards);
  const powerTypes = createNames(7, data.powerTypes);
  return {
    standards,
    powerTypes,
    /** By number. */
    classes: data.plugClasses,
    /** By number of a kind of plugs, see render.ts: its class. */
    classOfKind: data.plugKinds.map(({ plugClass }) => plugClass),
    classOf: (type: string, name: string, kw: number | null): number => {
      const powerType = powerTypes.numberOf(type);
      const standard = standards.numberOf(name);
      const tenths = kw === null ? NO_POWER : Math.min(Math.round(kw * 10), NO_POWER - 1);
      const one = { powerType, standard, tenths };
      return placeOf(numbers, data.plugClasses, one, keyOf(one));
    },
  };
}

export type PlugNames = ReturnType<typeof createPlugNames>;

/** A plug as a number: its status in the lowest four bits, its kind above. */
export const packPlug = (status: number, kind: number) => kind * 16 + status;
export const statusOfPlug = (plug: number) => plug & 15;
export const kindOfPlug = (plug: number) => plug >>> 4;

/** A location's mask, plug by plug: a filter that none of its plugs can pass is refused by one comparison. */
export const HERE = 0x8000_0000;
const maskOfStatus = (status: number) => 1 << status;
/** Not everybody sees it. */
export const HIDDEN = 0x4000_0000;
export const isHidden = (mask: number) => (mask & HIDDEN) !== 0;
// 21 bits for any number of classes: some share one, so that the mask may promise too much, never too little.
const maskOfClass = (plugClass: number) => 1 << (9 + (plugClass % 21));
/** The classes of its free plugs alone, in 32 bits: most ask for a free one. */
const maskOfFreeClass = (plugClass: number) => 1 << (plugClass % 32);

/** The masks of a location with these plugs: of all, and of the free ones' classes. */
export function masksOf(
  plugs: Iterable<number>,
  { classOfKind }: PlugNames,
): { all: number; free: number } {
  let all = 0;
  let free = 0;
  for (const plug of plugs) {
    const plugClass = classOfKind[kindOfPlug(plug)]!;
    all |= maskOfStatus(statusOfPlug(plug)) | maskOfClass(plugClass);
    if (statusOfPlug(plug) === AVAILABLE) free |= maskOfFreeClass(plugClass);
  }
  return { all, free };
}

/** What of a wish does not change by the minute and the vehicle. */
export type PlugWish = Pick<Wish, "statuses" | "powerTypes" | "standards" | "power">;
export type PlugTest = ReturnType<typeof plugTest>;

/**
 * What the rules say of every status and every class of plugs, as bits: so a scan compares numbers. The price is not in
 * it, as it changes by the minute and the vehicle.
 */
export function plugTest(wish: PlugWish, names: PlugNames) {
  const anyClass = wish.powerTypes.length + wish.standards.length === 0 && wish.power === null;
  const anyStatus = wish.statuses.length === 0;
  let statuses = 0;
  STATUSES.forEach((status, number) => {
    if (hasStatus(status, wish)) statuses |= 1 << number;
  });
  const classes = new Uint8Array(names.classes.length);
  let classMask = 0;
  let freeMask = 0;
  for (let nth = 0; nth < classes.length; nth++) {
    const { powerType, standard, tenths } = names.classes[nth]!;
    // What found no room among the names can be asked for by none.
    const kind = {
      standard: names.standards.list[standard] ?? "",
      power_type: names.powerTypes.list[powerType] ?? "",
      kw: tenths === NO_POWER ? null : tenths / 10,
    };
    if (!isOfKind(kind, wish)) continue;
    classes[nth] = 1;
    classMask |= maskOfClass(nth);
    freeMask |= maskOfFreeClass(nth);
  }
  return {
    /** Nothing is asked: every location passes, one without plugs as well. */
    open: anyStatus && anyClass,
    /** Something is asked for that no plug has. */
    never: statuses === 0 || (!anyClass && classMask === 0),
    /** A location needs one bit of each; 0 asks for nothing. */
    statusMask: anyStatus ? 0 : statuses,
    classMask: anyClass ? 0 : classMask,
    /** A location needs one bit of it among its free plugs; 0: others will do as well. */
    freeMask: statuses === 1 << AVAILABLE ? freeMask : 0,
    /** A bit for each status that will do. */
    statuses,
    /** By number of a class, 1: will do. */
    classes,
    classOfKind: names.classOfKind,
  };
}
