import type { Location, StationWatch, Vehicle } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import type { MouseEvent } from "react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { serviceNow } from "../../clock.ts";
import { Link } from "../../ui/router.tsx";
import { paths } from "../../paths.ts";
import { priceLine } from "../../prices/lead-price.ts";
import { priceCopy } from "../../prices/copy.ts";
import { Button } from "../../ui/Button.tsx";
import { when } from "../../ui/format.ts";
import { showToast } from "../../ui/toast.ts";
import { useOnline } from "../../ui/use-online.ts";
import { copy } from "../../locations/copy.ts";
import { DirectionsLink } from "../../locations/DirectionsLink.tsx";
import { noPrice, type Plug, plugKey, plugsOf, plugState } from "../../locations/plugs.ts";
import { type Check, checkBeforeStart } from "../../api/queries/location-details.ts";
import { stationCopy } from "./copy.ts";
import { isStale, opensAt } from "../../locations/location-text.ts";

/** What is said while no plug is chosen: then one may be waited for. */
const notChosen = (refusal: string) =>
  refusal === copy.noPlugFree || refusal === stationCopy.choosePlug;

/** The way to a charge; where no plug is free the way to hear of one; else the sentence that says why there is none. */
export function StartBar({
  location,
  plug,
  vehicle,
  now,
  check,
  watch,
  far,
  onWatch,
}: {
  location: Location;
  plug: Plug | null;
  vehicle: Vehicle | undefined;
  now: number;
  check: Check | undefined;
  /** What is waited for here already. */
  watch: StationWatch | undefined;
  /** The driver is not there yet: the way comes before the start. */
  far: boolean;
  /** null: nothing here can turn free. */
  onWatch: (() => void) | null;
}) {
  const refusal = whyNot(location, plug, now, useOnline());
  return (
    <footer className="actionbar">
      <DirectionsLink location={location} wide={far} />
      {plug && refusal === null ? (
        <StartLink {...{ location, plug, vehicle, now, check, far }} />
      ) : refusal !== null && notChosen(refusal) && onWatch ? (
        <div className="grow start-wait">
          <Button onClick={onWatch}>
            {watch
              ? stationCopy.waitingUntil(when(watch.expires_at, INDIA_ZONE).time)
              : stationCopy.tellMe}
          </Button>
        </div>
      ) : (
        <output className="start-not">{refusal}</output>
      )}
    </footer>
  );
}

/** Asks the operator once more before it goes on: a plug that was taken meanwhile is not offered a charge. */
function StartLink({
  location,
  plug,
  vehicle,
  now,
  check,
  far,
}: {
  location: Location;
  plug: Plug;
  vehicle: Vehicle | undefined;
  now: number;
  check: Check | undefined;
  far: boolean;
}) {
  const navigate = useNavigate();
  const [checking, setChecking] = useState(false);
  const price = priceLine(plug.connector, vehicle, location.time_zone, new Date(now));
  const to = paths.estimateMoney({
    location: location.id,
    evse: plug.evse.uid,
    connector: plug.connector.id,
  });

  async function start(event: MouseEvent): Promise<void> {
    // Opened beside this page, or being asked already.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (checking) return;
    setChecking(true);
    const known = await checkBeforeStart(location.id, check);
    setChecking(false);
    const found = known && plugsOf(known).find((one) => plugKey(one) === plugKey(plug));
    if (known && !(found && plugState(found, isStale(known, serviceNow())).usable))
      showToast(stationCopy.takenMeanwhile, "error");
    else void navigate(to);
  }

  return (
    <Link
      className={`btn ${far ? "btn--secondary" : "btn--primary"} btn--two`}
      to={to}
      aria-busy={checking || undefined}
      onClick={(event) => void start(event)}
    >
      <span>{checking ? stationCopy.checkingStart : copy.setLimit}</span>
      <span className="detail num">
        {price === null
          ? noPrice(plug.connector)
          : price === priceCopy.freeOfCharge
            ? price
            : copy.gstIncluded(price)}
      </span>
    </Link>
  );
}

function whyNot(
  location: Location,
  plug: Plug | null,
  now: number,
  online: boolean,
): string | null {
  if (location.restricted && location.state_on_map === "restricted") return copy.restrictedText;
  if (location.isOpened === false) return copy.closedUntil(opensAt(location, new Date(now)));
  if (!plug) {
    const stale = isStale(location, now);
    const plugs = plugsOf(location);
    if (plugs.some((one) => plugState(one, stale).usable)) return stationCopy.choosePlug;
    const foreign = plugs.find(({ connector }) => connector.foreign_currency)?.connector;
    return foreign?.foreign_currency && plugs.every(({ connector }) => connector.foreign_currency)
      ? copy.notPayable(foreign.foreign_currency)
      : copy.noPlugFree;
  }
  return online ? null : stationCopy.startOffline;
}
