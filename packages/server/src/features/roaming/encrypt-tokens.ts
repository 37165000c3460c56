import { listTheirTokens, replaceTheirToken } from "./operators.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

/** Seals tokens of partners that were stored before there was a seal; at start. */
export async function sealTokens({
  database,
  seal,
}: Pick<RoamingDeps, "database" | "seal">): Promise<void> {
  for (const { id, their_token } of await listTheirTokens(database.db)) {
    if (!seal.isSealed(their_token))
      await replaceTheirToken(database.db, id, their_token, seal.seal(their_token));
  }
}
