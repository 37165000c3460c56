import { fits } from "@voltmarg/rules";
import type { Location, Vehicle } from "@voltmarg/contract";
import { ArrowsClockwise } from "@phosphor-icons/react/dist/csr/ArrowsClockwise";
import { Bell } from "@phosphor-icons/react/dist/csr/Bell";
import { useId } from "react";
import { buzz } from "../../native/haptics.ts";
import { IconButton } from "../../ui/Button.tsx";
import { ConnectorIcon } from "../../ui/ConnectorIcon.tsx";
import { StatusGlyph } from "../../ui/StatusGlyph.tsx";
import { connectorKind } from "../../ui/drawings/connectors.ts";
import { when } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { aboutPerKwh, leadPrice, nextPrice } from "../../prices/lead-price.ts";
import { turnWords } from "../../prices/turn-words.ts";
import { copy } from "../../locations/copy.ts";
import type { Freshness } from "./freshness.ts";
import {
  chargerName,
  limitedPower,
  noPrice,
  type Plug,
  type PlugState,
  plugKey,
  plugPower,
  plugState,
  plugTitle,
} from "../../locations/plugs.ts";
import { stationCopy } from "./copy.ts";

type Props = {
  location: Location;
  plugs: Plug[];
  vehicle: Vehicle | undefined;
  stale: boolean;
  now: number;
  chosen: Plug | null;
  /** The charger whose code was scanned. */
  scanned: string | null;
  fresh: Freshness;
  onChoose: (plug: Plug) => void;
  onWatch: (evseUid: string) => void;
  onRefresh: () => void;
  refreshing: boolean;
};

/** The plugs as a choice; those that cannot be chosen stay readable. */
export function PlugRows(props: Props) {
  const { plugs, stale, fresh, onRefresh, refreshing } = props;
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
          aria-label={`${fresh.words}. ${copy.refresh}`}
          aria-busy={refreshing || undefined}
          onClick={onRefresh}
        >
          <ArrowsClockwise size={20} weight="bold" aria-hidden="true" />
          {fresh.words}
        </button>
      </div>
      <output className="plugs-note">
        {fresh.warning ? <Banner kind="warn">{fresh.warning}</Banner> : null}
      </output>
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
  scanned,
  onChoose,
  onWatch,
}: Props & { plug: Plug; name: string }) {
  const { evse, connector } = plug;
  const state = plugState(plug, stale);
  const price = leadPrice(connector, vehicle, location.time_zone, new Date(now));
  const about = aboutPerKwh(connector, vehicle, location.time_zone, new Date(now));
  const next = nextPrice(connector, vehicle, location.time_zone, new Date(now));
  const later = turnWords(connector, location.time_zone, now) ?? (next && copy.priceUntil(next));
  const limited = limitedPower(connector, vehicle);
  const on = chosen !== null && plugKey(chosen) === plugKey(plug);
  const detail = [
    chargerName(evse),
    scanned === evse.uid && stationCopy.scanned,
    sinceWords(plug, state.kind, location.time_zone, now),
    connector.foreign_currency !== undefined && copy.notPayableHere,
    vehicle && !fits(connector, vehicle)
      ? copy.noFit(vehicle.model)
      : limited && state.usable && copy.youGet(limited),
  ].filter(Boolean);
  const doubt = evse.confidence?.level === "doubtful" ? evse.confidence.failed_starts : 0;
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
        {doubt > 0 && state.kind !== "fault" ? (
          <span className="cap doubt">{stationCopy.doubtful(doubt)}</span>
        ) : null}
        {state.kind === "fault"
          ? null
          : [about, later].map((line) =>
              line ? (
                <span key={line} className="cap ink2 num next">
                  {line}
                </span>
              ) : null,
            )}
      </span>
      <span className="trail">
        <span className={`status ${state.kind}`}>
          <StatusGlyph kind={state.kind} />
          {state.word}
        </span>
        <span className="num price">
          {state.kind === "fault" ? "" : (price?.short ?? noPrice(connector))}
        </span>
        {price?.more && state.kind !== "fault" ? (
          <span className="cap ink2 num">{price.more}</span>
        ) : null}
      </span>
    </>
  );
  if (!state.usable)
    return (
      <div className="row plug is-off">
        {inside}
        {state.kind === "busy" ? (
          <IconButton
            className="plug-bell"
            label={stationCopy.tellMeOf(chargerName(evse))}
            onClick={() => onWatch(evse.uid)}
          >
            <Bell size={24} aria-hidden="true" />
          </IconButton>
        ) : (
          <span className="radio is-gone" />
        )}
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
          buzz(10);
          onChoose(plug);
        }}
      />
      {inside}
      <span className={`radio${on ? " is-on" : ""}`} />
    </label>
  );
}

/** Since when a plug is taken or broken: a time today, else a day. */
function sinceWords(
  { evse }: Plug,
  kind: PlugState["kind"],
  timeZone: string,
  now: number,
): string | null {
  const since =
    kind === "busy"
      ? (evse.charging_info?.since ?? evse.status_since)
      : kind === "fault" || kind === "reserved"
        ? evse.status_since
        : null;
  if (since === null) return null;
  const at = when(since, timeZone);
  const today = when(new Date(now).toISOString(), timeZone);
  return stationCopy.since(at.fullDate === today.fullDate ? at.time : at.date);
}
