import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { sentenceOf } from "./start-error.ts";

/** Runs the module of `dir` that the command line names; without a name, lists them. */
export async function runOne(dir: string, command: string): Promise<void> {
  const names = globSync("*.ts", { cwd: dir })
    .map((file) => basename(file, ".ts"))
    .filter((name) => name !== "run" && !name.endsWith(".test"))
    .toSorted();
  const name = process.argv[2];
  if (!name || !names.includes(name)) {
    console.error(`npm run ${command} -- ${names.join(" | ")}`);
    process.exit(name === undefined || name === "--help" ? 0 : 1);
  }
  const { run } = (await import(join(dir, `${name}.ts`))) as { run(): Promise<boolean> };
  try {
    process.exitCode = (await run()) ? 0 : 1;
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    process.exitCode = 1;
  }
}
