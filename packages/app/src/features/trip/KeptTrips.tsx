import { DotsThreeVertical } from "@phosphor-icons/react/dist/csr/DotsThreeVertical";
import type { TripSummary } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { Suspense, useState } from "react";
import { SavedSince } from "../../offline/SavedSince.tsx";
import { paths } from "../../paths.ts";
import { IconButton } from "../../ui/Button.tsx";
import { distance, duration, inr, when } from "../../ui/format.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Link } from "../../ui/router.tsx";
import { keptCopy as copy } from "./kept-copy.ts";
import { tripName } from "./trip-words.ts";

const TripDialog = lazyNamed(() => import("./TripDialog.tsx"), "TripDialog");

/** The trips with a name, and the last ten others. */
export function KeptTrips({
  trips,
  at,
  failed,
}: {
  trips: readonly TripSummary[];
  /** When they were loaded, ms. */
  at: number;
  failed: boolean;
}) {
  const [menu, setMenu] = useState<string>();
  const chosen = trips.find(({ id }) => id === menu);
  if (trips.length === 0) return null;
  const part = (title: string, of: readonly TripSummary[]) =>
    of.length > 0 ? (
      <section key={title}>
        <h2 className="t3">{title}</h2>
        <ul className="rows">
          {of.map((trip) => (
            <li key={trip.id}>
              <Row trip={trip} onMore={() => setMenu(trip.id)} />
            </li>
          ))}
        </ul>
      </section>
    ) : null;
  return (
    <div className="trip-kept">
      <SavedSince at={at} failed={failed} />
      {part(
        copy.named,
        trips.filter(({ name }) => name !== null),
      )}
      {part(
        copy.recent,
        trips.filter(({ name }) => name === null),
      )}
      {chosen ? (
        <Suspense fallback={null}>
          <TripDialog trip={chosen} onClose={() => setMenu(undefined)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Row({ trip, onMore }: { trip: TripSummary; onMore: () => void }) {
  const name = tripName(trip);
  const facts = [
    when(trip.departs_at, INDIA_ZONE).dateTime,
    distance(trip.km),
    duration(trip.minutes),
    ...(trip.price_minor === null ? [] : [inr(trip.price_minor)]),
  ];
  return (
    <div className="row">
      <Link className="row-link body" to={paths.tripOf(trip.id)}>
        <b className="title--m">{name}</b>
        {trip.begun_at ? <span className="tag tag--accent">{copy.begun}</span> : null}
        <span className="sub ink2 num">{facts.join(" · ")}</span>
      </Link>
      <IconButton label={copy.moreOf(name)} aria-haspopup="dialog" onClick={onMore}>
        <DotsThreeVertical size={26} weight="bold" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
