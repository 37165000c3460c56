import { parseArgs } from "node:util";
import { versionIn } from "./version-in.ts";

/**
 * `npm run faults -- odd-operators`: takes good objects and makes one field after another bad, as real operators
 * send them. A bad field that a driver does not need must hide nothing, whatever is refused or left out is listed in
 * the back office, and an unreadable session proves nothing about the charge. `--kinds absent,null` limits the ways
 * to make a field bad. `--version 2.3.0`: the operators speak that version of
 * OCPI. With `--broken` one bad field hides its station, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      kinds: { type: "string", default: "" },
      broken: { type: "boolean", default: false },
      version: { type: "string", default: "2.2.1" },
    },
  });
  const kinds = values.kinds.split(",").filter(Boolean);
  // Imported on use: these modules start a database.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { tryOddOperators } = await import("./odd-operators/try-odd-operators.ts");
  try {
    // OCPI 2.1.1 has no authorization reference: a wrong one could not be noticed.
    const version = versionIn(values.version, "2.1.1");
    const options = { kinds, broken: values.broken, version };
    return (await tryOddOperators(options, (line) => console.log(`  ${line}`))).ok;
  } finally {
    await stopDatabases();
  }
}
