import type { Setting } from "./setting.ts";
import { SETTINGS } from "./settings.ts";

/** Markdown of every setting: what `docs/reference/settings.md` says. */
export function settingsPage(): string {
  const groups = Object.entries(SETTINGS).map(([group, settings]) =>
    [`## ${group}`, "", ...table(settings)].join("\n"),
  );
  return `# Settings

Everything the service reads from its environment. \`npm run config -- page\` writes this page from the code. The service checks all settings at its start and lists every error at once. \`npm run config -- check\` does the same without starting; \`--env-file FILE\` adds the settings of a file.

A setting marked **secret** may be read from a file instead: append \`_FILE\` to its name, such as \`PROVIDER_TOKEN_FILE=/run/credentials/voltmarg/provider-token\`. One line break at the end of the file is ignored.

${groups.join("\n\n")}
`;
}

const NEEDED = { always: "always", PROD: "in `PROD`", "with the one before": "with its group" };

function table(settings: readonly Setting[]): string[] {
  const cells = settings.map(({ name, description, default: initial, needed, secret }) => [
    `\`${name}\`${secret ? " **secret**" : ""}`,
    needed ? NEEDED[needed] : "",
    initial === undefined ? "" : initial.includes(" ") ? initial : `\`${initial}\``,
    description,
  ]);
  const rows = [["variable", "needed", "default", "description"], ...cells];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]!.length)));
  const line = (row: readonly string[], fill = " ") =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at]!, fill)).join(" | ")} |`;
  return [line(rows[0]!), line(["", "", "", ""], "-"), ...rows.slice(1).map((row) => line(row))];
}
