import type { Location, Vehicle } from "@voltmarg/contract";
import { CaretDown } from "@phosphor-icons/react/dist/csr/CaretDown";
import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { Empty, RowError, SkeletonRows } from "../../ui/Message.tsx";
import { copy } from "./copy.ts";
import type { Sort } from "./station-list.ts";
import { type Place, stateOf } from "./station-words.ts";
import { StationRow } from "./StationRow.tsx";

const SORTS = Object.entries(copy.sorts) as [Sort, string][];

type Props = {
  /** undefined: not loaded yet */
  locations: Location[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** Of how many these are, when not all could be listed. */
  total: number;
  vehicle: Vehicle | undefined;
  me: Place | null;
  now: number;
  online: boolean;
  selected: string | null;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onClear: (() => void) | null;
};

/** The list under the map, and what stands above it: the map in words. */
export function StationList(props: Props) {
  const { locations, error, onRetry, total, now, online, sort, onSort, onClear } = props;
  const free = locations?.filter((location) => stateOf(location, now) === "available").length ?? 0;
  const hasOld = locations !== undefined && locations.length > 0;
  return (
    <>
      <div className="listhead">
        <output className="sub ink2 num">
          {hasOld ? <Summary count={locations.length} free={free} online={online} /> : null}
        </output>
        <label className="sort btn btn--quiet">
          <span className="sr-only">{copy.sort}</span>
          <select value={sort} onChange={(event) => onSort(event.target.value as Sort)}>
            {SORTS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <CaretDown size={18} weight="bold" aria-hidden="true" />
        </label>
      </div>
      {error && !hasOld ? (
        <RowError title={copy.failed} error={error} onRetry={onRetry} />
      ) : (
        <Rows {...props}>
          {hasOld && total > locations.length && !onClear ? (
            <p className="sub ink3 num list-end">{copy.more(locations.length)}</p>
          ) : null}
        </Rows>
      )}
    </>
  );
}

function Summary({ count, free, online }: { count: number; free: number; online: boolean }) {
  if (!online)
    return (
      <>
        <b>{copy.saved(count)}</b> {copy.savedHere}
      </>
    );
  return (
    <>
      <b>
        {free} of {count}
      </b>{" "}
      {copy.haveFree(count)}
    </>
  );
}

function Rows({
  locations,
  vehicle,
  me,
  now,
  selected,
  onClear,
  children,
}: Props & { children: ReactNode }) {
  if (!locations) return <SkeletonRows rows={4} label={copy.loading} />;
  if (locations.length === 0)
    return (
      <Empty
        title={copy.noneTitle}
        action={
          onClear ? (
            <Button kind="secondary" small onClick={onClear}>
              {copy.clearFilters}
            </Button>
          ) : null
        }
      >
        {copy.noneText}
      </Empty>
    );
  return (
    <>
      <ul className="rows stations">
        {locations.map((location) => (
          <li key={location.id}>
            <StationRow {...{ location, vehicle, me, now }} selected={location.id === selected} />
          </li>
        ))}
      </ul>
      {children}
    </>
  );
}
