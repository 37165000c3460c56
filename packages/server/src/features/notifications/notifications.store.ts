import { rows, sql, type Queryable, planKept } from "../../platform/database/database.ts";
import type { NoticeRow } from "./notices.store.ts";

export type SentRow = {
  channel: "sms" | "mail" | "push";
  to: string;
  text: string;
  code: string | null;
  at: Date;
};

export const insertSent = (
  on: Queryable,
  m: { id: string; channel: string; to: string; text: string; code?: string | undefined; at: Date },
) =>
  sql`insert into sent_message (id, channel, recipient, body, code, at)
      values (${m.id}, ${m.channel}, ${m.to}, ${m.text}, ${m.code ?? null}, ${m.at}) on conflict do nothing ${planKept}`.execute(
    on,
  );

export const messagesTo = (on: Queryable, to: string | undefined) =>
  rows(
    on,
    sql<SentRow>`
      select channel, recipient as "to", body as text, code, at from sent_message
      where ${to === undefined} or recipient = ${to ?? ""} order by at desc, id desc limit 100`,
  );

/** Stores pushes instead of sending them, for demonstrations and tests. */
export const recordPush = async (on: Queryable, notice: NoticeRow, at: Date): Promise<void> => {
  const { id, user_id: to, body: text } = notice;
  await insertSent(on, { id, channel: "push", to, text, at });
};
