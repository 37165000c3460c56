import type { Location, Vehicle } from "@voltmarg/contract";
import { drawPin } from "../../map/pin-drawing.ts";
import { toSvg } from "../../map/drawing.ts";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { leadPrice } from "../../prices/lead-price.ts";
import { Drawing, StatusGlyph } from "../../ui/Drawing.tsx";
import { useOnline } from "../../ui/use-online.ts";
import { copy } from "./copy.ts";
import { leadPlug, plugTitle } from "./plugs.ts";
import { distanceWords, kmFrom, type Place, stateOf, statusLine } from "./station-words.ts";

/** A station as a row: pin, name, how far, whose, state, plug, price. */
export function StationRow({
  location,
  vehicle,
  me,
  now,
  selected = false,
}: {
  location: Location;
  vehicle: Vehicle | undefined;
  me: Place | null;
  now: number;
  selected?: boolean;
}) {
  const status = statusLine(location, now, useOnline());
  const plug = leadPlug(location, vehicle);
  const price = plug && leadPrice(plug.connector, vehicle, location.time_zone, new Date(now));
  const far = distanceWords(kmFrom(location, me));
  return (
    <Link
      to={paths.station(location.id)}
      className={`row station${selected ? " is-sel" : ""}`}
      aria-current={selected ? "true" : undefined}
    >
      <span className="lead">
        <PinMark location={location} now={now} />
      </span>
      <span className="body">
        <span className="title one">{location.name}</span>
        <span className="sub ink2 one num">
          {[far, location.operator.name].filter(Boolean).join(" · ")}
        </span>
        <span className="dots">
          <span className={`status ${status.className}`}>
            <StatusGlyph kind={status.kind} />
            <span className="num">{status.text}</span>
          </span>
          {plug ? <span className="sub ink2 one num">{plugTitle(plug.connector)}</span> : null}
        </span>
      </span>
      <span className="trail">
        {price ? (
          <>
            <span className="val num">{price.amount}</span>
            <span className="cap ink3">{price.unit}</span>
          </>
        ) : (
          <span className="cap ink3">{copy.priceUnknown}</span>
        )}
      </span>
    </Link>
  );
}

function PinMark({ location, now }: { location: Location; now: number }) {
  const look = {
    state: stateOf(location, now, useOnline()),
    power: location.power_class,
    free: location.availableConnectors,
    total: location.totalConnectors,
    favourite: location.isWishListItem,
    selected: false,
  };
  return <Drawing svg={toSvg(drawPin(look), 0.84)} />;
}
