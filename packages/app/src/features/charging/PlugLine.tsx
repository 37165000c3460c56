import type { Connector, Evse, Location, Vehicle } from "@voltmarg/contract";
import { aboutPerKwh, priceLine } from "../../prices/lead-price.ts";
import { turnWords } from "../../prices/turn-words.ts";
import { ConnectorIcon } from "../../ui/ConnectorIcon.tsx";
import { connectorKind } from "../../ui/drawings/connectors.ts";
import { copy } from "./copy.ts";
import { chargerName, plugTitle } from "../../locations/plugs.ts";

/** The chosen plug and what it costs now, GST included. */
export function PlugLine({
  location,
  evse,
  connector,
  vehicle,
  now,
}: {
  location: Location;
  evse: Evse;
  connector: Connector;
  vehicle: Vehicle | undefined;
  now: number;
}) {
  const price = priceLine(connector, vehicle, location.time_zone, new Date(now));
  const about = aboutPerKwh(connector, vehicle, location.time_zone, new Date(now));
  const turn = turnWords(connector, location.time_zone, now);
  return (
    <div className="ctx">
      <ConnectorIcon
        kind={connectorKind(
          connector.standard,
          connector.max_electric_power && connector.max_electric_power / 1000,
          connector.voltage,
        )}
        size={36}
      />
      <span className="grow">
        <span className="t3">{location.name}</span>
        <span className="sub ink2 num">
          {[chargerName(evse), plugTitle(connector), price ?? copy.priceNotKnown].join(" · ")}
        </span>
        {about ? <span className="cap ink2 num">{about}</span> : null}
        {turn ? <span className="cap ink2 num">{turn}</span> : null}
      </span>
    </div>
  );
}
