import { INDIA_ZONE } from "@voltmarg/rules";
import { CaretRight } from "@phosphor-icons/react/dist/csr/CaretRight";
import { Link } from "../../ui/router.tsx";
import { paths } from "../../paths.ts";
import { QueuedNote } from "../../offline/QueuedNote.tsx";
import { when } from "../../ui/format.ts";
import { InfiniteEnd } from "../../ui/InfiniteEnd.tsx";
import { RowError, SkeletonRows } from "../../ui/Message.tsx";
import { supportCopy as copy } from "./copy.ts";
import { useTickets } from "../../api/queries/support.ts";
import { StateTag } from "./StateTag.tsx";

/** The driver's tickets, the most recently updated first. */
export function TicketList() {
  const tickets = useTickets();
  const items = tickets.data?.pages.flatMap((page) => page.content);
  return (
    <section className="my-tickets" aria-labelledby="my-tickets">
      <div className="section">
        <h2 id="my-tickets">{copy.tickets}</h2>
      </div>
      <QueuedNote which={(wish) => wish.kind === "ticket"} />
      {items === undefined ? (
        tickets.isError ? (
          <RowError
            title={copy.ticketsFailed}
            error={tickets.error}
            onRetry={() => void tickets.refetch()}
          />
        ) : (
          <SkeletonRows rows={2} />
        )
      ) : items.length === 0 ? (
        <p className="ink2 contact-note">{copy.noTickets}</p>
      ) : (
        <>
          <ul className="rows">
            {items.map((ticket) => (
              <li key={ticket.id}>
                <Link className="row" to={paths.ticket(ticket.id)}>
                  <span className="body">
                    <b className="title--m one">{ticket.subject}</b>
                    <span className="sub ink2 dots num">
                      <StateTag state={ticket.state} />
                      {ticket.number ? `${ticket.number} · ` : null}
                      {copy.categories[ticket.category]} ·{" "}
                      {when(ticket.updated_at, INDIA_ZONE).dateTime}
                    </span>
                  </span>
                  <CaretRight
                    className="ink3 mirrored"
                    size={20}
                    weight="bold"
                    aria-hidden="true"
                  />
                </Link>
              </li>
            ))}
          </ul>
          <InfiniteEnd list={tickets} label={copy.more} errorTitle={copy.moreFailed} />
        </>
      )}
    </section>
  );
}
