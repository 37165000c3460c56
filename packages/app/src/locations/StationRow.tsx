import type { Location, Pin, Vehicle } from "@voltmarg/contract";
import { cityMinutes, type Wish } from "@voltmarg/rules";
import { memo } from "react";
import { drawPin } from "../map/pin-drawing.ts";
import { toSvg } from "../map/drawing.ts";
import { Link } from "../ui/router.tsx";
import { paths } from "../paths.ts";
import { leadPrice } from "../prices/lead-price.ts";
import { turnWords } from "../prices/turn-words.ts";
import { Drawing } from "../ui/Drawing.tsx";
import { StatusGlyph } from "../ui/StatusGlyph.tsx";
import { ago } from "../ui/format.ts";
import { copy } from "./copy.ts";
import { asAsked, usualWish } from "./as-asked.ts";
import { limitedPower, plugTitle, noPrice } from "./plugs.ts";
import { RowProof } from "./RowProof.tsx";
import { distanceWords, kmFrom, stateOf, statusLine } from "./location-text.ts";
import type { Place } from "../map/camera.ts";

/** A status older than this, ms, is shown with its age. */
const AGED_MS = 5 * 60_000;

type Props = {
  location: Location;
  vehicle: Vehicle | undefined;
  /** What the list was searched for; else that the vehicle can use it. */
  wish?: Wish;
  me: Place | null;
  now: number;
  /** The service answered the last call. If not, no plug is shown as free. */
  answered?: boolean;
  selected?: boolean;
  /** The list is in the order of what the vehicle gets: then the row says that. */
  byPower?: boolean;
  /** In what it is the best of the list. */
  reason?: string | undefined;
  /** Where it is on a way, and what is left there, in place of how far away. */
  along?: string | undefined;
};

/** A location as a row: pin, name, distance, operator, status with its age, plug, price. */
export const StationRow = memo(function StationRow({
  location: whole,
  vehicle,
  wish = usualWish(vehicle),
  me,
  now,
  answered = true,
  selected = false,
  byPower = false,
  reason,
  along,
}: Props) {
  const { location, plug } = asAsked(whole, wish, vehicle, now);
  const status = statusLine(location, now, answered);
  const state = stateOf(location, now, answered);
  const isAged = now - Date.parse(location.updated_at) > AGED_MS;
  const price = plug && leadPrice(plug.connector, vehicle, location.time_zone, new Date(now));
  const km = kmFrom(location, me);
  const minutes = km === null ? null : cityMinutes(km);
  const limited = plug && byPower && limitedPower(plug.connector, vehicle);
  const turn = plug && turnWords(plug.connector, location.time_zone, now);
  return (
    <Link
      to={paths.station(location.id)}
      className={`row station${selected ? " is-sel" : ""}`}
      aria-current={selected ? "true" : undefined}
    >
      <span className="lead">
        <PinMark location={location} state={state} />
      </span>
      <span className="body">
        <span className="title two-lines">{location.name}</span>
        {along ? <span className="sub num along">{along}</span> : null}
        <span className="sub ink2 one num">
          {[
            along ? null : distanceWords(km),
            minutes === null || along ? null : copy.aboutMinutes(minutes),
            location.operator.name,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <span className="dots">
          <span className={`status ${status.className}`}>
            <StatusGlyph kind={status.kind} />
            <span className="num">{status.text}</span>
          </span>
          {isAged && ["available", "busy", "fault"].includes(state) ? (
            <span className="sub ink2 one num">{ago(location.updated_at, now)}</span>
          ) : null}
          {plug ? (
            <span className="sub ink2 one num">
              {[plugTitle(plug.connector), limited && copy.youGet(limited)]
                .filter(Boolean)
                .join(" · ")}
            </span>
          ) : null}
        </span>
        <RowProof proof={location.proof} now={now} />
        {turn ? <span className="cap ink2 num line turn">{turn}</span> : null}
        {reason ? <span className="cap reason">{reason}</span> : null}
      </span>
      <span className="trail">
        {price ? (
          <>
            <span className="val num">{price.amount}</span>
            <span className="cap ink2">{price.unit}</span>
            {price.more ? <span className="cap ink2 num more">{price.more}</span> : null}
          </>
        ) : (
          <span className="cap ink2">{plug ? noPrice(plug.connector) : copy.priceUnknown}</span>
        )}
      </span>
    </Link>
  );
});

function PinMark({ location, state }: { location: Location; state: Pin["state"] }) {
  const look = {
    state,
    power: location.power_class,
    free: location.availableConnectors,
    total: location.totalConnectors,
    favourite: location.isWishListItem,
    selected: false,
  };
  return <Drawing svg={toSvg(drawPin(look), 0.84)} />;
}
