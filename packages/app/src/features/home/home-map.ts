import type { Location, Pin, Vehicle } from "@voltmarg/contract";
import { useMemo } from "react";
import { serviceTimeOf } from "../../clock.ts";
import { askedBox } from "../../map/camera.ts";
import type { MapContent } from "../../map/engine.ts";
import { STALE_SECONDS } from "@voltmarg/rules";
import type { HomeList } from "./home-list.ts";
import { seenPins, usePins } from "../../api/queries/locations.ts";
import { asAsked } from "../../locations/as-asked.ts";
import { toPin } from "../../locations/location-text.ts";
import type { View } from "../../locations/view.ts";

/**
 * What the map draws: the feed of the box that is looked at, by the filter of the list; for a text what the list found;
 * and while the service cannot be asked what was seen before, with no state that might have passed.
 */
export function useHomeMap(
  { bounds, text, me }: View,
  { asked, wish, stations, cutOff }: HomeList,
  chosen: Location | null,
  { now, vehicle }: { now: number; vehicle: Vehicle | undefined },
): { content: MapContent; truncated: boolean } {
  const box = useMemo(() => bounds && askedBox(bounds), [bounds]);
  const feed = usePins(asked && box, asked ?? NOTHING);
  const { data } = feed;
  const isStale = now - serviceTimeOf(feed.dataUpdatedAt) > STALE_SECONDS * 1000;
  const found = useMemo(
    () =>
      text
        ? (stations ?? []).map((one) => toPin(asAsked(one, wish, vehicle, now).location, now))
        : null,
    [text, stations, wish, vehicle, now],
  );
  const drawn = useMemo(() => data?.pins ?? (cutOff ? seenPins() : NO_PINS), [data, cutOff]);
  const pins = found ?? drawn;
  const honest = useMemo(
    () => (cutOff || (isStale && !found) ? pins.map(asUnknown) : pins),
    [pins, cutOff, isStale, found],
  );
  const selected = useMemo(() => {
    const pin = chosen && toPin(asAsked(chosen, wish, vehicle, now).location, now);
    return pin && cutOff ? asUnknown(pin) : pin;
  }, [chosen, wish, vehicle, now, cutOff]);
  const content = useMemo(
    () => ({ pins: honest, selected, me: me && ([me.lon, me.lat] as const) }),
    [honest, selected, me],
  );
  return { content, truncated: !text && data?.truncated === true };
}

const NO_PINS: Pin[] = [];
const NOTHING = {};

/** Without a connection no status is known. */
const asUnknown = (pin: Pin): Pin =>
  pin.state === "restricted" || pin.state === "closed"
    ? pin
    : Object.assign({}, pin, { state: "unknown" });
