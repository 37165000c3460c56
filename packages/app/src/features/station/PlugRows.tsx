import { fits } from "@voltmarg/rules";
import type { Location, Vehicle } from "@voltmarg/contract";
import { ArrowsClockwise } from "@phosphor-icons/react/dist/csr/ArrowsClockwise";
import { Bell } from "@phosphor-icons/react/dist/csr/Bell";
import { useId, useState } from "react";
import { buzz } from "../../native/haptics.ts";
import { IconButton } from "../../ui/Button.tsx";
import { ConnectorIcon } from "../../ui/ConnectorIcon.tsx";
import { StatusGlyph } from "../../ui/StatusGlyph.tsx";
import { connectorKind } from "../../ui/drawings/connectors.ts";
import { when } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { leadPrice, nextPrice } from "../../prices/lead-price.ts";
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
import { groupPlugs, type PlugGroup } from "./plug-groups.ts";
import { PlugGroupRow } from "./PlugGroupRow.tsx";

type Props = {
  location: Location;
  plugs: Plug[];
  /** The same, the one that is meant first. */
  bestFirst: readonly Plug[];
  vehicle: Vehicle | undefined;
  stale: boolean;
  now: number;
  chosen: Plug | null;
  /** The charger whose code was scanned. */
  scanned: string | null;
  /** The driver stands here, before chargers with numbers. */
  there: boolean;
  fresh: Freshness;
  onChoose: (plug: Plug) => void;
  onWatch: (evseUid: string) => void;
  onRefresh: () => void;
  refreshing: boolean;
};

/**
 * The plugs as a choice, equal ones behind one row; those that cannot be chosen stay readable. The order is that of the
 * first look: a row must not move away under the finger when a status changes.
 */
export function PlugRows(props: Props) {
  const { location, plugs, bestFirst, vehicle, stale, now, fresh, onRefresh, refreshing } = props;
  const name = useId();
  const groups = groupPlugs(plugs, bestFirst, (connector) =>
    leadPrice(connector, vehicle, location.time_zone, new Date(now)),
  );
  const [order] = useState(() => groups.map(({ title }) => title));
  const placeOf = ({ title }: PlugGroup) => order.indexOf(title) + 1 || Infinity;
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
        {groups
          .toSorted((a, b) => placeOf(a) - placeOf(b))
          .map((group) => (
            <li key={group.key} role="none">
              {group.plugs.length === 1 ? (
                <PlugRow {...props} plug={group.plugs[0]!} name={name} />
              ) : (
                <Group {...props} group={group} name={name} />
              )}
            </li>
          ))}
      </ul>
    </section>
  );
}

function Group({ group, name, ...props }: Props & { group: PlugGroup; name: string }) {
  const { chosen, scanned, there, vehicle, stale, bestFirst, onChoose } = props;
  const { title, plugs } = group;
  const own = chosen && plugs.find((plug) => plugKey(plug) === plugKey(chosen));
  const [asked, setAsked] = useState<boolean | null>(null);
  const open =
    asked ?? ((there && own !== undefined) || plugs.some(({ evse }) => evse.uid === scanned));
  const toggle = () => {
    setAsked(!open);
    const keys = new Set(plugs.map(plugKey));
    const best = bestFirst.find((plug) => keys.has(plugKey(plug)) && plugState(plug, stale).usable);
    if (!open && !own && best && fits(best.connector, vehicle)) onChoose(best);
  };
  return (
    <>
      <PlugGroupRow {...props} {...{ group, open }} chosen={own ?? null} onToggle={toggle} />
      {open ? (
        <ul aria-label={title} className="rows plugs-same">
          {plugs.map((plug) => (
            <li key={plugKey(plug)}>
              <PlugRow {...props} plug={plug} name={name} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
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
  const next = nextPrice(connector, vehicle, location.time_zone, new Date(now));
  const later = turnWords(connector, location.time_zone, now) ?? (next && copy.priceUntil(next));
  const limited = limitedPower(connector, vehicle);
  const on = chosen !== null && plugKey(chosen) === plugKey(plug);
  const fitting = !vehicle || fits(connector, vehicle);
  const detail = [
    chargerName(evse),
    scanned === evse.uid && stationCopy.scanned,
    sinceWords(plug, state.kind, location.time_zone, now),
    connector.foreign_currency !== undefined && copy.notPayableHere,
    fitting && limited && state.usable && copy.youGet(limited),
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
        {vehicle && !fitting ? (
          <span className="cap doubt">{copy.noFit(vehicle.model)}</span>
        ) : null}
        {doubt > 0 && state.kind !== "fault" ? (
          <span className="cap doubt">{stationCopy.doubtful(doubt)}</span>
        ) : null}
        {later && state.kind !== "fault" ? (
          <span className="cap ink2 num next">{later}</span>
        ) : null}
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
