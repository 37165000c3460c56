import type { ConsoleDriver, TimelineEntry } from "@voltmarg/contract";
import { maskedMobile, maskedName } from "@voltmarg/rules";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { pageByCursor, readTimeCursor } from "../../platform/http/cursor.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { devicesOf, findDriver, timelineOf, type TimelineRow } from "./driver.store.ts";
import { movedBy } from "../wallet/index.ts";

/** A driver's facts, without number and name. */
export async function readDriver(
  { database: { db }, clock }: ConsoleDeps,
  id: string,
): Promise<Outcome<ConsoleDriver, "NOT_FOUND">> {
  const row = await findDriver(db, id);
  if (!row) return refuse("NOT_FOUND");
  const { mobile, name, email: _email, deactivated_at, ...shown } = row;
  const isErased = row.erased_at !== null;
  const devices = await devicesOf(db, id, clock.now());
  return done({
    ...shown,
    mobile_masked: isErased ? null : maskedMobile(mobile),
    name_masked: maskedName(name),
    wallet: row.customer_type === "CORPORATE" ? null : row.wallet,
    created_at: row.created_at.toISOString(),
    closed_at: deactivated_at?.toISOString() ?? null,
    erased_at: row.erased_at?.toISOString() ?? null,
    devices: devices.map(({ created_at, seen_at, ...device }) =>
      Object.assign(device, {
        signed_in_at: created_at.toISOString(),
        last_seen_at: seen_at.toISOString(),
      }),
    ),
  });
}

/** Number, name and address of a driver. Who asked and why is in the audit log before they are seen. */
export function revealDriver(
  backoffice: BackofficeCall,
  id: string,
): Promise<Outcome<{ mobile: string; name: string | null; email: string | null }, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    const row = await findDriver(tx, id);
    if (!row || row.erased_at) return refuse("NOT_FOUND");
    return done({ mobile: row.mobile, name: row.name, email: row.email });
  });
}

/** A page of everything that happened to a driver, newest first. */
export async function readTimeline(
  { database: { db } }: ConsoleDeps,
  id: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<
  Outcome<{ content: TimelineEntry[]; next_cursor: string | null }, "NOT_FOUND" | "INVALID_INPUT">
> {
  if (!(await findDriver(db, id))) return refuse("NOT_FOUND");
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  if (cursor !== undefined && !after)
    return refuse("INVALID_INPUT", { message: "This is no cursor of this list." });
  const found = await timelineOf(db, id, after, limit + 1, movedBy);
  return done(pageByCursor(found, limit, (row) => [row.at.toISOString(), row.id], toWire));
}

const toWire = (row: TimelineRow): TimelineEntry => ({
  at: row.at.toISOString(),
  kind: row.kind,
  id: row.id,
  what: row.what,
  text: row.text,
  amount_minor: row.amount === null ? null : Number(row.amount),
});
