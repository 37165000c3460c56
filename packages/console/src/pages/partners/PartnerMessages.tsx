import "../../styles/prices.css";
import type { PartnerMessages as Messages } from "@voltmarg/contract";
import { useParams } from "react-router";
import { List } from "../../ui/ListPage.tsx";
import { Page } from "../../ui/Page.tsx";
import { wayOf } from "../../ui/message-columns.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, Raw, State } from "../../ui/values.tsx";

type Message = Messages["messages"][number];

const HTTP_GOOD = 300;
const OCPI_GOOD = 2_000;
const isGood = ({ failure, http_status, status_code }: Message) =>
  failure === null && (http_status ?? 0) < HTTP_GOOD && (status_code ?? 0) < OCPI_GOOD;

const COLUMNS: readonly Column<Message>[] = [
  { head: "When", cell: ({ at }) => <At at={at} precise /> },
  { head: "Way", cell: wayOf },
  {
    head: "Request",
    cell: (message) => (
      <details>
        <summary>
          <code>{`${message.method} ${message.path}`}</code>
        </summary>
        {message.reference ? <p>{`Charging session ${message.reference}`}</p> : null}
        <p className="quiet">{`Request ${message.request_id}, correlation ${message.correlation_id}`}</p>
        <b>Request</b>
        <Raw>{message.request ?? "Nothing, or left out."}</Raw>
        <b>Answer</b>
        <Raw>{message.answer ?? "Nothing, or left out."}</Raw>
        {message.cut ? <p className="quiet">A text was longer than what is kept of it.</p> : null}
      </details>
    ),
  },
  {
    head: "Answer",
    cell: (message) => (
      <State of={isGood(message) ? "OK" : "FAILED"}>
        {message.failure ??
          [message.http_status, message.status_code].filter((each) => each !== null).join(" · ")}
      </State>
    ),
  },
  { head: "ms", num: true, cell: ({ milliseconds }) => milliseconds },
];

/** What an operator and we said to each other. */
export default function PartnerMessages() {
  const { id = "" } = useParams();
  return (
    <Page
      title="OCPI messages"
      back={{ to: `/partners/${id}`, label: "Operator" }}
      about="Newest first, the latest fifty that fit, without tokens."
    >
      <List
        name="listPartnerMessages"
        title="OCPI messages"
        params={{ id }}
        labels={{
          object: "Session, CDR, command, or our charging session",
          since: "Since, such as 2026-11-20T09:00:00+05:30",
        }}
        rows={({ data }) => data.messages}
        keyOf={({ id: message }) => message}
        empty="Nothing was said yet, or it is older than what is kept."
        columns={COLUMNS}
      />
    </Page>
  );
}
