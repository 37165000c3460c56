import { useParams } from "react-router";
import { useAccount } from "../../api/account/account.ts";
import { isRefusal } from "../../api/http/refusal.ts";
import { useSharedTrip } from "../../api/queries/trips.ts";
import { WaySplit } from "../../map/WaySplit.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { tripCopy } from "./copy.ts";
import { keptCopy as copy } from "./kept-copy.ts";
import { PlanHead } from "./PlanHead.tsx";
import { PlanWay } from "./PlanWay.tsx";
import { wayName } from "./trip-words.ts";
import { useShownWay } from "./shown-way.ts";
import "./trip.css";

/** What a link shows to everybody who has it. */
export default function SharedTripPage() {
  const { key = "" } = useParams();
  const { data: plan, isError, error, refetch } = useSharedTrip(key);
  const isSignedIn = useAccount().state === "signed-in";
  const shown = useShownWay(plan);
  const gone = isRefusal(error, "NOT_FOUND");
  if (plan && !gone)
    return (
      <Screen
        title={wayName(plan)}
        // Who is not signed in has no links in it to scroll by.
        text={!isSignedIn}
        onBack={false}
        footer={
          isSignedIn ? (
            <ButtonLink to={planOwn(plan.end)}>{copy.planOwn}</ButtonLink>
          ) : (
            <ButtonLink to={paths.login}>{copy.openApp}</ButtonLink>
          )
        }
      >
        <WaySplit shown={shown}>
          <div className="trip-side">
            <p className="ink2">{copy.sharedBy}</p>
            <PlanHead trip={{ plan }} />
            <PlanWay trip={{ plan }} links={isSignedIn} />
          </div>
        </WaySplit>
      </Screen>
    );
  return (
    <Screen title={tripCopy.planned} onBack={false}>
      {gone ? (
        <Empty
          title={copy.sharedGone}
          action={
            <ButtonLink kind="secondary" small to={paths.tabs}>
              {copy.openApp}
            </ButtonLink>
          }
        >
          {copy.sharedGoneText}
        </Empty>
      ) : isError ? (
        <LoadError title={copy.sharedFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Screen>
  );
}

const planOwn = ({
  latitude,
  longitude,
  name,
}: {
  latitude: number;
  longitude: number;
  name?: string | undefined;
}) =>
  `${paths.trip}?${new URLSearchParams({ to: `${latitude},${longitude}`, ...(name && { name }) })}`;
