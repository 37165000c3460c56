import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "@playwright/test";
import { addressOf, commandsSent, unplug, type WorldAddress } from "@voltmarg/testkit/driver";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { openBrowser, phone } from "../screens/browser.ts";
import { type Attempt, chargeOn, firstCharge } from "./newcomer.ts";
import { type Tried, vehicles } from "./vehicles.ts";

const help = `Signs up a new driver with each of thirty vehicles, in a browser that knows nothing, and charges at the first
station that the app offers: counts the taps and the seconds from opening the app to the charging screen, and the plugs
that the operator was asked to start and that do not go into the vehicle. Pictures of failures are in out/first-minute.

  npm run lab -- first-minute
  npm run lab -- first-minute --only 3
  npm run lab -- first-minute --only leaf`;

const out = join(import.meta.dirname, "..", "..", "..", "out", "first-minute");
/** Longer than any screen takes, shorter than a driver's patience. */
const PATIENCE_MS = 20_000;

type Outcome = { taps: number; seconds: number; misfit: boolean };

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const many = Number(values.only || vehicles.length);
  const chosen = Number.isInteger(many)
    ? vehicles.slice(0, many)
    : vehicles.filter(({ words }) => words.includes(values.only));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  // As slow as life, so that the seconds are those of a driver.
  const world = await startTemporaryWorld({ DEMO_SPEED: "1", TRAFFIC: "0", LOCATIONS: "1200" });
  const browser = await openBrowser();
  const done: Outcome[] = [];
  try {
    for (const tried of chosen) {
      const outcome = await tryOne(browser, addressOf(world), tried);
      if (outcome) done.push(outcome);
    }
  } finally {
    await browser.close();
    await world.stop();
  }
  const failed = chosen.length - done.length;
  const misfit = done.filter((one) => one.misfit).length;
  const taps = median(done.map((one) => one.taps));
  const seconds = median(done.map((one) => one.seconds)).toFixed(1);
  console.log(
    `first-minute tried=${chosen.length} failed=${failed} taps_p50=${taps} seconds_p50=${seconds} misfit=${misfit}`,
  );
  return chosen.length > 0 && failed === 0 && misfit === 0;
}

async function tryOne(
  browser: Browser,
  world: WorldAddress,
  tried: Tried,
): Promise<Outcome | null> {
  const context = await browser.newContext({
    ...phone,
    geolocation: tried.at,
    reducedMotion: "no-preference",
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const attempt: Attempt = { step: "", taps: 0 };
  const began = performance.now();
  try {
    await firstCharge(page, world, tried, attempt);
    const seconds = (performance.now() - began) / 1000;
    attempt.step = "ask the operator";
    const { location, evse_uid, connector } = await chargeOn(page, world);
    const started = (await commandsSent(world)).findLast(({ kind }) => kind === "START_SESSION");
    if (started?.body.evse_uid !== evse_uid)
      throw new Error(`${started?.body.evse_uid} was started, ${evse_uid} is shown`);
    // The plug is free again for the next one.
    await unplug(world, evse_uid.replace(/-\d+$/, ""), evse_uid);
    const misfit = !tried.plugs.includes(connector.standard);
    const { taps } = attempt;
    const ended = misfit ? " DOES NOT FIT" : "";
    console.log(
      `${tried.words}: ${connector.standard} at ${location.name} taps=${taps} seconds=${seconds.toFixed(1)}${ended}`,
    );
    return { taps, seconds, misfit };
  } catch (error) {
    const picture = join(out, `${tried.words.replaceAll(" ", "-")}.png`);
    await page.screenshot({ path: picture }).catch(() => undefined);
    const [why] = String(error).split("\n");
    console.log(`${tried.words}: FAILED at "${attempt.step}": ${why} (${picture})`);
    return null;
  } finally {
    await context.close();
  }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

process.exitCode = (await main()) ? 0 : 1;
