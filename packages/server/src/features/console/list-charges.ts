import type { ConsoleCharge } from "@voltmarg/contract";
import { indianDayBounds, maskedMobile, mobileToE164 } from "@voltmarg/rules";
import { pageByCursor, readTimeCursor } from "../../platform/http/cursor.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { getUserByMobile } from "../accounts/index.ts";
import { authKey, findReference, isUnbilled, mayWait, waitsFor } from "../charging/index.ts";
import { listCharges, type ChargeRow, type ChargesWanted } from "./charges.store.ts";
import type { ConsoleDeps } from "./console-deps.ts";

type Asked = {
  state?: ChargesWanted["state"] | undefined;
  operator?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  order: ChargesWanted["order"];
  limit: number;
};
type Page = { content: ConsoleCharge[]; next_cursor: string | null };

/** A page of charges of all drivers. */
export async function searchCharges(
  deps: ConsoleDeps,
  asked: Asked,
): Promise<Outcome<Page, "NOT_FOUND" | "INVALID_INPUT">> {
  const { db } = deps.database;
  const operator = asked.operator === undefined ? null : await deps.operatorNamed(asked.operator);
  if (asked.operator !== undefined && !operator)
    return refuse("NOT_FOUND", { message: "There is no operator of that id, name or party." });
  const after = asked.cursor === undefined ? null : readTimeCursor(asked.cursor);
  if (asked.cursor !== undefined && !after)
    return refuse("INVALID_INPUT", { message: "This is no cursor of this list." });
  const named = asked.q === undefined ? EVERY : await namedBy(deps, asked.q);
  if (!named) return done({ content: [], next_cursor: null });
  const now = deps.clock.now();
  const found = await listCharges(
    db,
    {
      ...named,
      state: asked.state ?? null,
      operatorId: operator?.id ?? null,
      from: asked.from === undefined ? null : indianDayBounds(asked.from).from,
      before: asked.until === undefined ? null : indianDayBounds(asked.until).until,
      after,
      order: asked.order,
    },
    { waitsFor: waitsFor(now), mayWait: mayWait(now), isUnbilled },
    asked.limit + 1,
  );
  return done(
    pageByCursor(
      found,
      asked.limit,
      ({ requested_at, id }) => [requested_at.toISOString(), id],
      chargeToWire,
    ),
  );
}

const EVERY = { userId: null, sessionId: null };

/** Whose or which charges are meant; null: there is nobody and nothing of that name. */
async function namedBy(
  { database: { db } }: ConsoleDeps,
  q: string,
): Promise<{ userId: string; sessionId: string | null } | null> {
  const mobile = mobileToE164(q);
  if (mobile) {
    const driver = await getUserByMobile(db, mobile);
    return driver && { userId: driver.id, sessionId: null };
  }
  if (q.startsWith("usr_")) return { userId: q, sessionId: null };
  const found = (await findReference(db, authKey(q))) ?? (await findReference(db, `cdr:${q}`));
  return found && { userId: found.user_id, sessionId: found.session_id };
}

export const chargeToWire = (row: ChargeRow): ConsoleCharge => ({
  id: row.id,
  requested_at: row.requested_at.toISOString(),
  step: row.step,
  waits_for: row.waits_for,
  failure: row.failure,
  operator: { id: row.operator_id, name: row.operator_name ?? row.operator_id },
  location: row.location,
  driver: { id: row.user_id, mobile_masked: maskedMobile(row.mobile) },
  kwh: row.kwh,
  cost_minor: row.cost_minor === null ? null : Number(row.cost_minor),
  bill_id: row.cdr_id,
});
