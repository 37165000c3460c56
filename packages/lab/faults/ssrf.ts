import { parseArgs } from "node:util";

/**
 * `npm run faults -- ssrf`: every form of an address that leads inside × everything that calls a URL given by
 * others. With `--broken` the check is that of a developer's machine, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { broken: { type: "boolean", default: false } },
  });
  // Imported on use: it loads the service.
  const { tryAddresses } = await import("./ssrf/try-addresses.ts");
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  try {
    return (await tryAddresses(values, (line) => console.log(line))).ok;
  } finally {
    await stopDatabases();
  }
}
