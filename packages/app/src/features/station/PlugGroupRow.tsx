import { fits } from "@voltmarg/rules";
import type { Vehicle } from "@voltmarg/contract";
import { CaretDown } from "@phosphor-icons/react/dist/csr/CaretDown";
import { CaretUp } from "@phosphor-icons/react/dist/csr/CaretUp";
import { ConnectorIcon } from "../../ui/ConnectorIcon.tsx";
import { StatusGlyph } from "../../ui/StatusGlyph.tsx";
import { connectorKind } from "../../ui/drawings/connectors.ts";
import { copy } from "../../locations/copy.ts";
import { chargerName, limitedPower, noPrice, type Plug, plugPower } from "../../locations/plugs.ts";
import { stationCopy } from "./copy.ts";
import { groupState, type PlugGroup } from "./plug-groups.ts";

/** Equal plugs as one row, which opens into them. */
export function PlugGroupRow({
  group: { title, price, plugs },
  vehicle,
  stale,
  open,
  chosen,
  onToggle,
}: {
  group: PlugGroup;
  vehicle: Vehicle | undefined;
  stale: boolean;
  open: boolean;
  /** The one of these that is chosen. */
  chosen: Plug | null;
  onToggle: () => void;
}) {
  const { connector } = plugs[0]!;
  const state = groupState(plugs, stale);
  const limited = limitedPower(connector, vehicle);
  const fitting = !vehicle || fits(connector, vehicle);
  const detail = [
    chosen && chargerName(chosen.evse),
    fitting && limited && copy.youGet(limited),
  ].filter(Boolean);
  const { confidence } = chosen?.evse ?? {};
  const doubt = confidence?.level === "doubtful" && !open ? confidence.failed_starts : 0;
  const Caret = open ? CaretUp : CaretDown;
  return (
    <button
      type="button"
      className={`row plug plug-group${chosen && !open ? " is-on" : ""}`}
      aria-expanded={open}
      onClick={onToggle}
    >
      <span className="lead">
        <ConnectorIcon
          kind={connectorKind(connector.standard, plugPower(connector), connector.voltage)}
          size={36}
        />
      </span>
      <span className="body">
        <span className="title num">{title}</span>
        <span className="sub ink2 num">
          {detail.length > 0 ? detail.join(" · ") : stationCopy.samePlugs(plugs.length)}
        </span>
        {vehicle && !fitting ? (
          <span className="cap doubt">{copy.noFit(vehicle.model)}</span>
        ) : null}
        {doubt > 0 ? <span className="cap doubt">{stationCopy.doubtful(doubt)}</span> : null}
      </span>
      <span className="trail">
        <span className={`status ${state.kind}`}>
          <StatusGlyph kind={state.kind} />
          {state.word}
        </span>
        <span className="num price">{price ? price.short : noPrice(connector)}</span>
        {price?.more ? <span className="cap ink2 num">{price.more}</span> : null}
      </span>
      <Caret size={24} weight="bold" aria-hidden="true" />
    </button>
  );
}
