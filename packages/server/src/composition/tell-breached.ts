import { say, type Messages, type Notices } from "../features/notifications/index.ts";
import type { BreachDeps } from "../features/personal-data/index.ts";

/** An SMS or mail of a breach is tried for three days. */
const VALID_SECONDS = 3 * 86_400;

/** Tells one driver of a breach in all ways: in the app, where the account is open, by SMS, and by mail if there is an address. */
export const tellBreached =
  (deps: { notices: Notices; messages: Messages }): BreachDeps["tellBreached"] =>
  async (tx, { id: userId, mobile, email, language }, { id, texts, phone }) => {
    const said = { of: "BREACH", texts } as const;
    const subject = { type: "TICKET", id: null } as const;
    await deps.notices.notify(tx, { userId, key: `breach:${id}`, said, subject });
    const smsId = await deps.messages.send(tx, {
      channel: "sms",
      kind: "BREACH",
      to: mobile,
      language,
      variables: { phone },
      validSeconds: VALID_SECONDS,
    });
    if (!email) return { smsId, mailId: null };
    const { title, text } = say(said, language);
    const mail = { to: email, subject: title, text: `${text}\n\n${phone}\n` };
    const mailId = await deps.messages.send(tx, { channel: "mail", kind: "BREACH", ...mail });
    return { smsId, mailId };
  };
