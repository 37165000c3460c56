import { announceCodes } from "./announce-codes.ts";
import { demoDrivers, seed } from "./seed.ts";
import { readSettings } from "./settings.ts";
import { sentenceOf } from "./start-error.ts";
import { startWorld, type World } from "./world.ts";

const say = (message: string) => console.log(`  ${message}`);

async function main(): Promise<void> {
  const before = performance.now();
  console.log("starting Voltmarg");
  const settings = readSettings(process.env);
  let world: World | undefined;
  let ending: Promise<void> | undefined;
  // A second request to end, or one that hangs, ends at once: the next start recovers.
  const end = () => {
    if (ending) process.exit(1);
    console.log("stopping");
    ending = (async () => {
      await world?.stop();
      process.exit(0);
    })();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(signal, end);

  world = await startWorld(settings, say);
  if (ending) return world.stop();
  await seed(world, say);
  console.log(`ready ${world.url}`);
  say(
    `in ${((performance.now() - before) / 1000).toFixed(1)} s; logs in ${settings.dataDir}/logs; Ctrl-C stops everything`,
  );
  console.log("\nSign in with one of these numbers, or sign up with any other:");
  for (const driver of demoDrivers)
    say(`${driver.mobile.replace(/^(\d{5})/, "$1 ")}  ${driver.about}`);
  console.log(`The code of each sign-in appears here and at ${world.url}/dev/outbox\n`);
  announceCodes(world.url, say);
}

main().catch((error: unknown) => {
  console.error(sentenceOf(error) ?? error);
  process.exit(1);
});
