import type { Database } from "@voltmarg/testkit/ledger";
import type { Places } from "./catalogue.ts";
import { readInsert, readPlan, type Statement } from "./statements.ts";

/** The statements of one transaction, or of none: then it is one. */
export type Transaction = { statements: Statement[]; ended: "committed" | "rolled back" | "alone" };

/** Notes every plan of every connection that `database` opens from now on, inside functions as well. */
export async function recordPlans(database: Database, places: Places): Promise<Transaction[]> {
  const transactions: Transaction[] = [];
  const setter = await database.pool.connect();
  const { rows } = await setter.query<{ name: string }>("select current_database() as name");
  const settings = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
    // With its values in place, as Citus sees a statement before it looks for the shard.
    plan_cache_mode: "force_custom_plan",
  };
  for (const [name, value] of Object.entries(settings))
    await setter.query(`alter database "${rows[0]!.name}" set ${name} = '${value}'`);
  database.pool.on("connect", (client) => {
    let open: Statement[] | null = null;
    client.on("notice", ({ message }) => {
      const statement = readPlan(message ?? "", places) ?? readInsert(message ?? "", places);
      if (!statement) return;
      if (open) open.push(statement);
      else transactions.push({ statements: [statement], ended: "alone" });
    });
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const [first] = given;
      const text = (typeof first === "string" ? first : (first as { text: string }).text).trim();
      if (/^(begin|start transaction)\b/i.test(text)) open = [];
      const answer = query(...given);
      const how = /^(commit|rollback)$/i.exec(text)?.[1]?.toLowerCase();
      if (how && open) {
        const ended = how === "commit" ? "committed" : "rolled back";
        transactions.push({ statements: open, ended });
        open = null;
      }
      return answer;
    }) as typeof client.query;
  });
  await setter.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  // This connection, like those that were just ended, was opened before the settings were changed.
  setter.release(true);
  const { max } = database.pool.options;
  await Promise.allSettled(Array.from({ length: max }, () => database.pool.query("select")));
  return transactions;
}
