import type { SupportInformation } from "@voltmarg/contract";
import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";

const columns = sql`name, email, phone, whatsapp, hours, languages, opening`;

export const listInformation = (on: Queryable) =>
  rows(on, sql<SupportInformation>`select ${columns} from support_information order by position`);

export const putInformation = async (on: Queryable, s: SupportInformation, at: Date) =>
  (await one(
    on,
    sql<SupportInformation>`
      update support_information set name = ${s.name}, email = ${s.email}, phone = ${s.phone},
        whatsapp = ${s.whatsapp}, hours = ${s.hours}, languages = ${s.languages},
        opening = ${s.opening && JSON.stringify(s.opening)}, updated_at = ${at}
      where position = (select min(position) from support_information) returning ${columns}`,
  ))!;
