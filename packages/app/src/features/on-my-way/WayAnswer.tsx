import type { Vehicle } from "@voltmarg/contract";
import type { useWay } from "../../api/queries/ways.ts";
import type { Filter } from "../../locations/filter.ts";
import { isAsking } from "../../locations/filter.ts";
import { FilterChips } from "../../locations/FilterChips.tsx";
import { clearFilter } from "../../locations/view.ts";
import { paths } from "../../paths.ts";
import type { Place } from "../../places/place.ts";
import { tripBetween } from "../../places/way-path.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { distance, duration, km as wholeKm } from "../../ui/format.ts";
import { Banner, Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { useWide } from "../../ui/use-media.ts";
import { useOnline } from "../../ui/use-online.ts";
import { wayCopy as copy } from "./copy.ts";
import type { AlongShown } from "./use-along-shown.ts";
import { WayStations } from "./WayStations.tsx";

type Props = {
  ends: { from: Place | null; to: Place | null };
  way: ReturnType<typeof useWay>;
  along: AlongShown;
  vehicle: Vehicle | undefined;
  now: number;
  km: number;
  /** Where to look next; null: nowhere farther. */
  wider: number | null;
  filter: Filter;
  charge: number | null;
  onKm: (km: number) => void;
};

/** The way in a line of words, and the stations along it. */
export function WayAnswer(props: Props) {
  const { ends, way, vehicle, charge } = props;
  const online = useOnline();
  const { data } = way;
  if (!data)
    return way.isError ? (
      <LoadError title={copy.wayFailed} error={way.error} onRetry={() => void way.refetch()} />
    ) : online ? (
      <SkeletonRows rows={4} label={copy.finding} />
    ) : (
      <Banner kind="info">{copy.offline}</Banner>
    );
  return (
    <>
      <div className="way-head">
        <output className="num">
          <b>
            {data.minutes === null
              ? distance(data.km)
              : copy.summary(distance(data.km), duration(data.minutes))}
          </b>
        </output>
        {vehicle?.vehicle_type === "FOUR_WHEELER" ? (
          <ButtonLink kind="secondary" small to={tripBetween(ends)}>
            {copy.plan}
          </ButtonLink>
        ) : null}
      </div>
      {data.straight ? (
        <Banner kind="warn" className="way-banner">
          {copy.straight}
        </Banner>
      ) : null}
      {charge !== null && data.charge_at === null && !way.isPlaceholderData ? (
        <p className="sub ink2 way-note">{copy.batteryUnknown}</p>
      ) : null}
      <Stations {...props} chargeAt={charge === null ? null : data.charge_at} />
    </>
  );
}

function Stations({
  along,
  vehicle,
  now,
  km,
  wider,
  filter,
  onKm,
  chargeAt,
}: Props & { chargeAt: NonNullable<Props["way"]["data"]>["charge_at"] }) {
  const { list, stations, total, wish } = along;
  const wide = useWide();
  const asking = isAsking(filter);
  const chips = <FilterChips vehicle={vehicle} wide={wide} to={`${paths.cpoFilter}?way`} />;
  // The rows of another question stay until the new ones are there; what was said of them does not.
  const isOld = list.isPlaceholderData;
  if (!stations || (isOld && stations.length === 0))
    return list.isError ? (
      <LoadError title={copy.failed} error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <>
        {chips}
        <SkeletonRows rows={4} label={copy.loading} />
      </>
    );
  return (
    <>
      {chips}
      <output className="sub ink2 num way-count">
        {stations.length > 0 && !isOld ? copy.found(total, wholeKm(km)) : null}
      </output>
      {stations.length > 0 ? (
        <div aria-busy={isOld || undefined}>
          <WayStations {...{ stations, chargeAt, vehicle, wish, now }} more={list} />
        </div>
      ) : (
        <Empty
          title={copy.none(wholeKm(km))}
          action={
            <>
              {wider === null ? null : (
                <Button kind="secondary" small onClick={() => onKm(wider)}>
                  {copy.look(wholeKm(wider))}
                </Button>
              )}
              {asking ? (
                <Button kind="secondary" small onClick={() => clearFilter()}>
                  {copy.clearFilters}
                </Button>
              ) : null}
            </>
          }
        >
          {asking ? copy.noneFiltered : copy.noneText}
        </Empty>
      )}
    </>
  );
}
