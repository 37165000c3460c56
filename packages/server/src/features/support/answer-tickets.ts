import type { BackofficeTicket, FileRecord, SupportInformation } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable, Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { arePhotosFor, type FilesApi } from "../files/index.ts";
import type { Notices } from "../notifications/index.ts";
import { listInformation, putInformation } from "./support-information.store.ts";
import {
  findAnyTicket,
  insertMessage,
  lockTicket,
  messagesOf,
  setState,
  type MessageRow,
} from "./tickets.store.ts";
import { wholeForBackoffice } from "./tickets.ts";

export type AnswerDeps = {
  database: Database;
  clock: Clock;
  notices: Notices;
  /** The bytes of a driver's photo; null: it does not exist. */
  photoOf(userId: string, fileId: string): Promise<Buffer | null>;
  /** Stores a photo for a ticket of the driver's. */
  keepPhoto: FilesApi["keepTicketPhoto"];
  /** Names of the staff who may answer. */
  answerers(on: Queryable): Promise<string[]>;
};

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

/** Stores a photo that an answer will show. Its driver can read it from then on. */
export async function addTicketPhoto(
  deps: AnswerDeps,
  named: string,
  bytes: Buffer,
): Promise<
  Outcome<
    FileRecord,
    "NOT_FOUND" | "TICKET_CLOSED" | "FILE_NOT_AN_IMAGE" | "TOO_MANY_FILES" | "UNAVAILABLE"
  >
> {
  const ticket = await findAnyTicket(deps.database.db, named);
  if (!ticket) return refuse("NOT_FOUND");
  if (ticket.state === "CLOSED") return refuse("TICKET_CLOSED");
  return deps.keepPhoto(ticket.user_id, bytes);
}

/** Adds an answer and notifies the driver. `seen` is the last message that the caller has read; null: any. */
export function answerTicket(
  { clock, notices }: AnswerDeps,
  backoffice: BackofficeCall,
  named: string,
  { text, fileIds, seen }: { text: string; fileIds: readonly string[]; seen: string | null },
): Promise<Outcome<BackofficeTicket, "NOT_FOUND" | "TICKET_CLOSED" | "CONFLICT">> {
  return backoffice.transact(async (tx) => {
    const ticket = await lockAny(tx, named);
    if (!ticket) return refuse("NOT_FOUND");
    const { userId, id, state } = ticket;
    const newer = await newerThan(tx, { userId, id }, seen);
    if (newer) return saidMeanwhile(newer);
    if (state === "CLOSED") return refuse("TICKET_CLOSED");
    if (!(await arePhotosFor(tx, "TICKET", userId, fileIds))) return refuse("NOT_FOUND");
    const at = clock.now();
    const messageId = newId("tms", at);
    await insertMessage(tx, {
      userId,
      ticketId: id,
      id: messageId,
      credential: backoffice.name,
      text,
      fileIds: [...new Set(fileIds)],
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
  seen: string | null,
): Promise<Outcome<BackofficeTicket, "NOT_FOUND" | "CONFLICT">> {
  return backoffice.transact(async (tx) => {
    const ticket = await lockAny(tx, named);
    if (!ticket) return refuse("NOT_FOUND");
    const { userId, id, state } = ticket;
    const newer = await newerThan(tx, { userId, id }, seen);
    if (newer) return saidMeanwhile(newer);
    if (state !== "CLOSED") await setState(tx, userId, id, "CLOSED", clock.now());
    return done((await ticketForBackoffice(tx, id))!);
  });
}

/** Locks a ticket of any driver by its id or number. */
export async function lockAny(tx: Tx, named: string) {
  const row = await findAnyTicket(tx, named);
  const locked = row && (await lockTicket(tx, row.user_id, row.id));
  return row && locked && { userId: row.user_id, id: row.id, ...locked };
}

/** The last message of a ticket if the caller has read another one last; null: nothing was said meanwhile. */
async function newerThan(
  tx: Tx,
  { userId, id }: { userId: string; id: string },
  seen: string | null,
): Promise<MessageRow | null> {
  if (seen === null) return null;
  const last = (await messagesOf(tx, userId, id)).at(-1);
  return last && last.id !== seen ? last : null;
}

const saidMeanwhile = ({ credential, body, created_at }: MessageRow) =>
  refuse("CONFLICT", {
    message: `${credential ?? "The driver"} wrote meanwhile: ${body}`,
    extra: { by: credential, at: created_at.toISOString(), text: body },
  });

/** Contact details; the app caches the first entry. */
export const readSupportInformation = (
  on: Queryable,
  provider: string,
): Promise<SupportInformation[]> => listInformation(on, provider);

/** The contact details that the app caches. */
export async function firstSupport(on: Queryable, provider: string): Promise<SupportInformation> {
  const [first] = await listInformation(on, provider);
  if (!first) throw new Error("there is no support information");
  return first;
}

/** `undefined` leaves a field as it is. */
export type InformationChange = {
  [Field in keyof SupportInformation]?: SupportInformation[Field] | undefined;
};

export function changeSupportInformation(
  { clock, name }: AnswerDeps & { name: string },
  backoffice: BackofficeCall,
  change: InformationChange,
): Promise<Outcome<SupportInformation, never>> {
  return backoffice.transact(async (tx) => {
    const [before] = await listInformation(tx, name);
    const named = Object.entries(change).filter(([, value]) => value !== undefined);
    return done(
      await putInformation(tx, { ...before!, ...Object.fromEntries(named) }, clock.now()),
    );
  });
}
