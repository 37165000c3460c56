import { indianDayOf } from "@voltmarg/rules";
import { mobileOf } from "../features/accounts/index.ts";
import { languageOf, type Messages, type Notices } from "../features/notifications/index.ts";
import type { Tx } from "../platform/database/database.ts";

/** Nobody has looked at the app for long: it is tried for a week. */
const SMS_SECONDS = 7 * 86_400;

/** Tells a driver on which day, in so many days, the account is closed because nobody uses it. */
export const warnUnused =
  ({ notices, messages }: { notices: Notices; messages: Messages }) =>
  async (tx: Tx, userId: string, closesAt: Date, days: number): Promise<void> => {
    const on = indianDayOf(closesAt).split("-").toReversed().join("/");
    const said = { of: "ACCOUNT_UNUSED", on } as const;
    const subject = { type: "WALLET", id: null } as const;
    await notices.notify(tx, { userId, key: `unused:${on}`, said, subject });
    const to = await mobileOf(tx, userId);
    if (!to) return;
    await messages.send(tx, {
      channel: "sms",
      kind: "ACCOUNT_UNUSED",
      to,
      language: await languageOf(tx, userId),
      variables: { days: String(days) },
      validSeconds: SMS_SECONDS,
    });
  };
