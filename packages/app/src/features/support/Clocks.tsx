import { useMutation } from "@tanstack/react-query";
import type { Ticket } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { call } from "../../api/http/call.ts";
import { escalateTicket } from "../../api/http/endpoints/support.ts";
import { sentence } from "../../api/http/refusal.ts";
import { keepTicket } from "../../api/queries/support.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { when } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { Link } from "../../ui/router.tsx";
import { supportCopy as copy } from "./copy.ts";

/** By when there is an answer and a solution, and the way to the grievance officer. */
export function Clocks({ ticket }: { ticket: Ticket }) {
  const escalate = useMutation({
    mutationFn: async () => (await call(escalateTicket, { params: { id: ticket.id } })).data,
    onSuccess: keepTicket,
  });
  const at = (instant: string) => when(instant, INDIA_ZONE).dateTime;
  if (ticket.escalated_at)
    return (
      <p className="sub ink2">
        {copy.escalated(at(ticket.escalated_at))}{" "}
        <Link className="textlink" to={paths.legal}>
          {copy.officer}
        </Link>
      </p>
    );
  return (
    <>
      {ticket.due_at ? (
        <p className="sub ink2 num">
          {ticket.answered_at ? null : copy.answerBy(at(ticket.answer_by))}{" "}
          {copy.solveBy(at(ticket.solve_by))}
        </p>
      ) : null}
      {escalate.isError ? <Banner kind="err">{sentence(escalate.error)}</Banner> : null}
      {ticket.may_escalate ? (
        <Button
          kind="secondary"
          small
          busy={escalate.isPending && copy.escalating}
          onClick={() => escalate.mutate()}
        >
          {ticket.state === "ANSWERED" ? copy.notSatisfied : copy.escalate}
        </Button>
      ) : null}
    </>
  );
}
