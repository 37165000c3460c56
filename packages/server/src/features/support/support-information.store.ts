import type { SupportInformation } from "@voltmarg/contract";
import { DEFAULT_NAME } from "@voltmarg/contract/provider-name";
import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";

const columns = sql`email, phone, whatsapp, hours, languages, opening`;

/** The name that came with the service says the provider's. */
export const listInformation = (on: Queryable, provider: string) =>
  rows(
    on,
    sql<SupportInformation>`
      select replace(name, ${DEFAULT_NAME}, ${provider}) as name, ${columns}
      from support_information order by position`,
  );

export const putInformation = async (on: Queryable, s: SupportInformation, at: Date) =>
  (await one(
    on,
    sql<SupportInformation>`
      update support_information set name = ${s.name}, email = ${s.email}, phone = ${s.phone},
        whatsapp = ${s.whatsapp}, hours = ${s.hours}, languages = ${s.languages},
        opening = ${s.opening && JSON.stringify(s.opening)}, updated_at = ${at}
      where position = (select min(position) from support_information) returning name, ${columns}`,
  ))!;
