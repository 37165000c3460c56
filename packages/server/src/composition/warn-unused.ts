import { indianDayOf } from "@voltmarg/rules";
import type { Notices } from "../features/notifications/index.ts";
import type { Tx } from "../platform/database/database.ts";

/** Tells a driver on which day the account is closed, because nobody uses it. */
export const warnUnused =
  ({ notices }: { notices: Notices }) =>
  async (tx: Tx, userId: string, closesAt: Date): Promise<void> => {
    const on = indianDayOf(closesAt).split("-").toReversed().join("/");
    const said = { of: "ACCOUNT_UNUSED", on } as const;
    const subject = { type: "WALLET", id: null } as const;
    await notices.notify(tx, { userId, key: `unused:${on}`, said, subject });
  };
