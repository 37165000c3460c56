import { notifications } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { MessageSettings } from "../../platform/config/messaging.ts";
import { countMessages } from "./count-messages.ts";

/** Message counts for the back office: by carrier and outcome, and how many the budget refused. */
export function messagesBackofficeRoutes(
  { mount }: Mount,
  deps: { database: Database; clock: Clock; budgets: MessageSettings["budgets"] },
): void {
  mount(notifications.countMessages, async ({ query: { day } }) => {
    // Rejects dates such as 31 February.
    if (day !== undefined && !isDay(day)) return refuse("INVALID_INPUT");
    return done({ data: await countMessages(deps, day) });
  });
}

const isDay = (text: string): boolean => {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};
