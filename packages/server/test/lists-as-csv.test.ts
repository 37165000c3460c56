import { partners, type RouteSpec } from "@voltmarg/contract";
import { operations } from "@voltmarg/contract/openapi";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, expect, test } from "vitest";

const lists = operations
  .map(({ id, route }) => ({ id, route: route as RouteSpec }))
  .filter(({ route }) => route.method === "GET" && route.path.startsWith("/provider/v1/"));
const inCsv = lists.filter(({ route }) => route.documents?.includes("text/csv"));

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 3 });
});
afterAll(() => world.stop());

const ask = (path: string, accept: string) =>
  fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${PROVIDER_TOKEN}`, accept } });

test("[D-24] every list that goes by pages or by a cursor can be had as CSV", () => {
  const paged = lists.filter(({ route }) => {
    const query = (route.query as { shape?: object } | undefined)?.shape ?? {};
    return "page_no" in query || "cursor" in query;
  });
  expect(paged.length).toBeGreaterThan(12);
  expect(paged.filter((each) => !inCsv.includes(each)).map(({ id }) => id)).toEqual([]);
});

test("[D-24] each of them answers with the names of its columns first", async () => {
  const wrong: string[] = [];
  for (const { id, route } of inCsv.filter(({ route: { path } }) => !path.includes(":"))) {
    // The only list that needs its operator named.
    const query = route.path.endsWith("/not-invoiced-cdrs") ? "?operator=URJ" : "";
    const response = await ask(route.path + query, "text/csv");
    const [head = ""] = (await response.text()).split("\r\n");
    const type = response.headers.get("content-type");
    if (response.status !== 200 || type !== "text/csv; charset=utf-8" || !/^\w[\w.]*,/.test(head))
      wrong.push(`${id}: ${response.status} ${type} ${head.slice(0, 60)}`);
  }
  expect(inCsv.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test("[D-24] a list that is not paged has all its rows", async () => {
  const { body } = await world.call(partners.listPartnerRecords, { token: PROVIDER_TOKEN });
  const text = await (await ask(partners.listPartnerRecords.path, "text/csv")).text();
  const rows = text.trimEnd().split("\r\n").slice(1);
  expect(body.data.partners.length).toBeGreaterThan(0);
  expect(rows).toHaveLength(body.data.partners.length);
  for (const { id } of body.data.partners) expect(text).toContain(id);
});
