// Drivers of a rehearsal, a process of their own in the machine's network: there, 127.0.0.1 is the machine.
import { setTimeout as wait } from "node:timers/promises";
import { Refusal } from "@voltmarg/client";
import { chromium } from "@playwright/test";
import {
  type DriverClient,
  freePlug,
  newDriver,
  type WorldAddress,
} from "@voltmarg/testkit/driver";

const ADDRESS = JSON.parse(process.argv[2]!) as WorldAddress;
const RUPEES = 100;
const BILL_MS = 180_000;
const DRIVERS = 2;

/** What the drivers did since they began. */
export type Done = { charges: number; lost: number; asked: number; errors: string[] };

let drivers: DriverClient[] = [];
let done: Done = { charges: 0, lost: 0, asked: 0, errors: [] };
const going = { on: false };
let ended: Promise<unknown> = Promise.resolve();

const acts: Record<string, (word: string) => Promise<unknown>> = {
  signUp: async () => {
    drivers = await Promise.all(
      Array.from({ length: DRIVERS }, () => newDriver(ADDRESS, { vehicle: true, rupees: 3_000 })),
    );
    return drivers[0]!.mobile;
  },
  charge: async () => {
    const driver = drivers[0]!;
    const { id } = await driver.start(await freePlug(driver), RUPEES);
    const bill = await billOf(driver, id);
    return { session: id, bill };
  },
  /** The bill of a session that ended before. */
  bill: async (session) => (await drivers[0]!.cdrOfSession(session)).id,
  wallet: async () => (await drivers[0]!.wallet()).balance_minor,
  begin: async () => {
    done = { charges: 0, lost: 0, asked: 0, errors: [] };
    going.on = true;
    ended = Promise.all([...drivers.map(keepCharging), keepAsking()]);
  },
  end: async () => {
    going.on = false;
    await ended;
    return done;
  },
  open: openPages,
};

/** A request that the service must answer; what it answers otherwise is an error, and is sent again. */
async function ask<T>(what: string, request: () => Promise<T>): Promise<T> {
  for (;;) {
    done.asked += 1;
    try {
      return await request();
    } catch (error) {
      if (error instanceof Refusal && error.status > 0 && error.status < 500) throw error;
      done.errors.push(`${what}: ${String(error)}`);
      await wait(500);
    }
  }
}

async function keepCharging(driver: DriverClient): Promise<void> {
  while (going.on) {
    await driver.renewToken();
    const plug = await ask("search", () => freePlug(driver));
    const { id } = await ask("start", () => driver.start(plug, RUPEES));
    done.charges += 1;
    if (!(await billOf(driver, id))) done.lost += 1;
  }
}

async function keepAsking(): Promise<void> {
  while (going.on) {
    await ask("app version", async () => {
      const { status } = await fetch(`${ADDRESS.url}/api/user/v1/appversion/appName/emsp`);
      if (status >= 500) throw new Error(String(status));
    });
    await wait(100);
  }
}

/** The id of a session's bill; null when there is none in time. */
async function billOf(driver: DriverClient, id: string): Promise<string | null> {
  for (const until = Date.now() + BILL_MS; Date.now() < until; await wait(500)) {
    const { cdr_id, status } = await ask("session", () => driver.session(id));
    if (cdr_id) return cdr_id;
    if (status === "FAILED" || status === "INVALID") return null;
  }
  return null;
}

/** Opens the app, the console and a link of an invitation in a browser; what each shows as its title. */
async function openPages(invitation: string): Promise<string[]> {
  const executablePath = process.env["CHROMIUM"] || "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const titles: string[] = [];
    for (const path of [
      "/",
      "/console/",
      new URL(invitation).pathname + new URL(invitation).hash,
    ]) {
      const page = await browser.newPage({ ignoreHTTPSErrors: true });
      await page.goto(`${ADDRESS.url}${path}`);
      await page.getByRole("heading").or(page.getByRole("button")).first().waitFor();
      titles.push(`${path.replace(/#.*/, "")}: ${await page.title()}`);
      await page.close();
    }
    return titles;
  } finally {
    await browser.close();
  }
}

process.on("message", ({ act, word }: { act: string; word: string }) => {
  acts[act]!(word).then(
    (result) => process.send?.({ result: result ?? null }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
