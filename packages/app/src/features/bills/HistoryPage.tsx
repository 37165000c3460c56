import { ArrowUDownLeft } from "@phosphor-icons/react/dist/csr/ArrowUDownLeft";
import { HourglassMedium } from "@phosphor-icons/react/dist/csr/HourglassMedium";
import { MagnifyingGlass } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { MapTrifold } from "@phosphor-icons/react/dist/csr/MapTrifold";
import type { Cdr } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { useState } from "react";
import { serviceNow } from "../../clock.ts";
import { Link, useSearchParams } from "../../ui/router.tsx";
import { useCdrs, useUsage } from "../../api/queries/cdrs.ts";
import { paths } from "../../paths.ts";
import { SavedSince } from "../../offline/SavedSince.tsx";
import { byMonth } from "../../ui/by-month.ts";
import { Button, ButtonLink, IconButton } from "../../ui/Button.tsx";
import { emptyStone } from "../../ui/drawings/empty-stone.ts";
import { inr, kwh, duration, when } from "../../ui/format.ts";
import { addMonths, dayOf, monthOf } from "../../ui/india-days.ts";
import { InfiniteEnd } from "../../ui/InfiniteEnd.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { PullToRefresh } from "../../ui/pull/PullToRefresh.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { billCopy as copy } from "./copy.ts";
import { HistorySearch } from "./HistorySearch.tsx";
import "./bills.css";

const isMonth = /^20\d\d-(?:0[1-9]|1[0-2])$/;
/** The longest the service sums up in one answer. */
const monthsAtOnce = 36;

/** `?month=2026-11` and `?q=` narrow the list down. */
export default function HistoryPage() {
  const [query, setQuery] = useSearchParams();
  const month = isMonth.test(query.get("month") ?? "") ? query.get("month")! : "";
  const words = (query.get("q") ?? "").slice(0, 100);
  const search = words.trim();
  const narrowed = month !== "" || words !== "";
  const [asked, setAsked] = useState(false);
  const open = asked || narrowed;
  const cdrs = useCdrs({
    ...(month ? { month } : {}),
    ...(search ? { search_text: search } : {}),
  });
  const sums = useMonthSums();
  // Nothing to search in.
  const nothing = !open && cdrs.data?.pages[0]?.total_elements === 0;
  const items = cdrs.data?.pages.flatMap((page) => page.content) ?? [];
  const months = byMonth(items, (cdr) => cdr.start_date_time, !cdrs.hasNextPage);
  const narrow = (part: { month?: string; q?: string }) =>
    setQuery(
      Object.fromEntries(Object.entries({ month, q: words, ...part }).filter(([, value]) => value)),
      { replace: true },
    );
  const showAll = () => {
    narrow({ month: "", q: "" });
    setAsked(false);
  };

  return (
    <Screen
      title={copy.historyTitle}
      className="hs"
      actions={
        nothing ? undefined : (
          <IconButton
            label={copy.search}
            aria-expanded={open}
            onClick={() => (open ? showAll() : setAsked(true))}
          >
            <MagnifyingGlass size={26} aria-hidden="true" />
          </IconButton>
        )
      }
    >
      <PullToRefresh of={[cdrs.refetch, sums.refetch]} />
      {open ? (
        <HistorySearch
          words={words}
          month={month}
          months={[...sums.months.values()].filter(({ charges }) => charges > 0)}
          onChange={narrow}
        />
      ) : null}
      <SavedSince at={cdrs.dataUpdatedAt} failed={cdrs.isError} />
      {cdrs.isPending ? <SkeletonRows rows={8} /> : null}
      {cdrs.isError && !cdrs.data ? (
        <LoadError
          title={copy.historyFailed}
          error={cdrs.error}
          onRetry={() => void cdrs.refetch()}
        />
      ) : null}
      {cdrs.data && items.length === 0 ? <NoCharges narrowed={narrowed} onAll={showAll} /> : null}
      {search && cdrs.data && items.length > 0 ? (
        <output className="found sub ink2 num">
          {copy.found(cdrs.data.pages[0]!.total_elements)}
        </output>
      ) : null}
      {months.map(({ name, items: charges }) => {
        // What a search left over is not the month.
        const sum = search ? undefined : sums.months.get(monthOf(charges[0]!.start_date_time));
        return (
          <section key={name}>
            <div className="mh num">
              <h2>{name}</h2>
              {sum ? (
                <span className="ink2">{copy.summary(sum.charges, inr(sum.amount_minor))}</span>
              ) : null}
            </div>
            <ul className="rows">
              {charges.map((cdr) => (
                <li key={cdr.id}>
                  <Charge cdr={cdr} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {cdrs.data ? (
        <InfiniteEnd list={cdrs} label={copy.more} errorTitle={copy.moreFailed} />
      ) : null}
    </Screen>
  );
}

/** What the service sums up for each of the last 36 months, newest first; nothing while it is not known. */
function useMonthSums() {
  const [today] = useState(() => dayOf(serviceNow()));
  const usage = useUsage({
    date_from: `${addMonths(today.slice(0, 7), 1 - monthsAtOnce)}-01`,
    date_to: today,
    group_by: "month",
  });
  const stretches = usage.data?.stretches ?? [];
  const months = new Map(
    stretches.toReversed().map((stretch) => {
      const month = stretch.from.slice(0, 7);
      return [month, { ...stretch, month }] as const;
    }),
  );
  return { months, refetch: usage.refetch };
}

const NoCharges = ({ narrowed, onAll }: { narrowed: boolean; onAll: () => void }) =>
  narrowed ? (
    <Empty
      title={copy.noneFoundTitle}
      action={
        <Button kind="secondary" small onClick={onAll}>
          {copy.showAll}
        </Button>
      }
    >
      {copy.noneFoundText}
    </Empty>
  ) : (
    <Empty
      art={emptyStone("0")}
      title={copy.emptyTitle}
      action={
        <ButtonLink
          kind="secondary"
          small
          to={paths.map}
          icon={<MapTrifold size={24} aria-hidden="true" />}
        >
          {copy.findStation}
        </ButtonLink>
      }
    >
      {copy.emptyText}
    </Empty>
  );

function Charge({ cdr }: { cdr: Cdr }) {
  const start = when(cdr.start_date_time, INDIA_ZONE);
  return (
    <Link className="row h" to={paths.bill(cdr.id)}>
      <span className="lead day num">
        <b>{start.day}</b>
        <span>{start.weekday}</span>
      </span>
      <span className="body">
        <b className="title--m two-lines">{cdr.location.name}</b>
        <span className="sub ink2 one num">
          {start.time} · {duration(cdr.total_time_s / 60)} · {kwh(cdr.total_energy)}
        </span>
        {cdr.credited_by ? (
          <span className="status unknown">
            <ArrowUDownLeft size={18} weight="bold" aria-hidden="true" />
            {cdr.provisional?.state === "REPLACED" ? copy.replacedTag : copy.takenBack}
          </span>
        ) : cdr.provisional?.state === "OPEN" ? (
          <span className="status unknown">
            <HourglassMedium size={18} weight="bold" aria-hidden="true" />
            {copy.provisionalTag}
          </span>
        ) : null}
      </span>
      <span className={`trail val${cdr.credited_by ? " is-back" : ""}`}>
        {inr(cdr.amount_minor)}
      </span>
    </Link>
  );
}
