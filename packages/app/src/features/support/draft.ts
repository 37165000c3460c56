import type { Ticket } from "@voltmarg/contract";
import { newIdempotencyKey } from "../../api/http/idempotency-key.ts";
import { personal } from "../../native/storage.ts";

/** As the contract has it. */
export const MOST_PHOTOS = 5;
export const MOST_TEXT = 4000;

export type TicketDraft = {
  category: Ticket["category"] | null;
  text: string;
  /** Ids of photos that are uploaded already. */
  photos: string[];
  /** The charge it is about. */
  sessionId: string | null;
  /** What was last tried to send, and by which key. */
  tried: { key: string; said: string } | null;
};

const name = "ticket-draft";

/** What was written before, if it was about the same charge; it outlives a reload, and goes at logout. */
export function readDraft(about: Pick<TicketDraft, "category" | "sessionId">): TicketDraft {
  const kept = personal.read<TicketDraft>(name);
  if (kept && kept.sessionId === about.sessionId)
    return { ...kept, category: kept.category ?? about.category };
  return { ...about, text: "", photos: [], tried: null };
}

export const keepDraft = (draft: TicketDraft | null): void => personal.write(name, draft);

/**
 * The draft with the key it is sent by: the same words by the same key, so that a ticket whose answer was lost is not
 * made twice; other words by another, so that they are not taken for the first.
 */
export function withKey(draft: TicketDraft): TicketDraft & { tried: { key: string } } {
  const { category, text, photos, sessionId, tried } = draft;
  const said = JSON.stringify([category, text.trim(), photos, sessionId]);
  return { ...draft, tried: tried?.said === said ? tried : { key: newIdempotencyKey(), said } };
}
