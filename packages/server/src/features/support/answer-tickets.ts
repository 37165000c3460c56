import type { BackofficeTicket, SupportInformation, Ticket } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable, Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { page } from "../../platform/http/paging.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import type { Notices } from "../notifications/index.ts";
import { listInformation, putInformation } from "./support-information.store.ts";
import {
  countTickets,
  findAnyTicket,
  insertMessage,
  listAllTickets,
  lockTicket,
  messagesOf,
  setState,
} from "./tickets.store.ts";
import { toDeskSummary, wholeForBackoffice } from "./tickets.ts";

export type AnswerDeps = {
  database: Database;
  clock: Clock;
  notices: Notices;
  /** The bytes of a driver's photo; null: it does not exist. */
  photoOf(userId: string, fileId: string): Promise<Buffer | null>;
};

/** Tickets of all drivers; the one that has waited longest comes first. */
export async function ticketsOfAll(
  { database: { db } }: AnswerDeps,
  state: Ticket["state"] | null,
  pageNo: number,
  pageSize: number,
) {
  const found = await listAllTickets(db, { state, limit: pageSize, offset: pageNo * pageSize });
  const content = found.map(toDeskSummary);
  return page(content, pageNo, pageSize, await countTickets(db, null, state));
}

export async function ticketForBackoffice(
  on: Queryable,
  id: string,
): Promise<BackofficeTicket | null> {
  const row = await findAnyTicket(on, id);
  return row && wholeForBackoffice(on, row);
}

/** A photo, if it belongs to this ticket. */
export async function ticketPhoto(
  deps: AnswerDeps,
  id: string,
  fileId: string,
): Promise<Buffer | null> {
  const { db } = deps.database;
  const row = await findAnyTicket(db, id);
  if (!row) return null;
  const messages = await messagesOf(db, row.user_id, row.id);
  const belongs = messages.some((message) => message.file_ids.includes(fileId));
  return belongs ? deps.photoOf(row.user_id, fileId) : null;
}

/** Adds an answer and notifies the driver. */
export function answerTicket(
  { clock, notices }: AnswerDeps,
  backoffice: BackofficeCall,
  named: string,
  text: string,
): Promise<Outcome<BackofficeTicket, "NOT_FOUND" | "TICKET_CLOSED">> {
  return backoffice.transact(async (tx) => {
    const ticket = await lockAny(tx, named);
    if (!ticket) return refuse("NOT_FOUND");
    const { userId, id, state } = ticket;
    if (state === "CLOSED") return refuse("TICKET_CLOSED");
    const at = clock.now();
    const messageId = newId("tms", at);
    await insertMessage(tx, {
      userId,
      ticketId: id,
      id: messageId,
      credential: backoffice.name,
      text,
      fileIds: [],
      at,
    });
    await setState(tx, userId, id, "ANSWERED", at);
    await notices.notify(tx, {
      userId,
      key: `answer:${messageId}`,
      said: { of: "TICKET_ANSWERED" },
      subject: { type: "TICKET", id },
    });
    return done((await ticketForBackoffice(tx, id))!);
  });
}

export function closeTicketAsStaff(
  { clock }: AnswerDeps,
  backoffice: BackofficeCall,
  named: string,
): Promise<Outcome<BackofficeTicket, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    const ticket = await lockAny(tx, named);
    if (!ticket) return refuse("NOT_FOUND");
    const { userId, id, state } = ticket;
    if (state !== "CLOSED") await setState(tx, userId, id, "CLOSED", clock.now());
    return done((await ticketForBackoffice(tx, id))!);
  });
}

async function lockAny(tx: Tx, named: string) {
  const row = await findAnyTicket(tx, named);
  const locked = row && (await lockTicket(tx, row.user_id, row.id));
  return row && locked && { userId: row.user_id, id: row.id, state: locked.state };
}

/** Contact details; the app caches the first entry. */
export const readSupportInformation = (on: Queryable): Promise<SupportInformation[]> =>
  listInformation(on);

/** The contact details that the app caches. */
export async function firstSupport(on: Queryable): Promise<SupportInformation> {
  const [first] = await listInformation(on);
  if (!first) throw new Error("there is no support information");
  return first;
}

/** `undefined` leaves a field as it is. */
export type InformationChange = {
  [Field in keyof SupportInformation]?: SupportInformation[Field] | undefined;
};

export function changeSupportInformation(
  { clock }: AnswerDeps,
  backoffice: BackofficeCall,
  change: InformationChange,
): Promise<Outcome<SupportInformation, never>> {
  return backoffice.transact(async (tx) => {
    const [before] = await listInformation(tx);
    const named = Object.entries(change).filter(([, value]) => value !== undefined);
    return done(
      await putInformation(tx, { ...before!, ...Object.fromEntries(named) }, clock.now()),
    );
  });
}
