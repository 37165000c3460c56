import { useDeferredValue } from "react";
import { MapTrifold } from "@phosphor-icons/react/dist/csr/MapTrifold";
import { serviceTimeOf } from "../../clock.ts";
import { primaryOf, useVehicles } from "../../api/queries/vehicles.ts";
import { toSvg } from "../../map/drawing.ts";
import { drawPin } from "../../map/pin-drawing.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { ago } from "../../ui/format.ts";
import { Empty, LoadError, RowError, SkeletonRows } from "../../ui/Message.tsx";
import { PullToRefresh } from "../../ui/pull/PullToRefresh.tsx";
import { useOnline } from "../../ui/use-online.ts";
import { copy } from "../../locations/copy.ts";
import { useFavourites } from "../../api/queries/locations.ts";
import { freeFirst } from "../../locations/free-first.ts";
import { StationRow } from "../../locations/StationRow.tsx";
import { useNow } from "../../ui/use-now.ts";
import { useView } from "../../locations/view.ts";
import "../../locations/locations.css";

const EMPTY_ART = toSvg(
  drawPin({
    state: "unknown",
    power: "fast",
    free: 0,
    total: 0,
    favourite: true,
    selected: false,
  }),
  2,
);

/** The driver's favourites, with their current status. */
export default function FavouritesPage() {
  const me = useView((view) => view.me);
  const now = useNow();
  const vehicle = primaryOf(useVehicles().data);
  const favourites = useFavourites(me);
  const { dataUpdatedAt } = favourites;
  // The rows are drawn in slices: many at once keep a slow phone from answering a touch.
  const data = useDeferredValue(favourites.data);
  const answered = useOnline() && !favourites.isError;
  const age = ago(new Date(serviceTimeOf(dataUpdatedAt)).toISOString(), now);
  return (
    <main className="tab-page">
      <PullToRefresh of={[favourites.refetch]} />
      <div className="pagehead favourites-head">
        <h1 className="t1 grow">{copy.favouritesTitle}</h1>
        {data ? (
          <span className="cap ink3 num">{answered ? copy.updated(age) : copy.seen(age)}</span>
        ) : null}
      </div>
      {favourites.isError && data ? (
        <RowError
          title={copy.favouritesFailed}
          error={favourites.error}
          onRetry={() => void favourites.refetch()}
        />
      ) : null}
      {data && data.length > 0 ? (
        <ul className="rows stations">
          {freeFirst(data, { vehicle, me, now }).map((location) => (
            <li key={location.id}>
              <StationRow {...{ location, vehicle, me, now }} answered={answered} />
            </li>
          ))}
        </ul>
      ) : data ? (
        <Empty
          art={EMPTY_ART}
          title={copy.noFavouritesTitle}
          action={
            <ButtonLink
              kind="secondary"
              small
              to={paths.map}
              icon={<MapTrifold size={22} aria-hidden="true" />}
            >
              {copy.findStation}
            </ButtonLink>
          }
        >
          {copy.noFavouritesText}
        </Empty>
      ) : favourites.isError ? (
        <LoadError
          title={copy.favouritesFailed}
          error={favourites.error}
          onRetry={() => void favourites.refetch()}
        />
      ) : (
        <SkeletonRows rows={5} label={copy.loading} />
      )}
    </main>
  );
}
