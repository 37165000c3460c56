import { Flag } from "@phosphor-icons/react/dist/csr/Flag";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { NavigationArrow } from "@phosphor-icons/react/dist/csr/NavigationArrow";
import { PencilSimple } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { useMutation } from "@tanstack/react-query";
import type { Trip, TripStop } from "@voltmarg/contract";
import { CHARGE_EFFICIENCY } from "@voltmarg/rules";
import { useNavigate } from "react-router";
import { sentence } from "../../api/http/refusal.ts";
import { changeTrip } from "../../api/queries/trips.ts";
import { directionsTo, leavesBrowser } from "../../locations/directions.ts";
import { begunTrip } from "../../native/storage.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink, IconButton } from "../../ui/Button.tsx";
import { showToast } from "../../ui/toast.ts";
import { tripCopy } from "./copy.ts";
import { askAgain, changeDraft, draftOf } from "./trip-draft.ts";
import type { Progress } from "./trip-progress.ts";
import { wayName } from "./trip-words.ts";
import { wayCopy as copy } from "./way-copy.ts";

/** Begins or ends a trip, and stores this on the device, so that the trip's bar appears or disappears. */
export function useBegin(trip: Trip) {
  return useMutation({
    mutationFn: (begun: boolean) => changeTrip(trip.id, { begun }),
    onSuccess: ({ id, begun_at }) => begunTrip.write(begun_at === null ? null : id),
    onError: (error) => showToast(sentence(error), "error"),
  });
}

/** The one thing to do next with a trip: start it, charge at its next stop, or end it. */
export function PlanActions({ trip, progress }: { trip: Trip; progress: Progress }) {
  const navigate = useNavigate();
  const begin = useBegin(trip);
  if (trip.begun_at === null) {
    const change = () => {
      const { start: from, end: to } = trip.plan;
      changeDraft({ from, to, ...optional(askAgain(trip)) });
      void navigate(paths.trip);
    };
    return (
      <>
        <IconButton className="btn btn--secondary trip-square" label={copy.change} onClick={change}>
          <PencilSimple size={26} aria-hidden="true" />
        </IconButton>
        <Button busy={begin.isPending && copy.starting} onClick={() => begin.mutate(true)}>
          {copy.start}
        </Button>
      </>
    );
  }
  const { session, next } = progress;
  const stop = next === null ? undefined : trip.plan.stops[next];
  if (session)
    return (
      <ButtonLink
        to={session.status === "ACTIVE" ? paths.live(session.id) : paths.starting(session.id)}
        icon={<Lightning size={24} aria-hidden="true" />}
      >
        {copy.toSession}
      </ButtonLink>
    );
  if (!stop)
    return (
      <>
        <Directions name={trip.plan.end.name ?? tripCopy.end} to={trip.plan.end} />
        <Button
          icon={<Flag size={24} aria-hidden="true" />}
          busy={begin.isPending && copy.ending}
          onClick={() =>
            begin.mutate(false, { onSuccess: () => showToast(copy.ended(wayName(trip))) })
          }
        >
          {copy.end}
        </Button>
      </>
    );
  return (
    <>
      <Directions name={stop.station.name} to={stop.station} />
      <ButtonLink to={chargePath(stop)} icon={<Lightning size={24} aria-hidden="true" />}>
        {copy.charge}
      </ButtonLink>
    </>
  );
}

/**
 * The limit of the stop, with how full the battery is by the plan. A limit counts what comes from the plug, and the battery
 * keeps less of it: so it goes on a little further than the plan says, for the energy and the price of the plan.
 */
function chargePath({ station, evse_uid, connector_id, ...share }: TripStop): string {
  const plug = { location: station.id, evse: evse_uid, connector: connector_id };
  const { arrive_percent: from, leave_percent: to } = share;
  const until = Math.min(100, Math.round(from + (to - from) / CHARGE_EFFICIENCY));
  return `${paths.estimateMoney(plug)}&battery=${from}&until=${until}`;
}

const optional = (ask: ReturnType<typeof askAgain>) => (ask ? draftOf(ask) : {});

/** The leg that comes next, in the driver's own navigation. */
function Directions({ name, to }: { name: string; to: { latitude: number; longitude: number } }) {
  const href = directionsTo({ name, coordinates: to }, navigator.userAgent);
  return (
    <a
      className="btn btn--secondary trip-square"
      aria-label={copy.directionsTo(name)}
      href={href}
      {...(leavesBrowser(href) ? {} : { target: "_blank", rel: "noopener noreferrer" })}
    >
      <NavigationArrow size={26} aria-hidden="true" />
    </a>
  );
}
