import { clockTime, hoursSpan } from "../ui/clock-time.ts";
import type { Location, Pin } from "@voltmarg/contract";
import { distanceKm, openState, STALE_SECONDS, type OpeningTimes } from "@voltmarg/rules";
import type { StatusKind } from "../ui/drawings/status-glyphs.ts";
import { ago, distance, listed } from "../ui/format.ts";
import { copy } from "./copy.ts";
import type { Place } from "../map/camera.ts";
import { stateCopy } from "./state-copy.ts";

/** Whether the status is too old to rely on. */
export const isStale = (location: Location, now: number): boolean =>
  now - Date.parse(location.updated_at) > STALE_SECONDS * 1000;

/** The pin's state: unknown once the status is stale or the app is offline. */
export const stateOf = (location: Location, now: number, online = true): Pin["state"] =>
  (!online || isStale(location, now)) && !["restricted", "closed"].includes(location.state_on_map)
    ? "unknown"
    : location.state_on_map;

/** Operator and place, as far as they are known. */
export const placeLine = (operator: string, ...place: string[]): string =>
  [operator, place.filter(Boolean).join(", ")].filter(Boolean).join(" · ");

export type StatusLine = { kind: StatusKind; className: string; text: string };

/** The state in words; what is no longer known says what it was, and when. */
export function statusLine(location: Location, now: number, online = true): StatusLine {
  if (location.hidden) return { kind: "unknown", className: "unknown", text: stateCopy.hidden };
  const { availableConnectors: free, totalConnectors: total } = location;
  const state = stateOf(location, now, online);
  switch (state) {
    case "available":
      return { kind: "available", className: "available", text: stateCopy.free(free, total) };
    case "busy":
      return { kind: "busy", className: "busy", text: stateCopy.allInUse(total) };
    case "fault":
      return { kind: "fault", className: "fault", text: stateCopy.plug.OUTOFORDER };
    case "restricted":
      return { kind: "restricted", className: "restricted", text: stateCopy.restricted };
    case "closed":
      return { kind: "reserved", className: "reserved", text: copy.closedNow };
    case "unknown": {
      const was =
        location.state_on_map === "available"
          ? stateCopy.wasFree(free, total, ago(location.updated_at, now))
          : location.state_on_map === "busy"
            ? stateCopy.wereInUse(total, ago(location.updated_at, now))
            : stateCopy.plug.UNKNOWN;
      return { kind: "unknown", className: "unknown", text: was };
    }
  }
}

export type HoursLine = { head: string; detail: string };

/** The hours in two short lines, for now. */
export function hoursLine(location: Location, now: Date): HoursLine {
  const times = location.opening_times as OpeningTimes | null;
  if (times?.twentyfourseven && location.isOpened !== false)
    return { head: copy.allDay, detail: copy.everyDay };
  const state = read(times, location.time_zone, now);
  if (!state || state.isOpened === null) return { head: "–", detail: copy.hoursNotKnown };
  const span =
    state.openTime && state.closeTime ? hoursSpan(state.openTime, state.closeTime) : null;
  if (state.isOpened)
    return state.closeTime
      ? { head: span ?? copy.allDay, detail: copy.openNowUntil(clockTime(state.closeTime)) }
      : { head: copy.allDay, detail: copy.everyDay };
  return {
    head: copy.closedNow,
    detail: state.openTime ? copy.opensAt(clockTime(state.openTime)) : (span ?? copy.hoursNotKnown),
  };
}

/** The time of the next opening; null when it is open or nobody says. */
export function opensAt(location: Location, now: Date): string | null {
  const state = read(location.opening_times, location.time_zone, now);
  return state && state.isOpened === false && state.openTime ? clockTime(state.openTime) : null;
}

function read(times: OpeningTimes | null, timeZone: string, now: Date) {
  try {
    return openState(times, timeZone, now);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** km from the driver, else from where was searched; null when neither is known. */
export const kmFrom = (location: Location, me: Place | null): number | null =>
  me
    ? distanceKm(
        { latitude: me.lat, longitude: me.lon },
        { latitude: location.coordinates.latitude, longitude: location.coordinates.longitude },
      )
    : location.distance;

export const distanceWords = (km: number | null): string | null =>
  km === null ? null : distance(km).replace(" ", "\u00a0");

/** The location for a screen reader: name, status, power, distance. */
export function spokenName(location: Location, km: number | null, now: number): string {
  const { power_class } = location;
  const power = power_class && stateCopy.powers[power_class];
  const words = [location.name, statusLine(location, now).text, power, distanceWords(km)];
  return listed(words.filter((each) => each !== null));
}

/** A station as the map's feed would give it. */
export const toPin = (location: Location, now: number): Pin => ({
  id: location.id,
  name: location.name,
  latitude: location.coordinates.latitude,
  longitude: location.coordinates.longitude,
  state: stateOf(location, now),
  free: location.availableConnectors,
  total: location.totalConnectors,
  power: location.power_class,
  favourite: location.isWishListItem,
});
