import type { Overview as Figures } from "@voltmarg/contract";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { pageOf } from "../../shell/places.ts";
import { Answered } from "../../ui/Answered.tsx";
import { count, rupees } from "../../ui/format.ts";
import { Health } from "../../ui/Health.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { Ago, At } from "../../ui/values.tsx";
import { codeWords, WAITS } from "../charges/charge-words.ts";

type Figure = { count: number; since: string | null; list: string; amount_minor?: number };

/** What needs somebody now. Each figure leads to its list. */
export default function Overview() {
  const overview = useOperation("getOverview", {}, { live: true });
  return (
    <Page title="Overview" about="What needs somebody now. It is read anew every 15 seconds.">
      <Answered query={overview}>{({ data }) => <Figures of={data} />}</Answered>
    </Page>
  );
}

function Figures({ of }: { of: Figures }) {
  const failed = of.starts_failed.reduce((sum, each) => sum + each.count, 0);
  return (
    <>
      <Section title="Charging sessions">
        <ul className="tiles">
          <Tile label="Under way" of={of.charges_open} calm />
          {of.charges_stuck.map((each) => (
            <Tile key={each.waits_for} label={WAITS[each.waits_for] ?? each.waits_for} of={each} />
          ))}
          <Tile label="Without a bill for over an hour" of={of.bills_overdue} />
          <Tile
            label="Starts that came to nothing in 24 hours"
            of={{ count: failed, since: null, list: "/provider/v1/charges?state=FAILED" }}
          />
        </ul>
      </Section>
      <Section title="Drivers wait">
        <ul className="tiles">
          <Tile label="Tickets that are open" of={of.tickets_open} />
          <Tile label="Of them for over a day" of={of.tickets_over_a_day} />
          <Tile label="Problems reported at stations" of={of.station_problems} />
          <Tile label="SMS and mail not delivered in 24 hours" of={of.messages_failed} />
        </ul>
      </Section>
      <Section title="Money">
        <ul className="tiles">
          <Tile label="Approvals that wait for a second person" of={of.approvals_waiting} />
          <Tile label="Refunds on their way" of={of.refunds_waiting} />
          <Tile label="Refunds that failed in 30 days" of={of.refunds_failed} />
          <Tile label="CDRs set aside" of={of.quarantined_cdrs} />
          <Tile label="Disputes with operators" of={of.disputes} />
          <Tile label="Days to compare with the bank" of={of.customer_money} />
          <Books of={of.books} />
        </ul>
      </Section>
      {of.starts_failed.length > 0 ? (
        <Section title="Failed starts by operator">
          <ul className="lines">
            {of.starts_failed.map((each) => (
              <li key={`${each.operator.id} ${each.code}`}>
                <Link to={pageOf(each.list)}>{each.operator.name}</Link>
                <span>{codeWords(each.code)}</span>
                <b className="num">{count(each.count)}</b>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title="Operators">
        <ul className="lines">
          {of.operators.map(({ id, name, since, health }) => (
            <li key={id}>
              <Link to={`/partners/${id}`}>{name}</Link>
              <span>
                heard <Ago at={since} /> ago
              </span>
              <Health of={health} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Queues">
        <ul className="lines">
          {of.queues.map(({ queue, waiting, oldest_seconds }) => (
            <li key={queue}>
              <span>{queue}</span>
              <span>{waiting > 0 ? `the oldest ${Math.round(oldest_seconds)} s` : ""}</span>
              <b className="num">{count(waiting)}</b>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/** A figure that leads to its list; what is nobody's concern is drawn quietly. */
function Tile({ label, of, calm }: { label: string; of: Figure; calm?: boolean }) {
  const needs = of.count > 0 && !calm;
  return (
    <li>
      <Link to={pageOf(of.list)} className={needs ? "tile tile--needs" : "tile"}>
        <b className="num">{count(of.count)}</b>
        <span>{label}</span>
        <Detail>
          {of.amount_minor && of.count > 0 ? rupees(of.amount_minor) : null}
          {of.since ? (
            <>
              {" "}
              for <Ago at={of.since} />
            </>
          ) : null}
        </Detail>
      </Link>
    </li>
  );
}

const Detail = ({ children }: { children: ReactNode }) => <small>{children}</small>;

function Books({ of }: { of: Figures["books"] }) {
  const faults = of ? Object.values(of.faults).reduce((sum, each) => sum + each, 0) : 0;
  return (
    <li>
      <Link to="/ledger-check" className={faults > 0 ? "tile tile--needs" : "tile"}>
        <b>{!of ? "?" : of.sound ? "In order" : count(faults)}</b>
        <span>{of && !of.sound ? "Faults in the books" : "The books"}</span>
        <Detail>{of ? <>checked {<At at={of.at} />}</> : "not checked yet"}</Detail>
      </Link>
    </li>
  );
}
