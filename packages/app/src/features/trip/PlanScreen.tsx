import { DotsThreeVertical } from "@phosphor-icons/react/dist/csr/DotsThreeVertical";
import { ShareNetwork } from "@phosphor-icons/react/dist/csr/ShareNetwork";
import type { Trip } from "@voltmarg/contract";
import { Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { isRefusal } from "../../api/http/refusal.ts";
import { useTrip } from "../../api/queries/trips.ts";
import { SavedSince } from "../../offline/SavedSince.tsx";
import { WaySplit } from "../../map/WaySplit.tsx";
import { paths } from "../../paths.ts";
import { Button, ButtonLink, IconButton } from "../../ui/Button.tsx";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen, useBack } from "../../ui/Screen.tsx";
import { tripCopy as copy } from "./copy.ts";
import { HowReckoned } from "./HowReckoned.tsx";
import { keptCopy } from "./kept-copy.ts";
import { PlanActions, useBegin } from "./PlanActions.tsx";
import { PlanFacts, PlanHead } from "./PlanHead.tsx";
import { PlanWay } from "./PlanWay.tsx";
import { Preferences } from "./Preferences.tsx";
import { useShownWay } from "./shown-way.ts";
import { StopTrouble } from "./StopTrouble.tsx";
import { tripName } from "./trip-words.ts";
import { useProgress } from "./use-progress.ts";
import { wayCopy } from "./way-copy.ts";

const TripDialog = lazyNamed(() => import("./TripDialog.tsx"), "TripDialog");
const loadReplan = () => import("./ReplanDialog.tsx");
const ReplanDialog = lazyNamed(loadReplan, "ReplanDialog");

/** One trip: what it takes, its stops beside the map, and on the way what comes next. */
export function PlanScreen({ id }: { id: string }) {
  const { data: trip, dataUpdatedAt, isError, error, refetch } = useTrip(id);
  const back = useBack(paths.trip);
  const gone = isRefusal(error, "NOT_FOUND");
  if (trip && !gone) return <Plan trip={trip} at={dataUpdatedAt} failed={isError} onBack={back} />;
  return (
    <Screen title={copy.planned} onBack={back}>
      {gone ? (
        <Empty
          title={copy.tripGone}
          action={
            <ButtonLink kind="secondary" small to={paths.trip}>
              {copy.plan}
            </ButtonLink>
          }
        >
          {copy.tripGoneText}
        </Empty>
      ) : isError ? (
        <LoadError title={copy.tripFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Screen>
  );
}

function Plan({
  trip,
  at,
  failed,
  onBack,
}: {
  trip: Trip;
  at: number;
  failed: boolean;
  onBack: () => void;
}) {
  const navigate = useNavigate();
  const progress = useProgress(trip);
  const [menu, setMenu] = useState<"menu" | "share">();
  const [replan, setReplan] = useState(false);
  const { plan } = trip;
  const isBegun = trip.begun_at !== null;
  const shown = useShownWay(plan);
  // What may be needed on the way is loaded while there is a network.
  useEffect(() => {
    if (isBegun) void loadReplan().catch(() => undefined);
  }, [isBegun]);
  const begin = useBegin(trip);
  return (
    <Screen
      title={tripName(trip)}
      onBack={onBack}
      actions={
        <>
          <IconButton
            label={keptCopy.share}
            aria-haspopup="dialog"
            onClick={() => setMenu("share")}
          >
            <ShareNetwork size={26} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={keptCopy.moreOf(tripName(trip))}
            aria-haspopup="dialog"
            onClick={() => setMenu("menu")}
          >
            <DotsThreeVertical size={26} weight="bold" aria-hidden="true" />
          </IconButton>
        </>
      }
      footer={<PlanActions trip={trip} progress={progress} />}
    >
      <WaySplit shown={shown}>
        <div className="trip-side">
          <SavedSince at={at} failed={failed} />
          <StopTrouble trip={trip} progress={progress} onReplan={() => setReplan(true)} />
          <PlanHead trip={trip} />
          {isBegun ? null : (
            <>
              <PlanFacts plan={plan} />
              <Preferences trip={trip} />
            </>
          )}
          <PlanWay trip={trip} progress={progress}>
            <NextStop onLess={() => setReplan(true)} onPast={progress.pass} />
          </PlanWay>
          {isBegun ? <PlanFacts plan={plan} /> : null}
          <HowReckoned of={plan.assumptions} />
          {isBegun && progress.next !== null ? (
            <Button
              kind="danger-quiet"
              className="trip-end"
              busy={begin.isPending && wayCopy.ending}
              onClick={() => begin.mutate(false)}
            >
              {wayCopy.end}
            </Button>
          ) : null}
        </div>
      </WaySplit>
      {menu ? (
        <Suspense fallback={null}>
          <TripDialog
            trip={trip}
            at={menu}
            onClose={() => setMenu(undefined)}
            onDeleted={() => void navigate(paths.trip, { replace: true })}
          />
        </Suspense>
      ) : null}
      {replan ? (
        <Suspense fallback={null}>
          <ReplanDialog trip={trip} onClose={() => setReplan(false)} />
        </Suspense>
      ) : null}
    </Screen>
  );
}

/** What a driver may have to say about the next stop. */
const NextStop = ({ onLess, onPast }: { onLess: () => void; onPast: () => void }) => (
  <p className="trip-next">
    <Button kind="outline" small onClick={onLess}>
      {wayCopy.less}
    </Button>
    <Button kind="quiet" small onClick={onPast}>
      {wayCopy.past}
    </Button>
  </p>
);
