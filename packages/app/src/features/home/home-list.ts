import type { Location, Vehicle } from "@voltmarg/contract";
import { findTyped, soundText, type Wish } from "@voltmarg/rules";
import { useMemo } from "react";
import { serviceTimeOf } from "../../clock.ts";
import { isRefusal } from "../../api/http/refusal.ts";
import { useOnline } from "../../ui/use-online.ts";
import type { FilterQuery } from "../../api/queries/locations.ts";
import { asked } from "../../locations/filter.ts";
import { useNearby, useSeen } from "../../api/queries/locations.ts";
import { isAsked, wishOf } from "../../locations/as-asked.ts";
import { kmFrom } from "../../locations/location-text.ts";
import type { View } from "../../locations/view.ts";

export type HomeList = {
  /** undefined: not loaded yet */
  stations: Location[] | undefined;
  /** Of how many these are. */
  total: number;
  /** The service cannot be reached: these are cached, the newest from then, ms of the service's clock. */
  seenAt: number | null;
  cutOff: boolean;
  error: unknown;
  retry: () => void;
  /** These are still the ones of another search. */
  isOld: boolean;
  /** The text is a PIN code without a station: where that is. */
  place: { name: string; latitude: number; longitude: number } | null;
  /** null: it is not known yet what fits. */
  asked: FilterQuery | null;
  /** The same as rows, pins and cards look at a station. */
  wish: Wish;
};

/** The locations of the list: the service's answer, or cached ones while it cannot be reached. */
export function useHomeList(
  view: View,
  vehicle: Vehicle | undefined,
  { now, isWaiting }: { now: number; isWaiting: boolean },
): HomeList {
  const { area, text, filter, sort } = view;
  const online = useOnline();
  const question = useMemo(() => asked(filter, vehicle), [filter, vehicle]);
  // What answers a text has an order of its own.
  const isCheapest = sort === "cheap" && text === "";
  const wish = useMemo(() => wishOf(question, isCheapest), [question, isCheapest]);
  const nearby = useNearby({ area, text, filter: question, sort }, !isWaiting);
  const unanswered = nearby.isError && isSilence(nearby.error);
  const cutOff = !online || unanswered;
  // An answer to this very question is used as it is; else the list is made of cached locations.
  const whole = nearby.data && !nearby.isPlaceholderData ? nearby.data : undefined;
  const seen = useSeen(cutOff);
  const saved = useMemo(() => {
    if (!cutOff || whole || !seen) return null;
    const here = { lat: area.lat, lon: area.lon };
    return seen.stations
      .filter((one) => isAsked(one, wish, vehicle, now) && hasWords(one, text))
      .map((one) => ({ one, km: kmFrom(one, here) ?? Infinity }))
      .toSorted((a, b) => a.km - b.km)
      .map(({ one }) => one);
  }, [cutOff, whole, seen, text, wish, vehicle, now, area]);
  const stations = saved ?? (cutOff ? whole : nearby.data)?.content;
  return {
    stations,
    total: saved ? saved.length : (nearby.data?.total_elements ?? 0),
    seenAt: cutOff && stations ? serviceTimeOf(saved ? seen!.at : nearby.dataUpdatedAt) : null,
    cutOff,
    error: nearby.error,
    retry: () => void nearby.refetch(),
    isOld: nearby.isPlaceholderData && !saved,
    place: (nearby.isPlaceholderData || cutOff ? null : nearby.data?.place) ?? null,
    asked: isWaiting ? null : question,
    wish,
  };
}

/** No answer at all, or none that says anything about the question. */
const isSilence = (error: unknown) =>
  isRefusal(error) && (error.status === 0 || error.status >= 500);

const hasWords = ({ name, address, city, postal_code, operator }: Location, typed: string) =>
  !typed ||
  findTyped(typed, soundText([name, address, city, postal_code, operator.name].join(" "))) > 0;
