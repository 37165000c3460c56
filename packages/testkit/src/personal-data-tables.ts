import { register } from "../../server/src/features/personal-data/register.ts";
import { rows, sql, type Queryable } from "../../server/src/platform/database/database.ts";

type Table = { name: string; columns: readonly string[] };

/** Tables without personal data. A table with a column that may refer to a driver cannot be in the list. */
export const nobodys: readonly string[] = [
  "account_count",
  "answer_template",
  "app_version",
  "books_month",
  "built_in_text",
  "customer_money_day",
  "company",
  "company_vehicle",
  "custom_message",
  "desk_credential",
  "evse",
  "evse_day",
  "evse_hour",
  "evse_hour_day",
  "evse_last_charge",
  "evse_start_day",
  "evse_state_interval",
  "gateway_report",
  "gateway_settlement",
  "gateway_settlement_line",
  "gateway_unsettled_payment",
  "inbox",
  "invoice_seal",
  "invoice_series",
  "kysely_migration",
  "lease",
  "location",
  "operator",
  "operator_invoice",
  "operator_invoice_line",
  "operator_pull",
  "operator_silence",
  "outbox_shard",
  "partner_party",
  "partitioned_table",
  "passkey_challenge_used",
  "planned_retail_rule",
  "privacy_notice",
  "repeatable_migration",
  "retail_rule",
  "scheduled_task",
  "seller",
  "setting",
  "signing_key",
  "staff",
  "staff_invitation",
  "staff_openid",
  "staff_passkey",
  "staff_session",
  "stop_lead",
  "support_information",
  "tariff",
  "tax_rate",
  "vehicle_model",
];
const SOUNDS_LIKE_A_DRIVER = /user|driver|mobile|recipient|owner|scope|customer_id|subject/;

/** Every table of the database with its columns; a partitioned table once. */
export const tablesOf = (on: Queryable) =>
  rows(
    on,
    sql<Table>`
      select t.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
      from information_schema.tables t
        join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
      where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')
        and not exists (
          select from pg_inherits i
          where i.inhrelid = format('%I.%I', t.table_schema, t.table_name)::regclass)
      group by t.table_schema, t.table_name order by t.table_name`,
  );

/** Tables without a decision, each with the reason. */
export const undecided = (tables: readonly Table[]): string[] =>
  tables.flatMap(({ name, columns }) => {
    if (name in register) return [];
    if (!nobodys.includes(name)) return [`${name}: in no list`];
    const telling = columns.filter((column) => SOUNDS_LIKE_A_DRIVER.test(column));
    return telling.length > 0 ? [`${name}: nobody's, and yet it has ${telling.join(", ")}`] : [];
  });

/** Tables with a row that contains one of these texts, by table name, and which texts. */
export async function wordsIn(
  on: Queryable,
  words: Readonly<Record<string, string>>,
): Promise<Map<string, string[]>> {
  const tables = await tablesOf(on);
  const looks = tables.map(
    ({ name }) => sql`
      select ${name}::text as name, w.word from w
      where exists (select from ${sql.ref(name)} t where strpos(lower(t::text), w.text) > 0)`,
  );
  const read = await rows(
    on,
    sql<{ name: string; word: string }>`
      with w as (select word, lower(text) as text
        from unnest(${Object.keys(words)}::text[], ${Object.values(words)}::text[]) w (word, text))
      ${sql.join(looks, sql` union all `)} order by 1, 2`,
  );
  const found = new Map<string, string[]>();
  for (const { name, word } of read) found.set(name, [...(found.get(name) ?? []), word]);
  return found;
}
