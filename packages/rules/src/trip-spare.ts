import type { TripInput, TripStation } from "./trip-input.ts";
import { tripLegs } from "./trip-legs.ts";

/** Share of the battery that must be left at a spare station: a driver who has to go there uses the reserve. */
const LEAST_SHARE = 0.02;

/**
 * The spare station, for the case that the planned one does not work. Of the stations within reach of the energy left on
 * arrival, a certain one comes before a doubtful one, then the nearest. null: there is none.
 */
export function spareOf(input: TripInput, at: number, kwh: number): TripStation | null {
  const legs = tripLegs(input);
  const reachable = input.stations
    .map((station, index) => ({
      station,
      index,
      need: legs.between(Math.min(at, index), Math.max(at, index)).kwh,
      doubtful: station.plugs.every((plug) => plug.doubtful),
    }))
    .filter(({ index, need }) => index !== at && need <= kwh - input.batteryKwh * LEAST_SHARE)
    .toSorted((a, b) => Number(a.doubtful) - Number(b.doubtful) || a.need - b.need);
  return reachable[0]?.station ?? null;
}
