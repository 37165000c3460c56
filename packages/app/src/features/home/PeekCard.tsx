import type { Location, Vehicle } from "@voltmarg/contract";
import type { Wish } from "@voltmarg/rules";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { paths } from "../../paths.ts";
import { leadPrice, nextPrice } from "../../prices/lead-price.ts";
import { turnWords } from "../../prices/turn-words.ts";
import { ButtonLink, IconButton } from "../../ui/Button.tsx";
import { ConnectorIcon } from "../../ui/ConnectorIcon.tsx";
import { StatusGlyph } from "../../ui/StatusGlyph.tsx";
import { connectorKind } from "../../ui/drawings/connectors.ts";
import { ago } from "../../ui/format.ts";
import { useOnline } from "../../ui/use-online.ts";
import { copy } from "../../locations/copy.ts";
import { DirectionsLink } from "../../locations/DirectionsLink.tsx";
import { FavouriteButton } from "../../locations/FavouriteButton.tsx";
import { asAsked } from "../../locations/as-asked.ts";
import { limitedPower, plugPower, plugTitle, noPrice } from "../../locations/plugs.ts";
import {
  distanceWords,
  hoursLine,
  kmFrom,
  placeLine,
  statusLine,
} from "../../locations/location-text.ts";
import type { Place } from "../../map/camera.ts";

/** The station chosen on the map: the best plug, its price and the way on. */
export function PeekCard({
  location: whole,
  vehicle,
  wish,
  me,
  now,
  onClose,
}: {
  location: Location;
  vehicle: Vehicle | undefined;
  wish: Wish;
  me: Place | null;
  now: number;
  onClose: () => void;
}) {
  const { location, plug } = asAsked(whole, wish, vehicle, now);
  const status = statusLine(location, now, useOnline());
  const price = plug && leadPrice(plug.connector, vehicle, location.time_zone, new Date(now));
  const next = plug && nextPrice(plug.connector, vehicle, location.time_zone, new Date(now));
  const later =
    (plug && turnWords(plug.connector, location.time_zone, now)) ?? (next && copy.priceFrom(next));
  const limited = plug && limitedPower(plug.connector, vehicle);
  const hours = hoursLine(location, new Date(now));
  const far = distanceWords(kmFrom(location, me));
  return (
    <div className="peek">
      <div className="peek-head">
        <div className="grow">
          <h2 className="one">{location.name}</h2>
          <p className="sub ink2 one">{placeLine(location.operator.name, location.address)}</p>
        </div>
        <div className="peek-tools">
          <FavouriteButton location={location} />
          <IconButton label={copy.close} onClick={onClose}>
            <X size={26} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <p className="dots num">
        <span className={`status ${status.className}`}>
          <StatusGlyph kind={status.kind} />
          {status.text}
        </span>
        {far ? <span className="sub ink2">{far}</span> : null}
        {status.kind === "unknown" ? null : (
          <span className="sub ink2">{copy.updated(ago(location.updated_at, now))}</span>
        )}
        <span className="sub ink2">
          {hours.head === copy.allDay ? copy.openAllDay : hours.detail}
        </span>
      </p>
      {plug ? (
        <div className="peek-plug">
          <ConnectorIcon
            kind={connectorKind(
              plug.connector.standard,
              plugPower(plug.connector),
              plug.connector.voltage,
            )}
            size={36}
          />
          <span className="grow">
            <span className="t3 num">{plugTitle(plug.connector)}</span>
            {limited && vehicle ? (
              <span className="sub ink2 num">{copy.yourVehicleTakes(vehicle.model, limited)}</span>
            ) : null}
          </span>
          <span className="peek-price">
            {price ? (
              <>
                <span className="t3 num">{price.amount}</span>
                <span className="cap ink2">{price.unit ? copy.gstIncl(price.unit) : null}</span>
                {price.more ? <span className="cap ink2 num">{price.more}</span> : null}
                {later ? <span className="cap ink2 num">{later}</span> : null}
              </>
            ) : (
              <span className="cap ink2">{noPrice(plug.connector)}</span>
            )}
          </span>
        </div>
      ) : null}
      <div className="acts">
        <DirectionsLink location={location} />
        <ButtonLink to={paths.station(location.id)}>{copy.viewPlugs}</ButtonLink>
      </div>
    </div>
  );
}
