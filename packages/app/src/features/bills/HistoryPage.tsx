import { MapTrifold } from "@phosphor-icons/react/dist/csr/MapTrifold";
import type { Cdr } from "@voltmarg/contract";
import { Link } from "react-router";
import { useCdrs } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { byMonth } from "../../ui/by-month.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { emptyStone } from "../../ui/drawings/brand.ts";
import { inr, kwh, minutes, when } from "../../ui/format.ts";
import { InfiniteEnd } from "../../ui/InfiniteEnd.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { billCopy as copy } from "./copy.ts";
import "./bills.css";

export default function HistoryPage() {
  const cdrs = useCdrs();
  const items = cdrs.data?.pages.flatMap((page) => page.content) ?? [];
  const months = byMonth(
    items,
    (cdr) => ({ instant: cdr.start_date_time, timeZone: cdr.time_zone }),
    !cdrs.hasNextPage,
  );
  return (
    <Screen title={copy.historyTitle} className="hs">
      {cdrs.isPending ? <SkeletonRows rows={8} /> : null}
      {cdrs.isError && !cdrs.data ? (
        <LoadError
          title={copy.historyFailed}
          error={cdrs.error}
          onRetry={() => void cdrs.refetch()}
        />
      ) : null}
      {cdrs.data && items.length === 0 ? (
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
      ) : null}
      {months.map((month) => (
        <section key={month.name}>
          <div className="mh num">
            <h2>{month.name}</h2>
            {month.complete ? (
              <span className="ink2">
                {copy.summary(
                  month.items.length,
                  inr(month.items.reduce((sum, cdr) => sum + cdr.amount_minor, 0)),
                )}
              </span>
            ) : null}
          </div>
          <ul className="rows">
            {month.items.map((cdr) => (
              <li key={cdr.id}>
                <Charge cdr={cdr} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {cdrs.data ? (
        <InfiniteEnd list={cdrs} label={copy.more} errorTitle={copy.moreFailed} />
      ) : null}
    </Screen>
  );
}

function Charge({ cdr }: { cdr: Cdr }) {
  const start = when(cdr.start_date_time, cdr.time_zone);
  return (
    <Link className="row h" to={paths.bill(cdr.id)}>
      <span className="lead day num">
        <b>{start.day}</b>
        <span>{start.weekday}</span>
      </span>
      <span className="body">
        <b className="title--m one">{cdr.location.name}</b>
        <span className="sub ink2 one num">
          {start.time} · {minutes(cdr.total_time_s)} · {kwh(cdr.total_energy)}
        </span>
      </span>
      <span className="trail val">{inr(cdr.amount_minor)}</span>
    </Link>
  );
}
