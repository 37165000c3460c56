import { realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Removes a data folder, and the database cluster it points to when root made it. */
export function removeDataDir(dataDir: string): void {
  try {
    rmSync(realpathSync(join(dataDir, "postgres")), { recursive: true, force: true });
  } catch {
    // The start failed before the link was made.
  }
  rmSync(dataDir, { recursive: true, force: true });
}
