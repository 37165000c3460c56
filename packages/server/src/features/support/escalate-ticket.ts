import type { Ticket } from "@voltmarg/contract";
import type { Tx } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { findTicket, lockOverdue, lockTicket, setEscalated } from "./tickets.store.ts";
import { mayEscalate, whole, type TicketsDeps } from "./tickets.ts";

export type EscalationDeps = TicketsDeps & {
  /** Writes to the grievance officer, if one is named. The texts have nothing of a driver's in them. */
  mailOfficer(tx: Tx, mail: { subject: string; text: string }): Promise<void>;
  /** The address of the console's pages. */
  consoleUrl: string;
};

/** The driver hands a ticket to the grievance officer, once. */
export function escalateTicket(
  deps: EscalationDeps,
  userId: string,
  id: string,
): Promise<Outcome<Ticket, "NOT_FOUND" | "TICKET_CLOSED" | "TICKET_NOT_DUE">> {
  return deps.database.transact(async (tx) => {
    if (!(await lockTicket(tx, userId, id))) return refuse("NOT_FOUND");
    const before = (await findTicket(tx, userId, id))!;
    const now = deps.clock.now();
    if (before.escalated_at) return done(await whole(tx, before, now));
    if (before.state === "CLOSED") return refuse("TICKET_CLOSED");
    if (!mayEscalate(before, now)) return refuse("TICKET_NOT_DUE");
    await setEscalated(tx, userId, id, "DRIVER", now);
    await deps.mailOfficer(tx, mailAbout(deps, [before.number], "A driver asks for you."));
    return done(await whole(tx, (await findTicket(tx, userId, id))!, now));
  });
}

/** So many at once: their rows are locked until all are handed on. */
const MOST = 200;

/** Hands tickets whose clock has passed to the grievance officer, and tells their drivers; every hour. */
export async function escalateOverdue(deps: EscalationDeps): Promise<void> {
  for (let handed = MOST; handed === MOST;)
    handed = await deps.database.transact(async (tx) => {
      const now = deps.clock.now();
      const overdue = await lockOverdue(tx, now, MOST);
      for (const { user_id: userId, id, number } of overdue) {
        await setEscalated(tx, userId, id, "CLOCK", now);
        await deps.notices.notify(tx, {
          userId,
          key: `escalated:${id}`,
          said: { of: "TICKET_ESCALATED", number: String(number) },
          subject: { type: "TICKET", id },
        });
      }
      const numbers = overdue.map(({ number }) => number);
      if (numbers.length > 0)
        await deps.mailOfficer(tx, mailAbout(deps, numbers, "Support is late."));
      return overdue.length;
    });
}

const mailAbout = (
  { consoleUrl }: EscalationDeps,
  numbers: readonly bigint[],
  why: string,
): { subject: string; text: string } => ({
  subject: `Complaints for the grievance officer: ${numbers.length === 1 ? `ticket ${numbers[0]}` : `${numbers.length} tickets`}`,
  text: `${why}\n\n${numbers.map((number) => `${consoleUrl}/tickets/${number}`).join("\n")}\n`,
});
