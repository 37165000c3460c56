import { CaretUp } from "@phosphor-icons/react/dist/csr/CaretUp";
import { Path } from "@phosphor-icons/react/dist/csr/Path";
import type { Trip } from "@voltmarg/contract";
import { isRefusal } from "../../api/http/refusal.ts";
import { useTrip } from "../../api/queries/trips.ts";
import { begunTrip } from "../../native/storage.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../ui/router.tsx";
import { momentOf, percent } from "./trip-times.ts";
import { wayName } from "./trip-words.ts";
import { useProgress } from "./use-progress.ts";
import { wayCopy as copy } from "./way-copy.ts";

/** Above the tab bar while a trip is on the way: its next stop, with the time and the charge that are planned there. */
export function TripBar({ id }: { id: string }) {
  const { data: trip, error } = useTrip(id);
  if (isRefusal(error, "NOT_FOUND")) begunTrip.write(null);
  else if (trip) return <Bar trip={trip} />;
  return null;
}

function Bar({ trip }: { trip: Trip }) {
  const { next } = useProgress(trip);
  if (trip.begun_at === null) return null;
  const { plan } = trip;
  const stop = next === null ? null : plan.stops[next]!;
  const lead = stop
    ? `${momentOf(stop.arrives_at, trip)} · ${copy.barArrive(percent(stop.arrive_percent))}`
    : copy.barEnd(momentOf(plan.arrives_at, trip));
  return (
    <aside aria-label={copy.bar}>
      <Link className="session" to={paths.tripOf(trip.id)}>
        <span className="bolt">
          <Path size={24} weight="bold" aria-hidden="true" />
        </span>
        <span className="grow">
          <span className="val num one">{lead}</span>
          <span className="cap one">{stop ? copy.barNext(stop.station.name) : wayName(trip)}</span>
        </span>
        <span className="iconbtn" aria-hidden="true">
          <CaretUp size={24} weight="bold" />
        </span>
      </Link>
    </aside>
  );
}
