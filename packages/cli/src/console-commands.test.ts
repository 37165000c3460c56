import {
  stations,
  type ConsoleChargeDetails,
  type ConsoleLocationDetails,
  type ConsoleFound,
} from "@voltmarg/contract";
import { addressOf, freePlug, newDriver } from "@voltmarg/testkit/driver";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { callRoute } from "@voltmarg/client/node";
import { until } from "@voltmarg/world/until";
import type { World } from "@voltmarg/world/world";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outcomeOf } from "./backoffice-command.ts";
import { providerCommand } from "./provider-command.ts";

let world: World;
beforeAll(async () => {
  world = await startTemporaryWorld({ LOCATIONS: "60", TRAFFIC: "0", DEMO_SPEED: "60" });
});
afterAll(() => world.stop());

const run = (...args: string[]) =>
  outcomeOf(providerCommand, args, {
    PROVIDER_TOKEN: world.secrets.providerToken,
    PORT: new URL(world.url).port,
  });
async function ok(...args: string[]): Promise<string> {
  const { code, out, error } = await run(...args);
  expect([args, code, error]).toEqual([args, 0, ""]);
  return out;
}
const json = async <T>(...args: string[]) => JSON.parse(await ok(...args, "--json")) as T;

test("[D-6] a charging session is listed, shown and stopped", async () => {
  const driver = await newDriver(addressOf(world), { rupees: 1000 });
  const { id } = await driver.start(await freePlug(driver), 500);
  await until("energy", async () => ((await driver.session(id)).kwh ?? 0) > 0, 40_000);
  expect(await ok("charge", "list", "--state", "running")).toContain(id);
  expect(await ok("charge", "list", "--q", driver.userId)).toContain(driver.mobile.slice(-5));
  expect(await ok("charge", "show", id)).toMatch(/^requested at +20/m);
  expect((await run("charge", "stop", id)).error).toMatch(/--reason is needed/);
  await ok("charge", "ask-again", id, "--reason", "It looks stuck");
  await ok("charge", "stop", id, "--reason", "The driver called");
  const shown = await json<ConsoleChargeDetails>("charge", "show", id);
  expect(shown.steps.map(({ text }) => text).join()).toContain("The driver called");
  const closed = await run("charge", "close-unbilled", id, "--reason", "No CDR");
  expect(closed.code).toBe(1);
  expect(await ok("driver", "facts", driver.userId)).toMatch(/^charges +1$/m);
  expect(await ok("driver", "timeline", driver.userId)).toContain(id);
  expect(await ok("driver", "reveal", driver.userId, "--reason", "To call back")).toContain(
    driver.mobile,
  );
  expect(await ok("payment", "list")).toContain("₹1,000.00");
  expect(await ok("refund", "list", "--state", "failed")).toBe("None.");
  expect((await run("refund", "list", "--state", "lost")).error).toMatch(
    /--state is one of WAITING/,
  );
});

test("[D-7] [D-8] the overview counts, and the search finds", async () => {
  expect(await ok("overview")).toMatch(/^charges open +\d+/m);
  const driver = await newDriver(addressOf(world));
  const { found } = await json<{ found: ConsoleFound[] }>("search", driver.mobile);
  expect(found).toMatchObject([{ kind: "DRIVER", id: driver.userId }]);
  expect(await ok("search", "nobody is called so")).toBe("Nothing.");
});

test("[D-21] [D-22] a station is listed, hidden, and shown again", async () => {
  const driver = await newDriver(addressOf(world));
  const [near] = await driver.search(500);
  const id = near!.id;
  expect(await ok("station", "list", "--q", near!.name)).toContain(id);
  await ok("station", "hide", id, "--reason", "Its cables were stolen");
  expect(await ok("station", "list", "--hidden", "yes")).toContain("Its cables were stolen");
  expect((await driver.search(500)).map((each) => each.id)).not.toContain(id);
  const second = await run("station", "hide", id, "--reason", "It rains in");
  expect(second.error).toMatch(/hid this station before you/);
  expect(await ok("station", "show", id)).toMatch(
    /^Hidden\nat +20.*\nby +bootstrap\nbecause +Its cables/m,
  );
  await ok("station", "unhide", id, "--reason", "New cables");
  const { hidden, plugs } = await json<ConsoleLocationDetails>("station", "show", id);
  expect(hidden).toBeNull();
  expect(plugs.length).toBeGreaterThan(0);
});

test("[L-16] a check-in that others object to is listed and hidden", async () => {
  const [driver, other] = [await newDriver(addressOf(world)), await newDriver(addressOf(world))];
  const [place] = await driver.search(500);
  const params = { id: place!.id };
  const position = place!.coordinates;
  const made = await callRoute(world.url, stations.checkIn, {
    token: driver.token,
    params,
    body: { worked: false, reason: "PLUG", text: "It is broken", position },
  });
  const { id } = made.data;
  await callRoute(world.url, stations.reportCheckIn, {
    token: other.token,
    params: { id },
    body: { reason: "NOT_TRUE" },
  });
  expect(await ok("check-in", "list")).toContain("It is broken");
  await ok("check-in", "hide", id);
  expect(await ok("check-in", "list", "--hidden", "yes")).toContain(id);
  await ok("check-in", "restore", id);
  expect(await ok("check-in", "list", "--hidden", "yes")).toBe("None.");
});
