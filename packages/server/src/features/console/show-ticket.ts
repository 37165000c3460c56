import type { ConsoleTicket } from "@voltmarg/contract";
import { maskedMobile, maskedName } from "@voltmarg/rules";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { waitsFor } from "../charging/index.ts";
import { membersWho } from "../staff/index.ts";
import { ticketForBackoffice } from "../support/index.ts";
import { findCharge } from "./charges.store.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { chargeToWire } from "./list-charges.ts";
import { driverOf, goodwillOf, readersSince } from "./tickets.store.ts";

const LOOKING_MS = 60_000;

/** A ticket with its driver, its charge, the goodwill given, and who else of the staff looks at it. `me` is who asks. */
export async function showTicket(
  { database: { db }, clock }: ConsoleDeps,
  me: string,
  named: string,
): Promise<Outcome<ConsoleTicket, "NOT_FOUND">> {
  const ticket = await ticketForBackoffice(db, named);
  const driver = ticket && (await driverOf(db, ticket.driver.id));
  if (!driver) return refuse("NOT_FOUND");
  const userId = ticket.driver.id;
  const now = clock.now();
  const at = ticket.session_id && { user_id: userId, session_id: ticket.session_id };
  const charge = at ? await findCharge(db, at, waitsFor(now)) : null;
  const goodwill = await goodwillOf(db, userId);
  const since = new Date(now.getTime() - LOOKING_MS);
  const readers = await readersSince(db, [ticket.id, ticket.number], since);
  return done({
    ...ticket,
    driver: {
      id: userId,
      mobile_masked: maskedMobile(driver.mobile),
      name_masked: maskedName(driver.name),
      language: driver.language,
    },
    charge: charge && chargeToWire(charge),
    goodwill: goodwill.map((given) => ({
      at: given.at.toISOString(),
      amount_minor: Number(given.amount),
      reason: given.reason,
    })),
    looking: readers.filter((name) => name !== me),
    may_be_assigned: await membersWho(db, ["support", "admin"]),
    placeholders: { ticket: ticket.number, station: charge?.location.name ?? null, me },
  });
}
