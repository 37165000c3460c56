import { realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Removes a data folder, and the cluster it points to when root made it. */
export function removeDataDir(dataDir: string): void {
  try {
    rmSync(realpathSync(join(dataDir, "postgres")), { recursive: true, force: true });
  } catch {
    // It never got that far.
  }
  rmSync(dataDir, { recursive: true, force: true });
}
