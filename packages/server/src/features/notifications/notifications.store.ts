import { rows, sql, type Queryable } from "../../platform/database.ts";

export type MessageRow = {
  channel: "sms" | "mail" | "push";
  to: string;
  text: string;
  code: string | null;
  at: Date;
};

export const insertMessage = (
  on: Queryable,
  m: { id: string; channel: string; to: string; text: string; code?: string | undefined; at: Date },
) =>
  sql`insert into sent_message (id, channel, recipient, body, code, at)
      values (${m.id}, ${m.channel}, ${m.to}, ${m.text}, ${m.code ?? null}, ${m.at}) on conflict do nothing`.execute(
    on,
  );

export const messagesTo = (on: Queryable, to: string | undefined) =>
  rows(
    on,
    sql<MessageRow>`
      select channel, recipient as "to", body as text, code, at from sent_message
      where ${to === undefined} or recipient = ${to ?? ""} order by at desc, id desc limit 100`,
  );
