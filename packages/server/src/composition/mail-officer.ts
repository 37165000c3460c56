import { officerOf, readSeller } from "../features/backoffice/index.ts";
import type { Messages } from "../features/notifications/index.ts";
import type { Tx } from "../platform/database/database.ts";

/** Writes to the grievance officer, if one is named. */
export const mailOfficer =
  (messages: Messages) =>
  async (tx: Tx, mail: { subject: string; text: string }): Promise<void> => {
    const to = officerOf(await readSeller(tx))?.email;
    if (to) await messages.send(tx, { channel: "mail", kind: "NOTICE", to, ...mail });
  };
