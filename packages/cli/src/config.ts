import { readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import {
  adviceOn,
  ConfigError,
  createRedactor,
  readConfigHere,
  settingsPage,
  settingsReader,
  settingTexts,
} from "@voltmarg/server/config";
import { addressesToRegister, textsToRegister } from "@voltmarg/server/registered-texts";

const HELP = `  npm run config -- check [--env-file FILE] [--user NAME] [--online]
      says whether the service would start on this machine with this environment, and what a file adds to it, and what
      is wrong: settings, placeholders, folders. Exit code 1 with faults.
      --user NAME  root reads the secrets, and all the rest is tried as this user, as whom the service runs
      --online     also asks, each for at most 5 s: names, databases, NATS, Razorpay, carriers of messages, the bucket,
                   the router, operators and the certificate of PUBLIC_URL. Nothing is sent, booked or changed; in a
                   bucket one object is written and removed.
  npm run config -- templates [--env-file FILE]
      the texts of SMS to register on the operators' portal (DLT), with PARTY_NAME and the host of PUBLIC_URL, and
      below each the same as MSG91 wants it
  npm run config -- page
      writes docs/reference/settings.md, and the table of docs/operations/retention.md`;

type Env = Readonly<Record<string, string | undefined>>;

/** Checks the service's environment without starting it; exit code 1 when the service would not start. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "env-file": { type: "string" },
      user: { type: "string" },
      online: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const [command] = positionals;
  if (command === "page") {
    const docs = join(import.meta.dirname, "..", "..", "..", "docs");
    writeFileSync(join(docs, "reference", "settings.md"), settingsPage());
    // It reaches the database's driver, which the other commands do without.
    const { retentionPage } = await import("@voltmarg/server/retention-page");
    const retention = join(docs, "operations", "retention.md");
    writeFileSync(retention, retentionPage(readFileSync(retention, "utf8")));
  } else if (command === "check" || command === "templates") {
    const file = values["env-file"];
    const said = file === undefined ? {} : parseEnv(readFileSync(file, "utf8"));
    const { user, online = false } = values;
    const all = { ...process.env, ...said };
    // Not at its end by itself: a name that is looked up for long would be waited for.
    process.exit(command === "templates" ? templates(all) : await check(all, { user, online }));
  } else {
    process.stdout.write(`${HELP}\n`);
    process.exitCode = values.help ? 0 : 1;
  }
}

/** Reads only what the texts say, so that they can be registered before everything else is set. Returns the exit code. */
function templates(env: Env): number {
  const read = settingsReader(env);
  const [name, url] = [read.value("PARTY_NAME"), read.value("PUBLIC_URL")];
  if (!read.isSet("PUBLIC_URL")) read.fault("PUBLIC_URL is not set: its host is in the texts.");
  for (const each of read.faults) process.stdout.write(`fault   ${each}\n`);
  if (read.faults.length > 0) return 1;
  for (const text of textsToRegister({ name, domain: new URL(url).hostname }))
    process.stdout.write(
      `${text.kind} ${text.language} wording=${text.wording}\n\n${text.dlt}\n\nMSG91:\n${text.msg91}\n\n`,
    );
  return 0;
}

/** Returns the exit code. */
async function check(
  env: Env,
  { user, online }: { user: string | undefined; online: boolean },
): Promise<number> {
  // Loaded only when it is asked for, and before another user may not read it.
  const loaded = online ? await import("@voltmarg/server/online-checks") : null;
  const texts = settingTexts(env);
  const redact = createRedactor(texts);
  const print = (line: string) => process.stdout.write(`${redact(line)}\n`);
  const report = (is: string, text: string) => print(`${is.padEnd(7)} ${text}`);
  try {
    const config = readConfigHere(env, () => user !== undefined && become(user));
    const given = adviceOn(config);
    if (user === undefined && process.getuid?.() === 0 && config.profile === "PROD")
      given.push("Checked as root, who may write everywhere: --user NAME checks as the service's.");
    const checks = (await loaded?.checkOnline(config, texts)) ?? [];
    const found = [...checks.flat(), ...given.map((text) => ({ is: "advice" as const, text }))];
    for (const { is, text } of found) report(is, text);
    if (config.messages.sms)
      for (const address of addressesToRegister(new URL(config.publicUrl).hostname))
        report("sms", `${address} must be on the operators' list of links (whitelisting)`);
    const count = (of: string) => found.filter(({ is }) => is === of).length;
    const passed = checks.filter((each) => each.every(({ is }) => is !== "fault")).length;
    const asked = online ? ` online=${passed}/${checks.length}` : "";
    const figures = `faults=${count("fault")} advice=${count("advice")}${asked}`;
    print(`config profile=${config.profile} ${figures}`);
    return count("fault") > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const faults = error.message.split("\n");
    for (const each of faults) report("fault", each);
    print(`config faults=${faults.length}${online ? " online=not asked" : ""}`);
    return 1;
  }
}

/** Goes on as another user, with that user's first group alone. */
function become(user: string): void {
  if (userInfo().username === user) return;
  try {
    // Node tells the group of the user it runs as only.
    process.seteuid!(user);
    const { gid } = userInfo();
    process.seteuid!(0);
    process.setgroups!([gid]);
    process.setgid!(gid);
    process.setuid!(user);
  } catch {
    throw new ConfigError(`--user ${user} can be checked by root only, and must be a user here.`);
  }
}

await main();
