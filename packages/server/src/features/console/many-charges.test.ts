import { backoffice } from "@voltmarg/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { MOST_CSV_ROWS } from "../../platform/http/list-csv.ts";
import { makeCharges } from "@voltmarg/testkit/many-charges";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";

const MANY = 100_000;
const MOST_MS = 300;

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  await makeCharges(own, MANY);
  return () => own.close();
});

test.each([
  ["all", {}],
  ["a page far down", { from: "2026-09-12", until: "2026-09-20" }],
  ["that run", { state: "RUNNING" }],
  ["stuck", { state: "STUCK" }],
  ["failed", { state: "FAILED" }],
  ["of one operator", { operator: "tst" }],
  ["failed at one operator", { operator: "tst", state: "FAILED" }],
  ["without a bill", { state: "UNBILLED" }],
  ["billed", { state: "BILLED" }],
  ["of one driver", { q: "usr_7" }],
  ["oldest first", { order: "OLDEST" }],
  ["failed, oldest first", { order: "OLDEST", state: "FAILED" }],
] as const)("[D-4] of 100,000 charges those %s are listed in time", async (_which, query) => {
  const call = { token: PROVIDER_TOKEN, query: { ...query, limit: 100 } };
  const times: number[] = [];
  for (let n = 0; n < 5; n++) {
    const before = performance.now();
    const { body } = await own.world.call(backoffice.listCharges, call);
    times.push(performance.now() - before);
    expect(body.content.length).toBeGreaterThan(0);
  }
  // What else the machine does is not the list's fault.
  expect(Math.min(...times)).toBeLessThan(MOST_MS);
});

test("[D-4] oldest first is newest first backwards, across pages", async () => {
  const ids = async (order: "NEWEST" | "OLDEST") => {
    const list: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await own.world.call(backoffice.listCharges, {
        token: PROVIDER_TOKEN,
        query: { order, q: "usr_7", limit: 33, cursor },
      });
      list.push(...body.content.map(({ id }) => id));
      cursor = body.next_cursor ?? undefined;
    } while (cursor);
    return list;
  };
  const newest = await ids("NEWEST");
  expect(newest).toHaveLength(MANY / 1_000);
  expect(await ids("OLDEST")).toEqual(newest.toReversed());
});

test("[D-4] the last page is as fast as the first", async () => {
  const { body } = await own.world.call(backoffice.listCharges, {
    token: PROVIDER_TOKEN,
    query: { from: "2026-09-12", until: "2026-09-12", limit: 100 },
  });
  const query = { cursor: body.next_cursor!, limit: 100 };
  const before = performance.now();
  await own.world.call(backoffice.listCharges, { token: PROVIDER_TOKEN, query });
  const first = performance.now() - before;
  expect(first).toBeLessThan(MOST_MS);
});

describe("[D-24] as CSV", () => {
  const save = async (query: Record<string, string>) => {
    const address = `${own.world.url}/provider/v1/charges?${new URLSearchParams(query).toString()}`;
    const headers = { authorization: `Bearer ${PROVIDER_TOKEN}`, accept: "text/csv" };
    const response = await fetch(address, { headers });
    const [heads = "", ...lines] = (await response.text()).trimEnd().split("\r\n");
    return { response, heads, lines };
  };

  test("the view is saved whole, whatever page is open", async () => {
    const { response, heads, lines } = await save({ q: "usr_7", limit: "1" });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toContain("charges.csv");
    expect(heads).toBe(
      "id,requested_at,step,waits_for,failure,operator.id,operator.name,location.id,location.name,location.city,driver.id,driver.mobile_masked,kwh,cost_inr,bill_id",
    );
    expect(lines).toHaveLength(MANY / 1_000);
    expect(lines[0]).toMatch(/^ses_7,\d{4}-\d\d-\d\dT[\d:]{8}\+05:30,/);
    expect(new Set(lines).size).toBe(lines.length);
  });

  test("of more than 50,000 rows the first are saved, and the file says so", async () => {
    const { lines } = await save({});
    expect(lines).toHaveLength(MOST_CSV_ROWS + 1);
    expect(lines.at(-1)).toBe("Only the first 50000 rows: narrow the filters.");
    expect(new Set(lines).size).toBe(lines.length);
  });

  test("who took what away is in the audit log", async () => {
    await save({ state: "FAILED" });
    const { body } = await own.world.call(backoffice.listAudit, {
      token: PROVIDER_TOKEN,
      query: {},
    });
    expect(body.content[0]).toMatchObject({
      method: "GET",
      route: "/provider/v1/charges",
      parameters: { state: "FAILED", format: "csv" },
    });
  });

  test("wrong filters are refused as for the list", async () => {
    const { response } = await save({ operator: "nobody" });
    expect(response.status).toBe(404);
  });
});
