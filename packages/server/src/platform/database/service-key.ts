import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { one, sql, type Database } from "./database.ts";

/** A key of this installation, created once and shared by all replicas through the database. */
export async function serviceKey(database: Database, name: string): Promise<Buffer> {
  const fresh = JSON.stringify(randomBytes(32).toString("base64url"));
  await sql`insert into setting (name, value) values (${name}, ${fresh}) on conflict do nothing`.execute(
    database.db,
  );
  const row = await one(
    database.db,
    sql<{ value: string }>`select value from setting where name = ${name}`,
  );
  return Buffer.from(row!.value, "base64url");
}

export function constantTimeEqual(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
