import { describe, expect, test } from "vitest";
import { clientOf, endpointsOf, envelope, scripted } from "../../test/loopback.ts";
import { location } from "../../test/objects.ts";
import type { Found, Location, Page, Result } from "../index.ts";

const listUrl = "https://peer.example/ocpi/cpo/2.2.1/locations";
const at = (id: string) => ({ ...location, id });
const { coordinates: _, ...unreadable } = location;

async function crawl(...answers: Parameters<typeof scripted>) {
  const { transport, sent } = scripted(...answers);
  const found: Found[] = [];
  const client = clientOf(transport, {
    endpoints: endpointsOf("cpo"),
    onFindings: (each) => found.push(each),
  });
  const pages: Result<Page<Location>>[] = [];
  for await (const page of client.getLocations()) pages.push(page);
  return { pages, found, asked: sent.map(({ url }) => url.replace(listUrl, "")) };
}
const readList = async (...listed: unknown[]) => {
  const { pages, found } = await crawl({ body: envelope(listed) });
  const [page] = pages as [Result<Page<Location>> & { ok: true }];
  return { ...page.data, found };
};

describe("an unreadable object of a list", () => {
  test("is returned with its place in the list, its ids, the reason and what was sent", async () => {
    const sent = { ...unreadable, id: "L-2" };
    const { items, rejected } = await readList(at("L-1"), sent, at("L-3"));
    expect(items.map(({ id }) => id)).toEqual(["L-1", "L-3"]);
    expect(rejected).toStrictEqual([
      {
        index: 1,
        id: "L-2",
        party: { country_code: "IN", party_id: "CPX" },
        message: "coordinates: object expected",
        raw: sent,
      },
    ]);
  });

  test.each([
    [{ country_code: "IN", party_id: "CPX" }, { party: { country_code: "IN", party_id: "CPX" } }],
    [{ country_code: "IN" }, {}],
    [{ party_id: "CPX" }, {}],
    [{ country_code: "IN", party_id: 7 }, {}],
    [{ country_code: 7, party_id: "CPX" }, {}],
    [{ id: 0 }, { id: "0" }],
    [{ id: "" }, { id: "" }],
    [{ id: null }, {}],
    [{ id: true }, {}],
    [null, {}],
    ["L-1", {}],
  ])("%j has the ids %j", async (sent, ids) => {
    const [{ index, message, raw, ...rest }] = (await readList(sent)).rejected as [
      Page<Location>["rejected"][0],
    ];
    expect(rest).toStrictEqual(ids);
    expect([index, raw]).toEqual([0, sent]);
    expect(message).not.toBe("");
  });
});

describe("the findings of a list", () => {
  test("are reported for each object that was not read as sent, with its ids", async () => {
    const { found } = await readList(at("L-1"), { ...at("L-2"), publish: "true" }, unreadable);
    expect(found).toMatchObject([
      { module: "locations", object: "IN/CPX/L-2", findings: [{ path: "publish" }] },
      { module: "locations", object: "IN/CPX/L-1", findings: [{ outcome: "REFUSED" }] },
    ]);
    expect(found.map(({ findings }) => findings.length)).toEqual([1, 1]);
  });

  test("are none for a list without any", async () => {
    expect((await readList(at("L-1"))).found).toEqual([]);
  });

  test("of a page that is fetched again are reported once", async () => {
    const odd = { ...at("L-1"), publish: "true" };
    const { found } = await crawl(
      {
        body: envelope([at("L-0")]),
        headers: { "x-total-count": "3", link: '<?offset=1>; rel="next"' },
      },
      { body: envelope([odd]), headers: { "x-total-count": "2" } },
      { body: envelope([odd]), headers: { "x-total-count": "2" } },
    );
    expect(found).toHaveLength(1);
  });
});

describe("a page is read once", () => {
  const first = (total: string) => ({
    body: envelope([at("L-0")]),
    headers: { "x-total-count": total, link: '<?offset=1>; rel="next"' },
  });

  test.each(["3", "4"])("when the total stays or grows: %s", async (total) => {
    const { asked } = await crawl(first("3"), {
      body: envelope([at("L-1")]),
      headers: { "x-total-count": total },
    });
    expect(asked).toEqual(["", "?offset=1"]);
  });

  test("when the total drops but the list starts there", async () => {
    const { asked, pages } = await crawl(
      {
        body: envelope([]),
        headers: { "x-total-count": "3", link: '<?offset=0>; rel="next"' },
      },
      { body: envelope([at("L-0")]), headers: { "x-total-count": "1" } },
    );
    expect(asked).toEqual(["", "?offset=0"]);
    expect(pages.at(-1)).toMatchObject({ ok: true, data: { total: 1 } });
  });

  test("and again, one object further up, when the total drops by one", async () => {
    const { asked, pages } = await crawl(
      {
        body: envelope([at("L-0"), at("L-1")]),
        headers: { "x-total-count": "4", link: '<?offset=2>; rel="next"' },
      },
      { body: envelope([at("L-3")]), headers: { "x-total-count": "3" } },
      { body: envelope([at("L-2"), at("L-3")]), headers: { "x-total-count": "3" } },
    );
    expect(asked).toEqual(["", "?offset=2", "?offset=1"]);
    expect(pages.map((page) => page.ok && [page.data.offset, page.data.total])).toEqual([
      [0, 4],
      [1, 3],
    ]);
  });
});
