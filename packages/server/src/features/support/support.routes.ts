import { backoffice as routes, support } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { wholeList } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { UploadHandler } from "../../platform/http/upload.ts";
import {
  addTicketPhoto,
  answerTicket,
  changeSupportInformation,
  closeTicketAsStaff,
  ticketPhoto,
  type AnswerDeps,
  readSupportInformation,
} from "./answer-tickets.ts";
import { assignTicket } from "./assign-ticket.ts";
import { escalateTicket, type EscalationDeps } from "./escalate-ticket.ts";
import { closeTicket, createTicket, replyToTicket, ticketOf, ticketsOf } from "./tickets.ts";

export type SupportDeps = EscalationDeps & AnswerDeps & { name: string };

/** Takes a photo for an answer. */
export const takeTicketPhoto =
  (deps: AnswerDeps): UploadHandler<typeof support.addTicketPhoto> =>
  async ({ params, file }) => {
    if (!file || file.length === 0) return refuse("FILE_MISSING");
    const kept = await addTicketPhoto(deps, params.id, file);
    return kept.ok ? done({ data: kept.value }) : kept;
  };

/** Tickets: a driver's own, and all of them in the back office. */
export function supportRoutes({ mount }: Mount, deps: SupportDeps): void {
  mount(support.findSupportInformation, async () =>
    done(wholeList(await readSupportInformation(deps.database.db, deps.name))),
  );
  mount(support.createTicket, async ({ body, headers, caller }) => {
    const key = headers["idempotency-key"] ?? null;
    const made = await createTicket(deps, caller.userId, body, key);
    return made.ok ? done({ data: made.value }) : made;
  });
  mount(support.listTickets, async ({ query, caller }) =>
    done(await ticketsOf(deps, caller.userId, query.state ?? null, query.page_no, query.page_size)),
  );
  mount(support.getTicket, async ({ params, caller }) => {
    const ticket = await ticketOf(deps, caller.userId, params.id);
    return ticket ? done({ data: ticket }) : refuse("NOT_FOUND");
  });
  mount(support.replyToTicket, async ({ params, body, headers, caller }) => {
    const key = headers["idempotency-key"] ?? null;
    const replied = await replyToTicket(deps, caller.userId, params.id, body, key);
    return replied.ok ? done({ data: replied.value }) : replied;
  });
  mount(support.closeTicket, async ({ params, caller }) => {
    const closed = await closeTicket(deps, caller.userId, params.id);
    return closed.ok ? done({ data: closed.value }) : closed;
  });
  mount(support.escalateTicket, async ({ params, caller }) => {
    const escalated = await escalateTicket(deps, caller.userId, params.id);
    return escalated.ok ? done({ data: escalated.value }) : escalated;
  });

  mount(support.getTicketPhoto, async ({ params }) => {
    const bytes = await ticketPhoto(deps, params.id, params.fileId);
    if (!bytes) return refuse("NOT_FOUND");
    return {
      ok: true,
      document: { type: "image/jpeg", fileName: `${params.fileId}.jpg`, bytes },
    };
  });
  mount(support.answerTicket, async ({ params, body, backoffice }) => {
    const answered = await answerTicket(deps, backoffice, params.id, {
      text: body.text,
      fileIds: body.file_ids,
      seen: body.seen ?? null,
    });
    return answered.ok ? done({ data: answered.value }) : answered;
  });
  mount(support.closeBackofficeTicket, async ({ params, query, backoffice }) => {
    const closed = await closeTicketAsStaff(deps, backoffice, params.id, query.seen ?? null);
    return closed.ok ? done({ data: closed.value }) : closed;
  });
  mount(routes.assignTicket, async ({ params, body, backoffice }) => {
    const assigned = await assignTicket(deps, backoffice, params.id, body);
    return assigned.ok ? done({ data: assigned.value }) : assigned;
  });
  mount(support.updateSupportInformation, async ({ body, backoffice }) => {
    const changed = await changeSupportInformation(deps, backoffice, body);
    return changed.ok ? done({ data: changed.value }) : changed;
  });
}
