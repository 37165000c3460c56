import type { BackofficeTicket, Ticket, TicketSummary } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable, Tx } from "../../platform/database/database.ts";
import { page } from "../../platform/http/paging.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { arePhotosFor } from "../files/index.ts";
import type { Notices } from "../notifications/index.ts";
import {
  countTickets,
  findByKey,
  findTicket,
  insertMessage,
  insertTicket,
  listTickets,
  lockTicket,
  lockTickets,
  messagesOf,
  messagesSince,
  setState,
  type MessageRow,
  type TicketRow,
  isMessageKeyUsed,
} from "./tickets.store.ts";

export type TicketsDeps = {
  database: Database;
  clock: Clock;
  /** Whether the session is this driver's. */
  isOwnSession(userId: string, sessionId: string): Promise<boolean>;
  notices: Notices;
};

const MOST_OPEN = 20;
const MOST_MESSAGES_A_DAY = 100;
const DAY_MS = 86_400_000;
const SUBJECT_LETTERS = 80;

type MessageInput = { text: string; file_ids: string[] };

/** Opens a ticket with its first message. A repeated key returns the same ticket. */
export async function createTicket(
  deps: TicketsDeps,
  userId: string,
  input: MessageInput & { category: Ticket["category"]; session_id?: string | undefined },
  key: string | null,
): Promise<Outcome<Ticket, "NOT_FOUND" | "SESSION_NOT_FOUND" | "TOO_MANY_TICKETS">> {
  const sessionId = input.session_id ?? null;
  if (sessionId !== null && !(await deps.isOwnSession(userId, sessionId)))
    return refuse("SESSION_NOT_FOUND");
  return deps.database.transact(async (tx) => {
    await lockTickets(tx, userId);
    const before = key === null ? null : await findByKey(tx, userId, key);
    if (before) return done(await whole(tx, before, deps.clock.now()));
    if (!(await arePhotosFor(tx, "TICKET", userId, input.file_ids))) return refuse("NOT_FOUND");
    const open = await countTickets(tx, userId, "OPEN");
    if (open >= MOST_OPEN || (await wroteTooMuch(deps, tx, userId)))
      return refuse("TOO_MANY_TICKETS");
    const at = deps.clock.now();
    const id = newId("tkt", at);
    await insertTicket(tx, {
      user_id: userId,
      id,
      category: input.category,
      session_id: sessionId,
      key,
      at,
    });
    await addMessage(tx, userId, id, input, at);
    const row = (await findTicket(tx, userId, id))!;
    // The acknowledgement that the E-Commerce Rules 2020 ask for within 48 hours.
    await deps.notices.notify(tx, {
      userId,
      key: `received:${id}`,
      said: { of: "TICKET_RECEIVED", number: String(row.number) },
      subject: { type: "TICKET", id },
    });
    return done(await whole(tx, row, at));
  });
}

/**
 * Adds the driver's message to an open ticket. A repeated key adds it once and succeeds even if the ticket was closed
 * since.
 */
export function replyToTicket(
  deps: TicketsDeps,
  userId: string,
  id: string,
  input: MessageInput,
  key: string | null,
): Promise<Outcome<Ticket, "NOT_FOUND" | "TICKET_CLOSED" | "TOO_MANY_TICKETS">> {
  return deps.database.transact(async (tx) => {
    await lockTickets(tx, userId);
    const ticket = await lockTicket(tx, userId, id);
    if (ticket && key !== null && (await isMessageKeyUsed(tx, userId, key)))
      return done(await whole(tx, (await findTicket(tx, userId, id))!, deps.clock.now()));
    if (!ticket || !(await arePhotosFor(tx, "TICKET", userId, input.file_ids)))
      return refuse("NOT_FOUND");
    if (ticket.state === "CLOSED") return refuse("TICKET_CLOSED");
    if (await wroteTooMuch(deps, tx, userId)) return refuse("TOO_MANY_TICKETS");
    const at = deps.clock.now();
    await addMessage(tx, userId, id, input, at, key);
    await setState(tx, userId, id, "OPEN", at);
    return done(await whole(tx, (await findTicket(tx, userId, id))!, deps.clock.now()));
  });
}

export function closeTicket(
  deps: TicketsDeps,
  userId: string,
  id: string,
): Promise<Outcome<Ticket, "NOT_FOUND">> {
  return deps.database.transact(async (tx) => {
    const ticket = await lockTicket(tx, userId, id);
    if (!ticket) return refuse("NOT_FOUND");
    if (ticket.state !== "CLOSED") await setState(tx, userId, id, "CLOSED", deps.clock.now());
    return done(await whole(tx, (await findTicket(tx, userId, id))!, deps.clock.now()));
  });
}

export async function ticketOf(
  deps: TicketsDeps,
  userId: string,
  id: string,
): Promise<Ticket | null> {
  const row = await findTicket(deps.database.db, userId, id);
  return row && whole(deps.database.db, row, deps.clock.now());
}

export async function ticketsOf(
  { database: { db } }: TicketsDeps,
  userId: string,
  state: Ticket["state"] | null,
  pageNo: number,
  pageSize: number,
) {
  const found = await listTickets(db, userId, {
    state,
    limit: pageSize,
    offset: pageNo * pageSize,
  });
  return page(found.map(toSummary), pageNo, pageSize, await countTickets(db, userId, state));
}

const addMessage = (
  tx: Tx,
  userId: string,
  ticketId: string,
  { text, file_ids }: MessageInput,
  at: Date,
  key: string | null = null,
) =>
  insertMessage(tx, {
    userId,
    ticketId,
    id: newId("tms", at),
    credential: null,
    text,
    fileIds: [...new Set(file_ids)],
    key,
    at,
  });

const wroteTooMuch = async ({ clock }: TicketsDeps, tx: Tx, userId: string) =>
  (await messagesSince(tx, userId, new Date(clock.now().getTime() - DAY_MS))) >=
  MOST_MESSAGES_A_DAY;

type SummaryRow = Pick<
  TicketRow,
  | "id"
  | "number"
  | "category"
  | "state"
  | "session_id"
  | "created_at"
  | "updated_at"
  | "first"
  | "due_at"
  | "escalated_at"
>;

/** A ticket as it is in lists. */
export const toSummary = (row: SummaryRow): TicketSummary => ({
  id: row.id,
  number: String(row.number),
  category: row.category,
  state: row.state,
  subject:
    row.first.length > SUBJECT_LETTERS
      ? `${row.first.slice(0, SUBJECT_LETTERS - 1).trimEnd()}…`
      : row.first,
  session_id: row.session_id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  due_at: row.due_at?.toISOString() ?? null,
  escalated_at: row.escalated_at?.toISOString() ?? null,
});

/** Support has answered, or its time is over; once. */
export const mayEscalate = (
  { state, due_at, escalated_at }: Pick<TicketRow, "state" | "due_at" | "escalated_at">,
  now: Date,
): boolean => escalated_at === null && (state === "ANSWERED" || (due_at !== null && due_at <= now));

/** A ticket with its messages. The driver does not see which member of staff wrote an answer. */
export async function whole(on: Queryable, row: TicketRow, now: Date): Promise<Ticket> {
  const {
    messages,
    driver: _driver,
    assignee: _assignee,
    ...ticket
  } = await wholeForBackoffice(on, row);
  return {
    ...ticket,
    may_escalate: mayEscalate(row, now),
    messages: messages.map(({ credential: _who, ...message }) => message),
  };
}

export async function wholeForBackoffice(on: Queryable, row: TicketRow): Promise<BackofficeTicket> {
  const messages = await messagesOf(on, row.user_id, row.id);
  return {
    ...toSummary(row),
    driver: { id: row.user_id },
    assignee: row.assignee,
    answer_by: row.answer_by.toISOString(),
    solve_by: row.solve_by.toISOString(),
    latest_by: row.latest_by.toISOString(),
    answered_at: row.answered_at?.toISOString() ?? null,
    escalated_by: row.escalated_by,
    history: historyOf(row, messages),
    messages: messages.map((message) => ({
      id: message.id,
      author: message.author,
      credential: message.credential,
      text: message.body,
      file_ids: message.file_ids,
      created_at: message.created_at.toISOString(),
    })),
  };
}

/** Since when it has been in each of its states: a message of the other side changes it, and what is escalated is open. */
function historyOf(row: TicketRow, messages: readonly MessageRow[]): Ticket["history"] {
  const history: Ticket["history"] = [{ state: "OPEN", at: row.created_at.toISOString() }];
  const add = (state: Ticket["state"], at: Date) =>
    history.at(-1)?.state === state || history.push({ state, at: at.toISOString() });
  const turns = messages.map(({ author, created_at: at }) => ({ ours: author === "DRIVER", at }));
  if (row.escalated_at) turns.push({ ours: true, at: row.escalated_at });
  for (const { ours, at } of turns.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    add(ours ? "OPEN" : "ANSWERED", at);
  if (row.closed_at) add("CLOSED", row.closed_at);
  return history;
}
