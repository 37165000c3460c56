import { listTheirTokens, replaceTheirToken } from "./operators.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

/** Encrypts partner tokens that an earlier version stored as plain text. Runs at start. */
export async function encryptTokens({
  database,
  encryption,
}: Pick<RoamingDeps, "database" | "encryption">): Promise<void> {
  for (const { id, their_token } of await listTheirTokens(database.db)) {
    if (!encryption.isEncrypted(their_token))
      await replaceTheirToken(database.db, id, their_token, encryption.encrypt(their_token));
  }
}
