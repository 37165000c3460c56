import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@voltmarg/world/ports";
import { removeDataDir } from "./remove-data-dir.ts";
import { readSettings } from "@voltmarg/world/settings";
import { startWorld, type World } from "@voltmarg/world/world";

export type TemporaryWorld = World & { dataDir: string };

/**
 * The whole product on free ports with a temporary data folder, removed when it stops; it does not depend on the
 * time of day.
 */
export async function startTemporaryWorld(
  env: Record<string, string>,
  say: (message: string) => void = () => {},
): Promise<TemporaryWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), "voltmarg-world-"));
  const port = String(await freePort());
  const settings = readSettings({
    PORT: port,
    DATA_DIR: dataDir,
    VOLTMARG_ENV: "TEST",
    HOURS: "always",
    WAYSIDE: "0",
    ...env,
  });
  const world = await startWorld(settings, say);
  const stop = async () => {
    await world.stop();
    removeDataDir(dataDir);
  };
  return { ...world, stop, dataDir };
}
