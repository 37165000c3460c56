import { markdownTable } from "../markdown-table.ts";
import { PROFILES, type Setting, type SettingGroup } from "./settings/setting.ts";
import { SETTING_GROUPS } from "./settings/settings.ts";

/** All settings as Markdown: the text of `docs/reference/settings.md`. */
export function settingsPage(): string {
  const groups = Object.entries(SETTING_GROUPS).map(([title, group]) =>
    [`## ${title}`, "", ...table(group)].join("\n"),
  );
  return `# Settings

The environment variables of the service, for the person who runs it. \`npm run config -- page\` writes this page from the code. The service reads all of them at the start and reports every fault at once. \`npm run config -- check\` reports the same without starting, \`npm run config -- check --env-file FILE\` with the variables of a file added. With \`--user NAME\` root reads the secrets, and folders are looked at as the user as whom the service runs; with \`--online\` everybody whom the settings name is asked: databases, NATS, Razorpay, carriers, the bucket, the router and operators.

\`PROD\` refuses every value that is still as in the examples: \`REPLACE\`, example hosts and names, \`EXAMPL\` and ids such as 1107000000000000001.

A **secret** may be in a file instead, named by the same variable with \`_FILE\` behind it: \`PROVIDER_TOKEN_FILE=/run/credentials/voltmarg/provider-token\`. One line break at the end of the file is ignored. An empty variable counts as not set. In a default, \`\${NAME}\` is the value of another setting.

${groups.join("\n\n")}
`;
}

const NEEDED = { always: "always", PROD: "in `PROD`", "with the one before": "with its group" };

function table(group: SettingGroup): string[] {
  const cells = Object.entries(group).map(([name, setting]) => [
    `\`${name}\`${setting.secret ? " **secret**" : ""}`,
    setting.needed ? NEEDED[setting.needed] : "",
    defaultCell(setting.default),
    setting.description + (setting.formerly ? `; formerly \`${setting.formerly}\`` : ""),
  ]);
  return markdownTable([["variable", "needed", "default", "description"], ...cells]);
}

/** "`10` in `PROD` and `INT`, else `100000`". */
function defaultCell(text: Setting["default"]): string {
  if (!text) return "";
  if (typeof text === "string") return `\`${text}\``;
  const texts = new Set(PROFILES.flatMap((profile) => text[profile] ?? []));
  const parts = [...texts].map((each) => {
    const profiles = PROFILES.filter((profile) => text[profile] === each).toReversed();
    return `\`${each}\` in ${profiles.map((profile) => `\`${profile}\``).join(" and ")}`;
  });
  return [...parts, `else \`${text.else}\``].join(", ");
}
