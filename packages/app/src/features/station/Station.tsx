import { fits } from "@voltmarg/rules";
import type { Location, Vehicle } from "@voltmarg/contract";
import { memo, useState } from "react";
import { useSearchParams } from "../../ui/router.tsx";
import { LazySection } from "../../ui/LazySection.tsx";
import { lazyNamed, lazyOptional } from "../../ui/lazy-component.ts";
import { Banner } from "../../ui/Message.tsx";
import { useOpeningFocus } from "../../ui/Screen.tsx";
import { useLater } from "../../ui/use-later.ts";
import { useOnline } from "../../ui/use-online.ts";
import { copy } from "../../locations/copy.ts";
import { freshness } from "./freshness.ts";
import { PlugPrice } from "./PlugPrice.tsx";
import { PlugRows } from "./PlugRows.tsx";
import { chargerName, type Plug, plugKey, plugsOf, plugState } from "../../locations/plugs.ts";
import { StartBar } from "./StartBar.tsx";
import { stationCopy } from "./copy.ts";
import type { Check } from "../../api/queries/location-details.ts";
import { StationActions } from "./StationActions.tsx";
import { StationFacts } from "./StationFacts.tsx";
import { StationProof } from "./StationProof.tsx";
import { StationHours } from "./StationHours.tsx";
import { SitePhotos } from "./SitePhotos.tsx";
import { asAsked } from "../../locations/as-asked.ts";
import { useViewWish } from "../../locations/use-view-wish.ts";
import { isFar } from "../../locations/far.ts";
import { isStale, kmFrom, placeLine } from "../../locations/location-text.ts";
import type { Place } from "../../map/camera.ts";
import { useWatches } from "../../api/queries/watches.ts";

const WatchDialog = lazyNamed(() => import("./WatchDialog.tsx"), "WatchDialog");
const StationSite = lazyOptional(() => import("./StationSite.tsx"), "StationSite");
const StationCheckIns = lazyOptional(() => import("./StationCheckIns.tsx"), "StationCheckIns");
const ProblemDialog = lazyNamed(() => import("./ProblemDialog.tsx"), "ProblemDialog");

type OpenDialog = { what: "watch"; evseUid: string | null } | { what: "report" };

/** The details of a location, the most important first. */
export const Station = memo(function Station({
  location,
  vehicle,
  check,
  asking,
  ask,
  wide,
  now,
  me,
}: {
  location: Location;
  vehicle: Vehicle | undefined;
  check: Check | undefined;
  /** The operator is being asked. */
  asking: boolean;
  ask: () => unknown;
  wide: boolean;
  now: number;
  me: Place | null;
}) {
  const online = useOnline();
  const watches = useWatches().data?.watches;
  const heading = useOpeningFocus<HTMLHeadingElement>();
  const scanned = useSearchParams()[0].get("evse");
  const [picked, setPicked] = useState<string | null>(null);
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const stale = isStale(location, now);
  const plugs = plugsOf(location);
  const wish = useViewWish(vehicle);
  const { plugs: bestFirst, plug: best } = asAsked(location, wish, vehicle, now);
  const km = me && kmFrom(location, me);
  // Never preselects another charger than the scanned one.
  const taken = picked === null ? takenAt(plugs, stale, scanned) : null;
  const chosen = taken ? null : choose(bestFirst, stale, { picked, scanned, vehicle });
  // Waited for is a plug that fits, where there is one.
  const fitting = plugs.filter(({ connector }) => fits(connector, vehicle));
  const mine = fitting.length > 0 ? fitting : plugs;
  const free = mine.some((plug) => plugState(plug, stale).kind === "available");
  const canTurnFree = mine.some((plug) =>
    ["busy", "reserved"].includes(plugState(plug, stale).kind),
  );
  const watch = () => setAsked({ what: "watch", evseUid: taken?.evse.uid ?? null });
  const waits = taken ? plugState(taken, stale).kind === "busy" : canTurnFree && !free;
  const mayWatch = waits && online ? watch : null;
  // What lies below the first view is drawn a moment later, and in pieces.
  const lower = useLater();
  const [, ...photos] = location.site?.images ?? [];

  return (
    <>
      <div className="content st-body">
        <header className="intro">
          <h1 ref={heading} tabIndex={-1}>
            {location.name}
          </h1>
          <p className="sub ink2">
            {placeLine(location.operator.name, location.address, location.city)}
          </p>
          {location.restricted ? (
            <p className="status restricted st-restricted">{stationCopy.restricted}</p>
          ) : null}
        </header>
        <StationFacts {...{ location, vehicle, me, now }} plug={chosen ?? best} />
        <StationProof proof={location.proof} now={now} />
        {location.isOpened === false ? (
          <div className="pad st-closed">
            <Banner kind="warn">{stationCopy.closedNow}</Banner>
          </div>
        ) : null}
        {taken ? (
          <div className="pad st-closed" role="alert">
            <Banner kind="warn">
              {taken.connector.foreign_currency === undefined
                ? stationCopy.scannedTaken(chargerName(taken.evse))
                : copy.notPayable(taken.connector.foreign_currency)}
            </Banner>
          </div>
        ) : null}
        <PlugRows
          key={vehicle?.id}
          {...{ location, plugs, bestFirst, vehicle, stale, now, chosen, scanned }}
          there={km !== null && !isFar(km)}
          fresh={freshness({
            check,
            asking,
            online,
            stale,
            updatedAt: location.updated_at,
            now,
          })}
          onRefresh={() => void ask()}
          refreshing={asking}
          onChoose={(plug) => setPicked(plugKey(plug))}
          onWatch={(evseUid) => setAsked({ what: "watch", evseUid })}
        />
        {lower ? (
          <>
            {chosen ? (
              <PlugPrice
                connector={chosen.connector}
                timeZone={location.time_zone}
                {...{ vehicle, now }}
              />
            ) : null}
            <SitePhotos
              name={location.name}
              images={wide ? (location.site?.images ?? []) : photos}
            />
            <div className="pad">
              <StationHours {...{ location, now }} />
            </div>
            <LazySection>
              <StationSite location={location} />
              <StationCheckIns {...{ location, now }} />
            </LazySection>
            <StationActions
              {...{ location, vehicle }}
              onWatch={mayWatch}
              onReport={() => setAsked({ what: "report" })}
            />
          </>
        ) : null}
      </div>
      <StartBar
        {...{ location, plug: chosen, vehicle, now, check }}
        far={km !== null && isFar(km)}
        watch={watches?.find(({ location_id }) => location_id === location.id)}
        onWatch={mayWatch}
      />
      {asked?.what === "watch" ? (
        <WatchDialog {...{ location, evseUid: asked.evseUid }} onClose={() => setAsked(null)} />
      ) : null}
      {asked?.what === "report" ? (
        <ProblemDialog {...{ location, plug: chosen }} onClose={() => setAsked(null)} />
      ) : null}
    </>
  );
});

/** The scanned charger's plug when none of its plugs can be used; null: one can, or nothing was scanned. */
function takenAt(plugs: readonly Plug[], stale: boolean, scanned: string | null): Plug | null {
  const there = plugs.filter(({ evse }) => evse.uid === scanned);
  return there.some((plug) => plugState(plug, stale).usable) ? null : (there[0] ?? null);
}

/**
 * The plug chosen, of `plugs` with the best first: by the driver, at the charger they stand at, else the best that fits
 * their vehicle. One that does not
 * fit is never offered unasked.
 */
function choose(
  plugs: readonly Plug[],
  stale: boolean,
  by: {
    picked: string | null;
    scanned: string | null;
    vehicle: Vehicle | undefined;
  },
): Plug | null {
  const usable = plugs.filter((plug) => plugState(plug, stale).usable);
  return (
    usable.find((plug) => plugKey(plug) === by.picked) ??
    usable.find(({ evse }) => evse.uid === by.scanned) ??
    usable.find(({ connector }) => fits(connector, by.vehicle)) ??
    null
  );
}
