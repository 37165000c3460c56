import { CaretLeft } from "@phosphor-icons/react/dist/csr/CaretLeft";
import { CaretRight } from "@phosphor-icons/react/dist/csr/CaretRight";
import { DownloadSimple } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import type { PowerConsumption } from "@voltmarg/contract";
import { Suspense, useState } from "react";
import { serviceNow } from "../../clock.ts";
import { useSearchParams } from "../../ui/router.tsx";
import { useUsage } from "../../api/queries/cdrs.ts";
import { saveFile } from "../../native/files.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Segment } from "../../ui/Choice.tsx";
import { emptyStone } from "../../ui/drawings/empty-stone.ts";
import { inr, oneDecimal } from "../../ui/format.ts";
import { dayOf } from "../../ui/india-days.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { usageCopy as copy } from "./copy.ts";
import { Places } from "./Places.tsx";
import {
  comparedWith,
  daysOf,
  earlier,
  later,
  type Period,
  periodWords,
  readPeriod,
  steps,
} from "./usage-period.ts";
import { UsageChart } from "./UsageChart.tsx";
import { UsageTable } from "./UsageTable.tsx";
import { changeOf, rupeesPerKm, rupeesPerKwh, usageTable } from "./usage-text.ts";
import "./usage.css";

const DatesDialog = lazyNamed(() => import("./DatesDialog.tsx"), "DatesDialog");

/** `?by=day|week|month`, and `?from=` with `?until=` for days of one's own. */
export default function UsagePage() {
  const [query, setQuery] = useSearchParams();
  const [choosing, setChoosing] = useState(false);
  const [today] = useState(() => dayOf(serviceNow()));
  const period = readPeriod(query, today);
  const { by, from, until } = period;
  const usage = useUsage({ date_from: from, date_to: until, group_by: by });
  const next = later(period, today);
  const show = (other: Period) => setQuery(other, { replace: true });
  const found = usage.data;

  return (
    <Screen
      title={copy.title}
      className="use"
      actions={
        found && found.total.charges > 0 ? (
          <IconButton
            label={copy.save}
            onClick={() =>
              saveFile(
                new Blob([usageTable(found.stretches)], { type: "text/csv" }),
                copy.fileName(from, until),
              )
            }
          >
            <DownloadSimple size={26} aria-hidden="true" />
          </IconButton>
        ) : null
      }
    >
      <div className="pad">
        <Segment
          label={copy.step}
          value={by}
          options={steps.map((value) => ({ value, label: copy.steps[value] }))}
          onChange={(step) => setQuery({ by: step }, { replace: true })}
        />
      </div>
      <div className="per">
        <IconButton label={copy.earlier} onClick={() => show(earlier(period, today))}>
          <CaretLeft size={22} weight="bold" aria-hidden="true" />
        </IconButton>
        <h2>
          <button
            type="button"
            className="t3 num"
            aria-haspopup="dialog"
            aria-label={copy.chooseDates(periodWords(period, today))}
            onClick={() => setChoosing(true)}
          >
            {periodWords(period, today)}
          </button>
        </h2>
        <IconButton
          label={copy.later}
          aria-disabled={next === null || undefined}
          onClick={() => next && show(next)}
        >
          <CaretRight size={22} weight="bold" aria-hidden="true" />
        </IconButton>
      </div>
      {found ? (
        found.total.charges > 0 ? (
          <>
            <Totals total={found.total} />
            <p className="avg sub ink2">{copy.withGst}</p>
            <div className="pad both">
              <UsageChart
                key={`${by} ${from} ${until}`}
                stretches={found.stretches}
                by={by}
                today={today}
              />
              <UsageTable
                stretches={found.stretches}
                by={by}
                onMonth={(month) => show(daysOf(month, today))}
              />
            </div>
            <Before period={period} today={today} total={found.total} />
            <Places from={from} until={until} />
          </>
        ) : (
          <Empty
            art={emptyStone("0")}
            title={copy.emptyTitle}
            action={
              <Button kind="secondary" small onClick={() => show(earlier(period, today))}>
                {copy.lastTime}
              </Button>
            }
          >
            {copy.emptyText}
          </Empty>
        )
      ) : usage.isError ? (
        <LoadError
          title={copy.loadFailed}
          error={usage.error}
          onRetry={() => void usage.refetch()}
        />
      ) : (
        <SkeletonRows rows={5} />
      )}
      {choosing ? (
        <Suspense fallback={null}>
          <DatesDialog
            from={from}
            until={until}
            today={today}
            onChoose={(first, last) => {
              setChoosing(false);
              show({ by, from: first, until: last });
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </Screen>
  );
}

function Totals({ total }: { total: PowerConsumption["total"] }) {
  return (
    <dl className="tot num">
      <div className="metric">
        <dt className="k">{copy.energy}</dt>
        <dd className="v">
          {oneDecimal(total.kwh)}
          <small>kWh</small>
        </dd>
      </div>
      <div className="metric">
        <dt className="k">{copy.chargesName}</dt>
        <dd className="v">{total.charges}</dd>
      </div>
      <div className="metric">
        <dt className="k">{copy.billed}</dt>
        <dd className="v">{inr(total.amount_minor)}</dd>
      </div>
      <div className="metric">
        <dt className="k">{copy.perKwh}</dt>
        <dd className="v">{rupeesPerKwh(total) ?? copy.notKnown}</dd>
      </div>
      <div className="metric">
        <dt className="k">{copy.perKm}</dt>
        <dd className="v">{rupeesPerKm(total) ?? copy.notKnown}</dd>
      </div>
    </dl>
  );
}

/** The figures against as long a time right before. */
function Before({
  period,
  today,
  total,
}: {
  period: Period;
  today: string;
  total: PowerConsumption["total"];
}) {
  const before = comparedWith(period, today);
  const usage = useUsage({
    date_from: before.from,
    date_to: before.until,
    group_by: "month",
  });
  // The driver's own time is there: without the other it says less, not something wrong.
  if (!usage.data)
    return usage.isError ? <p className="sub ink2 before">{copy.beforeFailed}</p> : null;
  const change = changeOf(total, usage.data.total);
  return (
    <section className="before num">
      {change ? (
        <>
          <h2 className="t3">{copy.before(periodWords(before, today))}</h2>
          <dl>
            {change.map(([name, words]) => (
              <div className="kv" key={name}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className="sub ink2">{copy.nothingBefore(periodWords(before, today))}</p>
      )}
    </section>
  );
}
