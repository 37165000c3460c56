import type { Ticket } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { type ReactNode, Suspense, useId, useState } from "react";
import { Link } from "../../ui/router.tsx";
import { useSession } from "../../api/queries/sessions.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { when } from "../../ui/format.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Banner, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen, useBack } from "../../ui/Screen.tsx";
import { Clocks } from "./Clocks.tsx";
import { supportCopy as copy } from "./copy.ts";
import { Photo } from "./Photo.tsx";
import { useTicket } from "../../api/queries/support.ts";
import { ReplyForm } from "./ReplyForm.tsx";
import { StateTag } from "./StateTag.tsx";
import { useReply } from "./use-reply.ts";

const CloseDialog = lazyNamed(() => import("./CloseDialog.tsx"), "CloseDialog");

/** The messages of a ticket, and the reply. */
export function TicketScreen({ id }: { id: string }) {
  const ticket = useTicket(id);
  const back = useBack(paths.support);
  const reload = () => void ticket.refetch();
  const reply = useReply(id, reload);
  const form = useId();
  const open = ticket.data && ticket.data.state !== "CLOSED";
  return (
    <Screen
      title={ticket.data ? copy.categories[ticket.data.category] : copy.ticket}
      small={ticket.data?.number ? copy.number(ticket.data.number) : undefined}
      onBack={back}
      className="ticket"
      footer={
        open ? (
          <Button type="submit" form={form} busy={reply.busy}>
            {copy.sendReply}
          </Button>
        ) : undefined
      }
    >
      {ticket.data ? (
        <Conversation ticket={ticket.data}>
          <ReplyForm id={form} ticketId={id} reply={reply} />
        </Conversation>
      ) : ticket.isError ? (
        <LoadError title={copy.ticketFailed} error={ticket.error} onRetry={reload} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Screen>
  );
}

/** `children`: the reply, while there can be one. */
function Conversation({ ticket, children }: { ticket: Ticket; children: ReactNode }) {
  const [closing, setClosing] = useState(false);
  return (
    <>
      <div className="ticket-head">
        <p>
          <StateTag state={ticket.state} />
        </p>
        {copy.next[ticket.state] ? <p className="sub ink2">{copy.next[ticket.state]}</p> : null}
        {ticket.number ? <p className="sub ink2">{copy.numberHelp}</p> : null}
        {ticket.answer_by ? <Clocks ticket={ticket} /> : null}
        <Steps ticket={ticket} />
      </div>
      {ticket.session_id ? <Charge sessionId={ticket.session_id} /> : null}
      <ol className="rows said" aria-label={copy.conversation} aria-live="polite">
        {ticket.messages.map((message) => (
          <li key={message.id}>
            <p className="said-who num">
              <b>{message.author === "DRIVER" ? copy.you : copy.support}</b>{" "}
              <time className="cap ink3" dateTime={message.created_at}>
                {when(message.created_at, INDIA_ZONE).dateTime}
              </time>
            </p>
            <p className="said-text">{message.text}</p>
            {message.file_ids.length > 0 ? (
              <ul className="photo-row">
                {message.file_ids.map((fileId, nth) => (
                  <li key={fileId}>
                    <Photo fileId={fileId} name={copy.photo(nth + 1)} />
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ol>
      {ticket.state === "CLOSED" ? (
        <div className="form">
          <Banner kind="info">{copy.closed}</Banner>
          <ButtonLink kind="secondary" className="again" to={paths.createTicket}>
            {copy.newTicket}
          </ButtonLink>
        </div>
      ) : (
        <>
          {children}
          <div className="form">
            <Button kind="quiet" small aria-haspopup="dialog" onClick={() => setClosing(true)}>
              {copy.close}
            </Button>
          </div>
        </>
      )}
      {closing ? (
        <Suspense fallback={null}>
          <CloseDialog id={ticket.id} onClose={() => setClosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** What became of it, from the first message on; an earlier release did not say it. */
function Steps({ ticket }: { ticket: Partial<Ticket> }) {
  const { history = [] } = ticket;
  if (history.length < 2) return null;
  return (
    <details className="ticket-steps">
      <summary className="textlink">{copy.history}</summary>
      <ol className="sub num">
        {history.map(({ state, at }, nth) => (
          <li key={at}>
            <b>
              {at === ticket.escalated_at
                ? copy.escalatedStep
                : state === "OPEN" && nth > 0
                  ? copy.writtenAgain
                  : copy.steps[state]}
            </b>{" "}
            <time className="ink2" dateTime={at}>
              {when(at, INDIA_ZONE).dateTime}
            </time>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Charge({ sessionId }: { sessionId: string }) {
  const session = useSession(sessionId).data;
  const at = session?.start_date_time ?? session?.requested_at;
  if (!session || !at) return null;
  return (
    <p className="sub ink2 num ticket-head">
      {copy.about(session.location.name, when(at, session.location.time_zone).fullDate)}.{" "}
      <Link
        className="textlink"
        to={session.cdr_id ? paths.bill(session.cdr_id) : paths.live(session.id)}
      >
        {copy.openCharge}
      </Link>
    </p>
  );
}
