import { charging } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { createShutdown, leave } from "./shutdown.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

test("a replica that shuts down reports not ready, ends its streams and accepts no new ones", async () => {
  const { token } = await world.signUp();
  const live = () =>
    fetch(`${world.url}${charging.liveSessions.path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const stream = await live();
  expect(stream.status).toBe(200);
  expect((await fetch(`${world.url}/readyz`)).status).toBe(200);

  world.service.draining.begin();
  // The service ends the stream, with the delay for the reconnect.
  expect(await stream.text()).toMatch(/retry: \d+\n\n$/);
  const ready = await fetch(`${world.url}/readyz`);
  expect([ready.status, ready.headers.get("connection")]).toEqual([503, "close"]);
  expect(await ready.json()).toMatchObject({ status: "draining" });
  const refused = await live();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  // Requests are still answered.
  expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
});

test("the steps of a shutdown run in order, each with a time limit", async () => {
  const draining = createShutdown();
  const seen: string[] = [];
  draining.onBegin(() => seen.push("begun"));
  const step = (name: string, run: () => Promise<unknown>) => ({
    name,
    atMost: 20,
    run: () => {
      seen.push(name);
      return run();
    },
  });
  const cut = await leave(draining, 0, [
    step("requests", async () => {}),
    step("jobs", () => new Promise(() => {})),
    step("signals", () => Promise.reject(new Error("away"))),
    step("database", async () => {}),
  ]);
  expect(seen).toEqual(["begun", "requests", "jobs", "signals", "database"]);
  expect(cut).toEqual(["jobs", "signals"]);
});
