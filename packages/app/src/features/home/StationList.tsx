import type { Vehicle } from "@voltmarg/contract";
import { CaretDown } from "@phosphor-icons/react/dist/csr/CaretDown";
import { type ReactNode, useMemo } from "react";
import { Button } from "../../ui/Button.tsx";
import { ago } from "../../ui/format.ts";
import { Empty, RowError, SkeletonRows } from "../../ui/Message.tsx";
import { useGrowing } from "../../locations/use-growing.ts";
import { useOnline } from "../../ui/use-online.ts";
import { copy } from "../../locations/copy.ts";
import { AskPlace } from "./AskPlace.tsx";
import type { HomeList } from "./home-list.ts";
import type { Sort } from "../../api/queries/locations.ts";
import type { Camera, Place } from "../../map/camera.ts";
import { bestReasons } from "../../locations/best-reasons.ts";
import { asAsked } from "../../locations/as-asked.ts";
import { stateOf } from "../../locations/location-text.ts";
import { StationRow } from "../../locations/StationRow.tsx";
import type { Area } from "../../api/queries/locations.ts";
import { clearFilter, isStart, setView, useView } from "../../locations/view.ts";

const sorts = () => Object.entries(copy.sorts) as [Sort, string][];
/** km between the driver and the place searched below which both are the same place */
const HERE_KM = 0.3;
const FARTHER = 3;

type Props = {
  list: HomeList;
  text: string;
  area: Area;
  /** A filter may have left stations out. */
  asking: boolean;
  vehicle: Vehicle | undefined;
  me: Place | null;
  now: number;
  selected: string | null;
  sort: Sort;
  /** Another place was chosen; the list looks there already. */
  onPlace: (camera: Camera) => void;
};

/** The list under the map, and what stands above it: the map in words. */
export function StationList(props: Props) {
  const { list, text, now, sort, me, area } = props;
  const { stations, error, retry, cutOff } = list;
  const online = useOnline();
  // Sorted from a place that is not the driver's, distances from the driver would look like no order at all.
  const note = useView((view) => (view.note?.address === view.address ? view.note : undefined));
  const from = me && nearTo(me, area) ? me : null;
  const hasRows = stations !== undefined && stations.length > 0;
  return (
    <>
      {!me && !cutOff && !text && isStart(area) ? <AskPlace onPlace={props.onPlace} /> : null}
      <div className="listhead">
        <output className="sub ink2 num">
          {hasRows ? <Summary {...{ list, text, now, vehicle: props.vehicle }} /> : null}
        </output>
        {cutOff ? null : text ? (
          <span className="sub ink3 sort-fixed">{copy.sortByText}</span>
        ) : (
          <label className="sort btn btn--quiet">
            <span className="sr-only">{copy.sort}</span>
            <select
              value={sort}
              onChange={(event) => setView({ sort: event.target.value as Sort })}
            >
              {sorts().map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <CaretDown size={18} weight="bold" aria-hidden="true" />
          </label>
        )}
      </div>
      {note ? <p className="sub list-note">{note.text}</p> : null}
      {hasRows && me && !from ? <p className="sub ink3 list-note">{copy.fromSearched}</p> : null}
      {error && (!hasRows || online) && !list.isOld ? (
        <RowError title={copy.failed} error={error} onRetry={retry} />
      ) : null}
      {error && !stations ? null : (
        <Rows {...props} me={from}>
          {hasRows && list.total > stations.length ? (
            <p className="sub ink3 num list-more">{copy.more(stations.length)}</p>
          ) : null}
        </Rows>
      )}
    </>
  );
}

const nearTo = (a: Place, b: Place) =>
  Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180)) * 111 < HERE_KM;

function Summary({ list, text, now, vehicle }: Pick<Props, "list" | "text" | "now" | "vehicle">) {
  const { stations = [], total, seenAt } = list;
  if (seenAt !== null)
    return (
      <>
        <b>{copy.saved(stations.length)}</b> {copy.savedHere}
        <span className="seen">{copy.seen(ago(new Date(seenAt).toISOString(), now))}</span>
      </>
    );
  if (text) return <b>{copy.found(total)}</b>;
  // Of those that are not listed nobody has counted the free ones.
  if (total > stations.length) return <b>{copy.saved(total)}</b>;
  const free = stations.filter(
    (one) => stateOf(asAsked(one, list.wish, vehicle, now).location, now) === "available",
  ).length;
  return (
    <>
      <b>{copy.freeOf(free, stations.length)}</b> {copy.haveFree(stations.length)}
    </>
  );
}

function Rows({
  list,
  text,
  area,
  asking,
  vehicle,
  me,
  now,
  selected,
  sort,
  children,
}: Props & { children: ReactNode }) {
  const { stations, cutOff, wish } = list;
  const [shown, end] = useGrowing(stations?.length ?? 0);
  const reasons = useMemo(
    () =>
      stations && sort === "best" && !text
        ? bestReasons(stations, { vehicle, wish, me, now })
        : null,
    [stations, sort, text, wish, vehicle, me, now],
  );
  if (!stations) return <SkeletonRows rows={4} label={copy.loading} />;
  if (stations.length === 0)
    return (
      <Empty
        title={copy.noneTitle}
        action={
          asking || text ? (
            <Button
              kind="secondary"
              small
              onClick={() => (text ? setView({ text: "", address: null }) : clearFilter())}
            >
              {text ? copy.clearSearch : copy.clearFilters}
            </Button>
          ) : cutOff ? null : (
            <Button
              kind="secondary"
              small
              onClick={() => setView({ area: { ...area, km: area.km * FARTHER } })}
            >
              {copy.widen}
            </Button>
          )
        }
      >
        {cutOff
          ? copy.noneSavedText
          : text
            ? copy.noneFoundText
            : asking
              ? copy.noneFilteredText
              : copy.noneText}
      </Empty>
    );
  return (
    <>
      <ul className="rows stations" aria-busy={list.isOld || undefined}>
        {stations.slice(0, shown).map((location) => (
          <li key={location.id}>
            <StationRow
              {...{ location, vehicle, wish, me, now }}
              answered={!cutOff}
              reason={reasons?.get(location.id)}
              byPower={sort === "fast" && !text}
              selected={location.id === selected}
            />
          </li>
        ))}
      </ul>
      {
        // Another mark after each growth: one that stays near comes near only once.
        shown < stations.length ? <div key={shown} style={{ height: 1 }} ref={end} /> : children
      }
    </>
  );
}
