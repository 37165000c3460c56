import { Client } from "pg";
import { DatabaseStartError } from "./start-error.ts";

export const oldestVersion = 150_000;

/** Throws, with one sentence, for a DATABASE_URL that does not lead to a PostgreSQL this service can use. */
export async function assertDatabase(connectionString: string): Promise<void> {
  let client: Client;
  try {
    client = new Client({ connectionString, connectionTimeoutMillis: 5000 });
    await client.connect();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new DatabaseStartError(
      `DATABASE_URL does not lead to a PostgreSQL server: ${message || code}.`,
      { cause: error },
    );
  }
  try {
    const { rows } = await client.query("show server_version_num");
    const version = Number(rows[0].server_version_num);
    if (version < oldestVersion) {
      throw new DatabaseStartError(
        `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`,
      );
    }
  } finally {
    await client.end();
  }
}
