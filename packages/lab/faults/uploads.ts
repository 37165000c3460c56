import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

/**
 * `npm run faults -- uploads`: files that try to exhaust memory, reveal drivers' locations, or run in a browser.
 * With `--broken` files are stored unchanged, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { broken: { type: "boolean", default: false } },
  });
  const { startHarness, stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { tryUploads } = await import("./uploads/try-uploads.ts");
  const folder = join(mkdtempSync(join(tmpdir(), "voltmarg-uploads-")), "files");
  mkdirSync(folder);
  const world = await startHarness({
    locations: 0,
    operators: false,
    env: { FILES_DIR: folder },
  });
  try {
    return (await tryUploads(world, { folder, ...values }, (line) => console.log(line))).ok;
  } finally {
    await world.stop();
    await stopDatabases();
    rmSync(join(folder, ".."), { recursive: true });
  }
}
