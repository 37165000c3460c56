import { announceCodes } from "./announce-codes.ts";
import { linksOfDemoStaff } from "./demo-staff.ts";
import { demoDrivers, seed } from "./seed.ts";
import { readSettings } from "./settings.ts";
import { sentenceOf } from "@voltmarg/client/node";
import { startWorld } from "./world.ts";

const quit = new AbortController();
const say = (message: string) => console.log(`  ${message}`);

async function main(): Promise<void> {
  const before = performance.now();
  console.log("starting Voltmarg");
  const settings = readSettings(process.env);
  const starting = startWorld(settings, say, quit.signal);
  // A second request to stop, or one that hangs, exits at once: the next start recovers.
  const end = () => {
    if (quit.signal.aborted) process.exit(1);
    console.log("stopping");
    quit.abort();
    void starting
      .then((world) => world.stop())
      .catch(() => {})
      .then(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(signal, end);

  const world = await starting;
  await seed(world, say);
  console.log(`ready ${world.url}`);
  say(
    `in ${((performance.now() - before) / 1000).toFixed(1)} s; logs in ${settings.dataDir}/logs; Ctrl-C stops everything`,
  );
  console.log("\nSign in with one of these numbers, or sign up with any other:");
  for (const driver of demoDrivers)
    say(`${driver.mobile.replace(/^(\d{5})/, "$1 ")}  ${driver.about}`);
  console.log(`The code of each sign-in appears here and at ${world.url}/dev/outbox\n`);
  console.log(
    "The console of the provider's staff: a link for each role makes a passkey and signs in.",
  );
  for (const { role, link } of await linksOfDemoStaff(world)) say(`${role.padEnd(8)} ${link}`);
  console.log("");
  announceCodes(world.url, say);
}

main().catch((error: unknown) => {
  // Asked to stop while starting: the rest must stop first.
  if (quit.signal.aborted) return;
  console.error(sentenceOf(error) ?? error);
  process.exit(1);
});
