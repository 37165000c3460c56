import type { Location, Vehicle } from "@voltmarg/contract";
import { ArrowsClockwise } from "@phosphor-icons/react/dist/csr/ArrowsClockwise";
import { useId } from "react";
import { ConnectorIcon, StatusGlyph } from "../../ui/Drawing.tsx";
import { connectorKind } from "../../ui/drawings/connectors.ts";
import { ago, when } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { leadPrice, nextPrice } from "../../prices/lead-price.ts";
import { copy } from "./copy.ts";
import {
  chargerName,
  fits,
  limitedPower,
  type Plug,
  plugKey,
  plugPower,
  plugState,
  plugTitle,
} from "./plugs.ts";

type Props = {
  location: Location;
  plugs: Plug[];
  vehicle: Vehicle | undefined;
  stale: boolean;
  now: number;
  chosen: Plug | null;
  onChoose: (plug: Plug) => void;
  onRefresh: () => void;
  refreshing: boolean;
};

/** The plugs as a choice; those that cannot be chosen stay readable. */
export function PlugRows(props: Props) {
  const { location, plugs, stale, now, onRefresh, refreshing } = props;
  const name = useId();
  const free = plugs.filter((plug) => plugState(plug, stale).kind === "available").length;
  return (
    <section aria-labelledby={`${name}-title`}>
      <div className="section plugs-title">
        <h2 id={`${name}-title`} className="num">
          {stale ? copy.plugsUnknown(plugs.length) : copy.plugsFree(free, plugs.length)}
        </h2>
        <button
          type="button"
          className="fresh num"
          aria-label={`${copy.updated(ago(location.updated_at, now))}. ${copy.refresh}`}
          aria-busy={refreshing || undefined}
          onClick={onRefresh}
        >
          <ArrowsClockwise size={20} weight="bold" aria-hidden="true" />
          {copy.updated(ago(location.updated_at, now))}
        </button>
      </div>
      {stale ? (
        <div className="pad plugs-note">
          <Banner kind="warn">{copy.statusOldText}</Banner>
        </div>
      ) : null}
      <ul className="rows plugs" role="radiogroup" aria-label={copy.plugs}>
        {plugs.map((plug) => (
          <li key={plugKey(plug)} role="none">
            <PlugRow {...props} plug={plug} name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PlugRow({
  location,
  plug,
  name,
  vehicle,
  stale,
  now,
  chosen,
  onChoose,
}: Props & { plug: Plug; name: string }) {
  const { evse, connector } = plug;
  const state = plugState(plug, stale);
  const price = leadPrice(connector, vehicle, location.time_zone, new Date(now));
  const next = nextPrice(connector, vehicle, location.time_zone, new Date(now));
  const limited = limitedPower(connector, vehicle);
  const on = chosen !== null && plugKey(chosen) === plugKey(plug);
  const since = state.kind === "busy" && (evse.charging_info?.since ?? evse.status_since);
  const detail = [
    chargerName(evse),
    since ? copy.since(when(since, location.time_zone).time) : null,
    vehicle && !fits(connector, vehicle)
      ? copy.noFit(vehicle.model)
      : limited && state.kind !== "fault" && copy.youGet(limited),
  ].filter(Boolean);
  const inside = (
    <>
      <span className="lead">
        <ConnectorIcon
          kind={connectorKind(connector.standard, plugPower(connector), connector.voltage)}
          size={36}
        />
      </span>
      <span className="body">
        <span className="title num">{plugTitle(connector)}</span>
        <span className="sub ink2 num">{detail.join(" · ")}</span>
        {next && state.kind !== "fault" ? (
          <span className="cap ink2 num next">{copy.priceUntil(next)}</span>
        ) : null}
      </span>
      <span className="trail">
        <span className={`status ${state.kind}`}>
          <StatusGlyph kind={state.kind} />
          {state.word}
        </span>
        <span className="num price">
          {state.kind === "fault" ? "" : (price?.short ?? copy.priceUnknown)}
        </span>
      </span>
    </>
  );
  if (!state.usable)
    return (
      <div className="row plug is-off">
        {inside}
        <span className="radio is-gone" />
      </div>
    );
  return (
    <label className={`row plug${on ? " is-on" : ""}`}>
      <input
        type="radio"
        className="sr-only"
        name={name}
        checked={on}
        onChange={() => {
          navigator.vibrate?.(10);
          onChoose(plug);
        }}
      />
      {inside}
      <span className={`radio${on ? " is-on" : ""}`} />
    </label>
  );
}
