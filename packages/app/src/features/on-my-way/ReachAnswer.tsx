import type { Location, Vehicle } from "@voltmarg/contract";
import type { Wish } from "@voltmarg/rules";
import type { useNearby } from "../../api/queries/locations.ts";
import type { useReach } from "../../api/queries/ways.ts";
import { type Filter, isAsking } from "../../locations/filter.ts";
import { FilterChips } from "../../locations/FilterChips.tsx";
import { StationRow } from "../../locations/StationRow.tsx";
import { clearFilter } from "../../locations/view.ts";
import { paths } from "../../paths.ts";
import type { Place } from "../../places/place.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { decimal, distance } from "../../ui/format.ts";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { useGrowing } from "../../locations/use-growing.ts";
import { useWide } from "../../ui/use-media.ts";
import { useOnline } from "../../ui/use-online.ts";
import { wayCopy as copy } from "./copy.ts";

type Props = {
  middle: Place | null;
  reach: ReturnType<typeof useReach>;
  list: ReturnType<typeof useNearby>;
  stations: readonly Location[] | undefined;
  vehicle: Vehicle | undefined;
  wish: Wish;
  now: number;
  filter: Filter;
  charge: number | null;
};

/** How far the charge lasts, in words, and the stations in the ring. */
export function ReachAnswer(props: Props) {
  const { middle, reach, charge, list, stations } = props;
  if (charge === null || !middle) return <p className="ink2 way-note">{copy.reachStart}</p>;
  if (reach.isError)
    return (
      <LoadError
        title={copy.reachFailed}
        error={reach.error}
        onRetry={() => void reach.refetch()}
      />
    );
  const { data } = reach;
  if (!data) return <SkeletonRows rows={4} label={copy.loading} />;
  return (
    <>
      <p className="num way-note">
        {copy.reachText(distance(data.reach_km), `${decimal(data.reserve_percent, 0)}%`)}
      </p>
      {stations ? (
        <Stations {...props} stations={stations} />
      ) : list.isError ? (
        <LoadError title={copy.failed} error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <SkeletonRows rows={4} label={copy.loading} />
      )}
    </>
  );
}

function Stations({
  middle,
  list,
  stations,
  vehicle,
  wish,
  now,
  filter,
}: Props & { stations: readonly Location[] }) {
  const wide = useWide();
  const online = useOnline();
  const [shown, end] = useGrowing(stations.length);
  const me = middle && { lat: middle.latitude, lon: middle.longitude };
  const asking = isAsking(filter);
  return (
    <>
      <FilterChips vehicle={vehicle} wide={wide} to={`${paths.cpoFilter}?way`} />
      <output className="sub ink2 num way-count">
        {stations.length > 0 ? copy.reachFound(list.data?.total_elements ?? 0) : null}
      </output>
      {stations.length > 0 ? (
        <ul className="rows stations" aria-label={copy.reachStations}>
          {stations.slice(0, shown).map((location) => (
            <li key={location.id}>
              <StationRow {...{ location, vehicle, wish, me, now }} answered={online} />
            </li>
          ))}
        </ul>
      ) : (
        <Empty
          title={copy.reachNone}
          action={
            asking ? (
              <Button kind="secondary" small onClick={() => clearFilter()}>
                {copy.clearFilters}
              </Button>
            ) : (
              <ButtonLink kind="secondary" small to={paths.map}>
                {copy.toMap}
              </ButtonLink>
            )
          }
        >
          {asking ? copy.noneFiltered : copy.reachNoneText}
        </Empty>
      )}
      {shown < stations.length ? <div key={shown} style={{ height: 1 }} ref={end} /> : null}
    </>
  );
}
