import type { BackofficeTicket } from "@voltmarg/contract";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { lockAny, ticketForBackoffice, type AnswerDeps } from "./answer-tickets.ts";
import { setAssignee } from "./tickets.store.ts";

type Asked = { assignee: string | null; instead_of?: string | null | undefined };

/** Assigns a ticket to somebody who may answer, or to nobody. */
export function assignTicket(
  { answerers }: AnswerDeps,
  backoffice: BackofficeCall,
  named: string,
  { assignee, instead_of }: Asked,
): Promise<Outcome<BackofficeTicket, "NOT_FOUND" | "TICKET_CLOSED" | "CONFLICT">> {
  return backoffice.transact(async (tx) => {
    const ticket = await lockAny(tx, named);
    if (!ticket) return refuse("NOT_FOUND");
    if (ticket.state === "CLOSED") return refuse("TICKET_CLOSED");
    if (instead_of !== undefined && instead_of !== ticket.assignee)
      return refuse("CONFLICT", {
        message: `This ticket is ${ticket.assignee ?? "nobody"}’s now.`,
        extra: { assignee: ticket.assignee },
      });
    const mayAnswer =
      assignee === null || assignee === backoffice.name || (await answerers(tx)).includes(assignee);
    if (!mayAnswer) return refuse("NOT_FOUND", { message: `No ${assignee} may answer tickets.` });
    await setAssignee(tx, ticket.userId, ticket.id, assignee);
    return done((await ticketForBackoffice(tx, ticket.id))!);
  });
}
