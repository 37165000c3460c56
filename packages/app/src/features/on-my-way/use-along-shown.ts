import type { Vehicle } from "@voltmarg/contract";
import { useMemo } from "react";
import type { FilterQuery } from "../../api/queries/locations.ts";
import { useAlong } from "../../api/queries/ways.ts";
import { forVehicle } from "../../locations/for-vehicle.ts";
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
  const pins = useMemo(
    () => (stations ?? []).map((one) => toPin(forVehicle(one, vehicle, now), now)),
    [stations, vehicle, now],
  );
  return { list, stations, pins, total: pages?.[0]?.total_elements ?? 0 };
}
export type AlongShown = ReturnType<typeof useAlongShown>;
