import type { ConsoleTicket } from "@voltmarg/contract";
import { useParams } from "react-router";
import { addressFor } from "../../api/call.ts";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Operation } from "../../ui/Operation.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { At, Facts, State } from "../../ui/values.tsx";
import { words } from "../../ui/format.ts";
import "../../styles/tickets.css";
import { AnswerForm } from "./AnswerForm.tsx";
import { Assignee } from "./Assignee.tsx";
import { Beside } from "./Beside.tsx";
import { Due } from "./Due.tsx";
import { TURNS } from "./ticket-words.ts";

/** One ticket: what was said, the answer, and beside it the driver, the charging session and the goodwill. */
export default function Ticket() {
  const { id = "" } = useParams();
  const ticket = useOperation("getConsoleTicket", { params: { id } }, { live: true });
  const data = ticket.data?.data;
  return (
    <Page
      title={data ? `Ticket ${data.number}: ${data.subject}` : "Ticket"}
      back={{ to: "/tickets?state=OPEN&order=DUE", label: "Tickets" }}
      about={data ? <Headline of={data} /> : null}
      actions={data && data.state !== "CLOSED" ? <Close of={data} /> : null}
    >
      <Answered query={ticket}>
        {({ data: of }) => (
          <>
            {of.looking.length > 0 ? (
              <output className="note">
                <b>{of.looking.join(", ")}</b> {of.looking.length > 1 ? "look" : "looks"} at this
                ticket now.
              </output>
            ) : null}
            {of.escalated_at === null ? null : (
              <p className="note note--bad">
                <b>This ticket is the grievance officer’s</b>{" "}
                {of.escalated_by === "DRIVER"
                  ? "because its driver asked for it"
                  : "because its time was over"}
                , since <At at={of.escalated_at} />.
              </p>
            )}
            <div className="columns columns--talk">
              <Section title="Messages">
                <Messages of={of} />
                {of.state === "CLOSED" ? (
                  <p className="empty">This ticket is closed. Nobody can write in it any more.</p>
                ) : (
                  <AnswerForm key={of.id} of={of} />
                )}
              </Section>
              <div>
                <Assignee of={of} />
                <Section title="Clocks">
                  <Facts
                    of={[
                      ["Due", <Due key="d" of={of} />],
                      ["Answered", of.answered_at && <At key="a" at={of.answered_at} />],
                      ["Answer by", <At key="b" at={of.answer_by} />],
                      ["Solve by", <At key="s" at={of.solve_by} />],
                      ["At the latest", <At key="l" at={of.latest_by} />],
                    ]}
                  />
                </Section>
                <Beside of={of} />
              </div>
            </div>
          </>
        )}
      </Answered>
    </Page>
  );
}

const Headline = ({ of }: { of: ConsoleTicket }) => (
  <span className="row">
    <State of={of.state}>{TURNS[of.state]}</State>
    <span>{words(of.category)}</span>
    <At at={of.created_at} />
  </span>
);

const Close = ({ of }: { of: ConsoleTicket }) => (
  <Operation
    name="closeBackofficeTicket"
    label="Close"
    params={{ id: of.id }}
    query={{ seen: of.messages.at(-1)?.id }}
    fields={[]}
    about="Nobody can write in it any more. The driver may open another one."
    done="The ticket is closed."
  />
);

const photoAt = (id: string, fileId: string) =>
  addressFor("getTicketPhoto", { params: { id, fileId } });

/** Oldest first, as a conversation is read. */
const Messages = ({ of }: { of: ConsoleTicket }) => (
  <ol className="talk">
    {of.messages.map(({ id, author, credential, text, file_ids, created_at }) => (
      <li key={id} className={author === "SUPPORT" ? "said said--us" : "said"}>
        <p className="said-by">
          <b>{credential ?? "Driver"}</b> <At at={created_at} />
        </p>
        <p className="said-text" dir="auto">
          {text}
        </p>
        {file_ids.length > 0 ? (
          <ul className="photos">
            {file_ids.map((file, index) => (
              <li key={file}>
                <a href={photoAt(of.id, file)} aria-label={`Save photo ${index + 1}`}>
                  <img
                    src={photoAt(of.id, file)}
                    alt={`Sent by the driver, ${index + 1} of ${file_ids.length}`}
                    loading="lazy"
                  />
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </li>
    ))}
  </ol>
);
