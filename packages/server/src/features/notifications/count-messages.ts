import type { MessageCounts } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { MessageSettings } from "../../platform/config/messaging.ts";
import { budgetUse, countAttempts } from "./messages/messages.store.ts";
import { indianDayBounds, indianDayOf } from "@voltmarg/rules";

const DAY_MS = 86_400_000;

/** Counts the messages of one day for the back office; without a day, of today. */
export async function countMessages(
  deps: { database: Database; clock: Clock; budgets: MessageSettings["budgets"] },
  day: string = indianDayOf(deps.clock.now()),
): Promise<MessageCounts> {
  const { from } = indianDayBounds(day);
  const used = await budgetUse(deps.database.db, day);
  return {
    day,
    budgets: (["sms", "mail"] as const).map((channel) => {
      const use = used.find((each) => each.channel === channel);
      const { perDay, perRecipient } = deps.budgets[channel];
      return {
        channel,
        per_day: perDay,
        per_recipient: perRecipient,
        used: use?.sent ?? 0,
        refused: use?.refused ?? 0,
      };
    }),
    carriers: await countAttempts(deps.database.db, from, new Date(from.getTime() + DAY_MS)),
  };
}
