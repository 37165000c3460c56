import type { Location, Vehicle } from "@voltmarg/contract";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { leadPrice } from "../../prices/lead-price.ts";
import { connectorName } from "../../ui/drawings/connectors.ts";
import { copy } from "./copy.ts";
import { DirectionsLink } from "./DirectionsLink.tsx";
import { type Plug, plugPower } from "./plugs.ts";
import { opensAt } from "./station-words.ts";

/** The way to a charge, or the sentence that says why there is none. */
export function StartBar({
  location,
  plug,
  vehicle,
  now,
}: {
  location: Location;
  plug: Plug | null;
  vehicle: Vehicle | undefined;
  now: number;
}) {
  const refusal = whyNot(location, plug, now);
  const price = plug && leadPrice(plug.connector, vehicle, location.time_zone, new Date(now));
  return (
    <footer className="actionbar">
      <DirectionsLink location={location} />
      {refusal !== null || !plug ? (
        <output className="start-not">{refusal}</output>
      ) : (
        <Link
          className="btn btn--primary btn--two"
          to={paths.estimateMoney({
            location: location.id,
            evse: plug.evse.uid,
            connector: plug.connector.id,
          })}
        >
          <span>{copy.startCharging}</span>
          <span className="detail num">
            {[
              connectorName(
                plug.connector.standard,
                plugPower(plug.connector),
                plug.connector.voltage,
              ),
              price ? copy.gstIncluded(price.short) : copy.priceUnknown,
            ].join(" · ")}
          </span>
        </Link>
      )}
    </footer>
  );
}

function whyNot(location: Location, plug: Plug | null, now: number): string | null {
  if (location.restricted && location.state_on_map === "restricted") return copy.restrictedText;
  if (location.isOpened === false) return copy.closedUntil(opensAt(location, new Date(now)));
  return plug ? null : copy.noPlugFree;
}
