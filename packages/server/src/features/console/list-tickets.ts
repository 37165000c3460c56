import type { ConsoleTicketSummary, TicketCounts } from "@voltmarg/contract";
import { maskedMobile, maskedName, mobileToE164 } from "@voltmarg/rules";
import { pageByCursor, readTimeCursor } from "../../platform/http/cursor.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { getUserByMobile } from "../accounts/index.ts";
import { authKey, findReference } from "../charging/index.ts";
import { toSummary } from "../support/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { countTickets, listTickets, type TicketRow, type TicketsWanted } from "./tickets.store.ts";

type Asked = {
  state?: ConsoleTicketSummary["state"] | undefined;
  assignee?: string | undefined;
  age?: keyof typeof AGES | undefined;
  category?: ConsoleTicketSummary["category"] | undefined;
  q?: string | undefined;
  clock?: "OVERDUE" | "ESCALATED" | undefined;
  order: "OLDEST" | "NEWEST" | "DUE";
  cursor?: string | undefined;
  limit: number;
};
type Page = { content: ConsoleTicketSummary[]; next_cursor: string | null; counts: TicketCounts };

const HOUR_MS = 3_600_000;
const AGES = {
  HOUR: HOUR_MS,
  FOUR_HOURS: 4 * HOUR_MS,
  DAY: 24 * HOUR_MS,
  WEEK: 7 * 24 * HOUR_MS,
};

/** A page of tickets of all drivers, by the time of the last message or by what is due first. `me` is who asks. */
export async function searchTickets(
  deps: ConsoleDeps,
  me: string,
  asked: Asked,
): Promise<Outcome<Page, "INVALID_INPUT">> {
  const { db } = deps.database;
  const after = asked.cursor === undefined ? null : readTimeCursor(asked.cursor);
  if (asked.cursor !== undefined && !after)
    return refuse("INVALID_INPUT", { message: "This is no cursor of this list." });
  const now = deps.clock.now();
  const counts = await countTickets(db, me, now);
  const named = asked.q === undefined ? EVERY : await namedBy(deps, asked.q);
  if (!named) return done({ content: [], next_cursor: null, counts });
  const found = await listTickets(
    db,
    {
      ...EVERY,
      ...named,
      state: asked.state ?? null,
      assignee: asked.assignee === undefined ? null : { name: whose(asked.assignee, me) },
      category: asked.category ?? null,
      before: asked.age === undefined ? null : new Date(now.getTime() - AGES[asked.age]),
      clock: asked.clock === "OVERDUE" ? { overdueAt: now } : (asked.clock ?? null),
      order: asked.order,
      after,
    },
    asked.limit + 1,
  );
  const page = pageByCursor(
    found,
    asked.limit,
    ({ updated_at, due_at, id }) => [
      ((asked.order === "DUE" && due_at) || updated_at).toISOString(),
      id,
    ],
    toWire,
  );
  return done({ ...page, counts });
}

/** Null: nobody. */
const whose = (assignee: string, me: string): string | null =>
  assignee === "nobody" ? null : assignee === "me" ? me : assignee;

type Named = Pick<TicketsWanted, "number" | "id" | "userId" | "sessionId">;
const EVERY: Named = { number: null, id: null, userId: null, sessionId: null };

/** Whose or which tickets are meant; null: there is nobody and nothing of that name. */
async function namedBy({ database: { db } }: ConsoleDeps, q: string): Promise<Named | null> {
  const mobile = mobileToE164(q);
  if (mobile) {
    const driver = await getUserByMobile(db, mobile);
    return driver && { ...EVERY, userId: driver.id };
  }
  if (/^\d{1,15}$/.test(q)) return { ...EVERY, number: BigInt(q) };
  if (q.startsWith("usr_")) return { ...EVERY, userId: q };
  if (q.startsWith("tkt_")) return { ...EVERY, id: q };
  const charge = await findReference(db, authKey(q));
  return charge && { ...EVERY, userId: charge.user_id, sessionId: charge.session_id };
}

const toWire = (row: TicketRow): ConsoleTicketSummary => ({
  ...toSummary(row),
  driver: {
    id: row.user_id,
    mobile_masked: maskedMobile(row.mobile),
    name_masked: maskedName(row.name),
  },
  assignee: row.assignee,
});
