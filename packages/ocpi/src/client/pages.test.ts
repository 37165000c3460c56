import { describe, expect, test } from "vitest";
import { clientOf, endpointsOf, envelope, scripted } from "../../test/loopback.ts";
import { location } from "../../test/objects.ts";
import type { ListQuery, Location, Page, Result } from "../index.ts";

const listUrl = "https://peer.example/ocpi/cpo/2.2.1/locations";
const at = (id: string) => ({ ...location, id });
const next = (query: string) => ({ link: `<${listUrl}${query}>; rel="next"` });

async function crawl(query: ListQuery, ...answers: Parameters<typeof scripted>) {
  const { transport, sent } = scripted(...answers);
  const client = clientOf(transport, { endpoints: endpointsOf("cpo") });
  const pages: Result<Page<Location>>[] = [];
  for await (const page of client.getLocations(query)) pages.push(page);
  return { pages, sent, asked: sent.map(({ url }) => url.replace(listUrl, "")) };
}

describe("the first page", () => {
  test.each([
    [{}, ""],
    [{ offset: 0, limit: 7 }, "?offset=0&limit=7"],
    [
      { date_from: "2026-03-01T00:00:00Z", date_to: "2026-03-02T00:00:00Z" },
      "?date_from=2026-03-01T00%3A00%3A00Z&date_to=2026-03-02T00%3A00%3A00Z",
    ],
  ])("%o is asked for by %s", async (query, expected) => {
    expect((await crawl(query, { body: envelope([]) })).asked).toEqual([expected]);
  });

  test("starts where the caller says; the next one where the link says, or after it", async () => {
    const { pages } = await crawl(
      { offset: 4 },
      { body: envelope([at("L-4"), at("L-5")]), headers: next("?page=2") },
      { body: envelope([at("L-6")]), headers: next("?offset=9") },
      { body: envelope([]) },
    );
    expect(pages.map((page) => page.ok && page.data.offset)).toEqual([4, 6, 9]);
  });

  test("without data is an empty one", async () => {
    const { pages } = await crawl({}, { body: envelope(undefined) });
    expect(pages).toMatchObject([{ ok: true, data: { items: [], rejected: [] } }]);
  });

  test("reports objects that it could not read, with their id if it is valid", async () => {
    const { pages } = await crawl(
      {},
      { body: envelope([{ id: {} }, { ...location, id: 7, coordinates: 1 }]) },
    );
    const [page] = pages as [Result<Page<Location>> & { ok: true }];
    expect(page.data.rejected[0]).not.toHaveProperty("id");
    expect(page.data.rejected[1]).toMatchObject({
      id: "7",
      message: "coordinates: object expected",
    });
  });
});

describe("the pages of one crawl", () => {
  test("share the given correlation id, and otherwise have one each", async () => {
    const answers = [
      { body: envelope([]), headers: next("?offset=1") },
      { body: envelope([]) },
    ] as const;
    const idsOf = async (query: ListQuery) =>
      (await crawl(query, ...answers)).sent.map(({ headers }) => headers["x-correlation-id"]);
    expect(await idsOf({ correlationId: "one" })).toEqual(["one", "one"]);
    const [first, second] = await idsOf({});
    expect(first).toMatch(/^id-/);
    expect(second).not.toBe(first);
  });

  test.each([
    ['<?offset=1>; rel="next"', "?offset=1"],
    ["<?offset=1>;rel=next", "?offset=1"],
    ['<?offset=1> ;  REL  =  "Next"  ; title="x"', "?offset=1"],
    ['<?offset=1>; title="x"; rel="next"', "?offset=1"],
    ['<?offset=0>, <?offset=9>; rel="first", <?offset=1>; rel="next"', "?offset=1"],
    ["<?offset=1>; rel=nextish", null],
    ["<?offset=1>; xrel=next", null],
    ["<?offset=1>; rel=prev", null],
    ["<?offset=1>", null],
    ["?offset=1; rel=next", null],
    ["<http://[>; rel=next", null],
  ])("are linked by %s", async (link, expected) => {
    const { asked, pages } = await crawl(
      {},
      { body: envelope([]), headers: { link } },
      { body: envelope([]) },
    );
    expect(asked).toEqual(expected === null ? [""] : ["", expected]);
    expect(pages.every(({ ok }) => ok)).toBe(true);
  });

  test.each([
    ["8", 8],
    [" 120 ", 120],
    ["0", 0],
    ["8x", undefined],
    ["x8", undefined],
    ["-8", undefined],
    ["", undefined],
    ["9999999999999999", undefined],
  ])("are %j in all", async (text, total) => {
    const { pages } = await crawl({}, { body: envelope([]), headers: { "x-total-count": text } });
    const [page] = pages as [Result<Page<Location>> & { ok: true }];
    expect(page.data).toStrictEqual({
      items: [],
      rejected: [],
      offset: 0,
      ...(total === undefined ? {} : { total }),
    });
  });

  test("are fetched again from the first one at most", async () => {
    const { asked, pages } = await crawl(
      {},
      { body: envelope([at("L-0")]), headers: { ...next("?offset=1"), "x-total-count": "5" } },
      { body: envelope([]), headers: { "x-total-count": "3" } },
      { body: envelope([at("L-3")]), headers: { "x-total-count": "2" } },
    );
    expect(asked).toEqual(["", "?offset=1", "?offset=0"]);
    expect(pages.map((page) => page.ok && page.data.offset)).toEqual([0, 0]);
  });

  test("may lose their total and regain it", async () => {
    const { asked } = await crawl(
      {},
      { body: envelope([at("L-0")]), headers: { ...next("?offset=1"), "x-total-count": "5" } },
      { body: envelope([at("L-1")]), headers: next("?offset=2") },
      { body: envelope([at("L-3")]), headers: { "x-total-count": "4" } },
      { body: envelope([at("L-2"), at("L-3")]), headers: { "x-total-count": "4" } },
    );
    expect(asked).toEqual(["", "?offset=1", "?offset=2", "?offset=1"]);
  });
});

describe("a crawl that fails gives the reason", () => {
  const shape = { ok: false, reason: "shape", status: 200 };
  test.each([
    [{ body: envelope({ a: 1 }) }, { ...shape, message: "a list expected" }],
    [
      { body: envelope([]), headers: { link: '<https://peer.example:444/>; rel="next"' } },
      { ...shape, message: "the next page leaves https://peer.example" },
    ],
    [
      { body: envelope([]), headers: { link: '<http://peer.example/>; rel="next"' } },
      { ...shape, message: "the next page leaves https://peer.example" },
    ],
    [
      { body: envelope([]), headers: next("") },
      { ...shape, message: "the pages run in a circle" },
    ],
    [
      { status: 500, body: "" },
      { ok: false, reason: "http", status: 500, message: "HTTP 500" },
    ],
  ])("%o", async (answer, expected) => {
    const { pages, sent } = await crawl({}, answer);
    expect(pages.at(-1)).toEqual(expected);
    expect(sent).toHaveLength(1);
  });

  test("it never ends", async () => {
    let count = 0;
    const client = clientOf(
      async () => ({ status: 200, headers: next(`?offset=${(count += 1)}`), body: envelope([]) }),
      { endpoints: endpointsOf("cpo") },
    );
    let last: unknown;
    for await (const page of client.getLocations()) last = page;
    expect(last).toEqual({ ok: false, reason: "shape", message: "more than 20000 pages" });
    expect(count).toBe(20_000);
  });
});
