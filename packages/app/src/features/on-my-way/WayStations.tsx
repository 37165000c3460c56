import type { Location, Vehicle } from "@voltmarg/contract";
import type { Wish } from "@voltmarg/rules";
import { decimal, distance } from "../../ui/format.ts";
import { InfiniteEnd } from "../../ui/InfiniteEnd.tsx";
import { useGrowing } from "../../locations/use-growing.ts";
import { useOnline } from "../../ui/use-online.ts";
import { StationRow } from "../../locations/StationRow.tsx";
import { type ChargeAt, chargeOnArrival, detourKm } from "./along.ts";
import { wayCopy as copy } from "./copy.ts";

/** Less is no detour. */
const DETOUR_KM = 0.5;
const START_KM = 0.5;

type More = Parameters<typeof InfiniteEnd>[0]["list"];

/** The stations in the order in which the way passes them. Hundreds are drawn a few at a time. */
export function WayStations({
  stations,
  chargeAt,
  vehicle,
  wish,
  now,
  more,
}: {
  stations: readonly Location[];
  chargeAt: ChargeAt | null;
  vehicle: Vehicle | undefined;
  wish: Wish;
  now: number;
  more: More;
}) {
  const [shown, end] = useGrowing(stations.length);
  const online = useOnline();
  return (
    <>
      <ul className="rows stations" aria-label={copy.stations}>
        {stations.slice(0, shown).map((location) => (
          <li key={location.id}>
            <StationRow
              {...{ location, vehicle, wish, now }}
              me={null}
              answered={online}
              along={alongWords(location, chargeAt)}
            />
          </li>
        ))}
      </ul>
      {shown < stations.length ? (
        <div key={shown} style={{ height: 1 }} ref={end} />
      ) : (
        <InfiniteEnd list={more} label={copy.loadingMore} errorTitle={copy.failed} />
      )}
    </>
  );
}

/** "after 124 km · about 3.1 km more · battery there about 42%" */
function alongWords({ route }: Location, chargeAt: ChargeAt | null): string | undefined {
  if (!route) return undefined;
  const detour = detourKm(route.off_km);
  return [
    route.along_km < START_KM ? copy.atStart : copy.atKm(distance(route.along_km)),
    detour < DETOUR_KM ? copy.direct : copy.more(distance(detour)),
    batteryWords(chargeOnArrival(chargeAt, route)),
  ]
    .flatMap((part) => (part ? [part.replaceAll(" ", "\u00a0")] : []))
    .join(" · ");
}

function batteryWords(left: number | null): string | null {
  if (left === null) return null;
  return left < 1 ? copy.tooFar : copy.batteryThere(`${decimal(Math.floor(left), 0)}%`);
}
