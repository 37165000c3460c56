// The product while it is being changed: the app and the console with hot reload, the service started again after each edit.
import { join } from "node:path";
import { announceCodes } from "./announce-codes.ts";
import { linksOfDemoStaff } from "./demo-staff.ts";
import { supervise } from "./child.ts";
import { freePort, isFree } from "./ports.ts";
import { demoDrivers, seed } from "./seed.ts";
import { readSettings, type Settings } from "./settings.ts";
import { sentenceOf } from "@voltmarg/client/node";
import { restartOnChange } from "./dev-restart.ts";
import { startWorld } from "./world.ts";

type Stop = () => Promise<void> | void;

const APP_PORT = 5173;
const CONSOLE_PORT = 5174;
const packages = join(import.meta.dirname, "..", "..");
const quit = new AbortController();
const say = (message: string) => console.log(`  ${message}`);

async function main(): Promise<void> {
  console.log("starting Voltmarg for development");
  const settings = readSettings(process.env);
  const stops: Stop[] = [];
  const starting = start(settings, stops);
  const end = () => {
    if (quit.signal.aborted) process.exit(1);
    console.log("stopping");
    quit.abort();
    void stopAll();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(signal, end);
  const { app, staff, world } = await starting;

  console.log(`ready ${app.url}`);
  say(`the service: ${world.url}, its logs: ${join(settings.dataDir, "logs", "service.log")}`);
  say(`the database: ${world.databaseUrl}`);
  say("a debugger: 127.0.0.1:9229 (chrome://inspect, or attach from the editor)");
  say(`sign in as ${demoDrivers[0]!.mobile}; the code appears here. Ctrl-C stops everything`);
  for (const { role, link } of await linksOfDemoStaff(world, new URL(staff).origin))
    say(`the console as ${role}: ${link}`);
  announceCodes(world.url, say);

  async function stopAll(): Promise<void> {
    await starting.catch(() => {});
    for (const stop of stops.toReversed()) await stop();
    process.exit(0);
  }
}

async function start(settings: Settings, stops: Stop[]) {
  const consolePort = (await isFree(CONSOLE_PORT)) ? CONSOLE_PORT : await freePort();
  // Where its pages come from, writes of the staff must come from.
  const passedOn = { ...settings.passedOn, CONSOLE_ORIGIN: `http://localhost:${consolePort}` };
  const world = await startWorld({ ...settings, passedOn }, say, quit.signal, true);
  stops.push(() => world.stop());
  await seed(world, say);
  quit.signal.throwIfAborted();
  const pages = async (name: "app" | "console", port: number) => {
    const server = await supervise({
      name,
      file: join(packages, "app", "scripts", "dev-server.ts"),
      env: { PORT: String(port), PAGES: name, VOLTMARG_SERVICE: world.url },
      logDir: join(settings.dataDir, "logs"),
      say,
    });
    stops.push(() => server.stop());
    return server;
  };
  const app = await pages("app", (await isFree(APP_PORT)) ? APP_PORT : await freePort());
  const { url: staff } = await pages("console", consolePort);
  stops.push(restartOnChange(world.service, say));
  return { app, staff, world };
}

main().catch((error: unknown) => {
  if (quit.signal.aborted) return;
  console.error(sentenceOf(error) ?? error);
  process.exit(1);
});
