import { charging, SHARED_BUDGET, type Budget, type RouteSpec } from "@voltmarg/contract";
import * as contract from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";

let world: Harness;
beforeAll(async () => {
  // So small that every budget is one call.
  const env = { DRIVER_BUDGET_FACTOR: "0.001" };
  world = await startHarness({ locations: 0, operators: false, env });
});
afterAll(() => world.stop());

async function ask(method: string, path: string, token: string) {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${world.url}${path}`, { method, headers, signal: stop.signal });
  // A stream has no end.
  const body = answer.ok ? null : ((await answer.json()) as { code: string });
  stop.abort();
  return { status: answer.status, code: body?.code, wait: answer.headers.get("retry-after") };
}

test("[N-3] every route of a signed-in driver has a budget, and says when to come again", async () => {
  const routes = [...world.service.routes, charging.liveSessions].filter(({ access: { rule } }) =>
    ["driver", "self"].includes(rule),
  );
  expect(routes.length).toBeGreaterThan(80);
  const without: string[] = [];
  const declared: string[] = [];
  for (const { method, path } of routes) {
    const driver = await world.signUp();
    const address = path.replace(/:\w+/g, driver.id);
    // The one call of the budget that is shared.
    await ask("GET", `/api/user/v1/users/${driver.id}`, driver.token);
    const shared = await ask(method, address, driver.token);
    const own = shared.status !== 429;
    if (own) declared.push(`${method} ${path}`);
    const last = own ? await ask(method, address, driver.token) : shared;
    const held = last.status === 429 && last.code === "TOO_MANY_REQUESTS" && Number(last.wait) >= 1;
    if (!held) without.push(`${method} ${path}: ${shared.status}, ${last.status}`);
  }
  expect(without).toEqual([]);
  // Whatever else was called: a charge can be stopped.
  expect(declared).toContain(`${charging.stopSession.method} ${charging.stopSession.path}`);
});

test("[D-2] every operation of the back office has one, also for whoever stole a session", async () => {
  const routes = world.service.routes.filter(({ access }) => access.rule === "provider");
  expect(routes.length).toBeGreaterThan(100);
  for (const { method, path } of routes) {
    const address = path.replace(/:\w+/g, "absent");
    await ask(method, address, PROVIDER_TOKEN);
    const { status, code, wait } = await ask(method, address, PROVIDER_TOKEN);
    expect([method, path, status, code]).toEqual([method, path, 429, "TOO_MANY_REQUESTS"]);
    expect(Number(wait)).toBeGreaterThan(0);
  }
});

test("a route without a sign-in that has a budget counts by address", async () => {
  const open = Object.values(contract)
    .flatMap((part): RouteSpec[] => (typeof part === "object" ? Object.values(part) : []))
    .filter((one) => "budget" in Object(one) && one.access?.rule === "public");
  expect(open.length).toBeGreaterThan(3);
  for (const { method, path } of open) {
    expect([path, (await ask(method, path, "")).status]).not.toEqual([path, 429]);
    expect(await ask(method, path, "")).toMatchObject({ status: 429, code: "TOO_MANY_REQUESTS" });
  }
});

test("no route has a budget that an app at work would notice, nor one that is none", () => {
  const declared = Object.values(contract)
    .flatMap((part) => (typeof part === "object" ? Object.values(part) : []))
    .filter((one): one is { path: string; budget: Budget } => "budget" in Object(one));
  expect(declared.length).toBeGreaterThan(5);
  for (const { path, budget } of declared) {
    expect([path, budget.perMinute >= 6 && budget.burst >= 6]).toEqual([path, true]);
    expect([path, budget.perMinute < SHARED_BUDGET.perMinute]).toEqual([path, true]);
  }
});
