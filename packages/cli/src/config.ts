import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { adviceOn, ConfigError, readConfig, settingsPage } from "@voltmarg/server/config";

const HELP = `  npm run config -- check [--env-file FILE]
      says whether the service would start with this environment, and what a file adds to it, and what is wrong
  npm run config -- page
      writes docs/reference/settings.md`;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Checks the service's environment without starting it; exit code 1 when the service would not start. */
function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "env-file": { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  const [command] = positionals;
  if (command === "page") {
    const page = join(import.meta.dirname, "..", "..", "..", "docs", "reference", "settings.md");
    writeFileSync(page, settingsPage());
  } else if (command === "check") {
    const file = values["env-file"];
    const said = file === undefined ? {} : parseEnv(readFileSync(file, "utf8"));
    check({ ...process.env, ...said });
  } else {
    print(HELP);
    process.exitCode = values.help ? 0 : 1;
  }
}

function check(env: Readonly<Record<string, string | undefined>>): void {
  try {
    const config = readConfig(env);
    const advice = adviceOn(config);
    for (const each of advice) print(`advice  ${each}`);
    print(`config profile=${config.profile} faults=0 advice=${advice.length}`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const faults = error.message.split("\n");
    for (const each of faults) print(`fault   ${each}`);
    print(`config faults=${faults.length}`);
    process.exitCode = 1;
  }
}

main();
