import type { ConsoleTicketSummary, TicketCounts } from "@voltmarg/contract";
import { Link, useSearchParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Download } from "../../ui/Download.tsx";
import { List } from "../../ui/ListPage.tsx";
import { Page } from "../../ui/Page.tsx";
import type { Column } from "../../ui/Table.tsx";
import { Ago, At, State } from "../../ui/values.tsx";
import { words } from "../../ui/format.ts";
import "../../styles/tickets.css";
import { Due } from "./Due.tsx";
import { TURNS } from "./ticket-words.ts";

const COLUMNS: readonly Column<ConsoleTicketSummary>[] = [
  { head: "Subject", cell: ({ subject }) => <span dir="auto">{subject}</span> },
  {
    head: "Ticket",
    cell: ({ number, category }) => (
      <span className="stack">
        <span className="num">{number}</span>
        <small>{words(category)}</small>
      </span>
    ),
  },
  {
    head: "Driver",
    cell: ({ driver }) => (
      <Link to={`/drivers/${driver.id}`}>
        {[driver.name_masked, driver.mobile_masked].filter(Boolean).join(", ")}
      </Link>
    ),
  },
  {
    head: "State",
    cell: ({ state }) => (
      <span className="row">
        <State of={state}>{TURNS[state]}</State>
      </span>
    ),
  },
  {
    head: "Assigned to",
    cell: ({ assignee }) => assignee ?? <span className="quiet">nobody</span>,
  },
  { head: "Due", cell: (ticket) => <Due of={ticket} /> },
  {
    head: "Last message",
    cell: ({ updated_at }) => (
      <span className="stack">
        <At at={updated_at} />
        <small>
          <Ago at={updated_at} /> ago
        </small>
      </span>
    ),
  },
];

/** The inbox: what is due first comes first. */
export default function Tickets() {
  return (
    <Page
      title="Tickets"
      about="A complaint is answered within 48 hours and solved within a month. After that it is the grievance officer’s."
      actions={
        <>
          <Link to="/answer-templates">Answer templates</Link>
          <Download name="listConsoleTickets" />
        </>
      }
    >
      <Boxes />
      <div className="inbox">
        <List
          name="listConsoleTickets"
          title="Tickets"
          live
          labels={{
            q: "Ticket, session or driver",
            assignee: "Assigned to (me, nobody, name)",
            age: "Last message older than",
            clock: "Clock",
            order: "First",
          }}
          rows={({ content }) => content}
          keyOf={({ id }) => id}
          hrefOf={({ number }) => `/tickets/${number}`}
          empty="No driver has written yet."
          columns={COLUMNS}
        />
      </div>
    </Page>
  );
}

const BOXES: readonly { label: string; query: string; count?: (of: TicketCounts) => number }[] = [
  { label: "Waiting for us", query: "state=OPEN&order=DUE", count: ({ open }) => open },
  { label: "Overdue", query: "clock=OVERDUE&order=DUE", count: ({ overdue }) => overdue },
  {
    label: "Escalated",
    query: "state=OPEN&clock=ESCALATED",
    count: ({ escalated }) => escalated,
  },
  { label: "Mine", query: "state=OPEN&assignee=me", count: ({ open_mine }) => open_mine },
  {
    label: "Nobody’s",
    query: "state=OPEN&assignee=nobody",
    count: ({ open_nobody }) => open_nobody,
  },
  { label: "Waiting for the driver", query: "state=ANSWERED", count: ({ answered }) => answered },
  { label: "Closed", query: "state=CLOSED&order=NEWEST" },
  { label: "All", query: "order=NEWEST" },
];
const MOST = 1_000;

/** The filters that everybody uses, with how many tickets there are. */
function Boxes() {
  const [search] = useSearchParams();
  const counts = useOperation("listConsoleTickets", { query: { limit: 1 } }, { live: true });
  const now = new URLSearchParams(search);
  now.delete("cursor");
  return (
    <nav className="boxes" aria-label="Inboxes">
      {BOXES.map(({ label, query, count }) => {
        const found = counts.data && count?.(counts.data.counts);
        return (
          <Link
            key={label}
            to={`/tickets?${query}`}
            aria-current={now.toString() === query ? "page" : undefined}
          >
            {label}
            {found === undefined ? null : (
              <b className="num">{found >= MOST ? "1,000 or more" : found}</b>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
