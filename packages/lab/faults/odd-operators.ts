import { parseArgs } from "node:util";

/**
 * `npm run faults -- odd-operators`: good objects with one field after the other made bad, as real operators send them.
 * A bad field that a driver can do without must hide nothing, whatever is refused or left out stands at the desk, and a
 * session nobody can read is no certainty. `--kinds absent,null` tries only these ways to make a field bad. With
 * `--broken` one odd field hides its station, and the run must find that out.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      kinds: { type: "string", default: "" },
      broken: { type: "boolean", default: false },
    },
  });
  const kinds = values.kinds.split(",").filter(Boolean);
  // Loaded when it is asked for: they bring a database with them.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { tryOddOperators } = await import("./odd-operators/try-odd-operators.ts");
  try {
    const options = { kinds, broken: values.broken };
    return (await tryOddOperators(options, (line) => console.log(`  ${line}`))).ok;
  } finally {
    await stopDatabases();
  }
}
