import type { Vehicle } from "@voltmarg/contract";
import { useMemo } from "react";
import type { FilterQuery } from "../../api/queries/locations.ts";
import { useAlong } from "../../api/queries/ways.ts";
import { asAsked, wishOf } from "../../locations/as-asked.ts";
import { toPin } from "../../locations/location-text.ts";

/** The stations along a line as far as they are loaded, and their pins. */
export function useAlongShown({
  line,
  km,
  filter,
  vehicle,
  now,
}: {
  line: string;
  km: number;
  filter: FilterQuery | null;
  vehicle: Vehicle | undefined;
  now: number;
}) {
  const list = useAlong(line, km, filter);
  const pages = line === "" ? undefined : list.data?.pages;
  const stations = useMemo(() => pages?.flatMap(({ content }) => content), [pages]);
  const wish = useMemo(() => wishOf(filter ?? {}), [filter]);
  const pins = useMemo(
    () => (stations ?? []).map((one) => toPin(asAsked(one, wish, vehicle, now).location, now)),
    [stations, wish, vehicle, now],
  );
  return { list, stations, wish, pins, total: pages?.[0]?.total_elements ?? 0 };
}
export type AlongShown = ReturnType<typeof useAlongShown>;
