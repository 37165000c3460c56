import { describe, expect, test } from "vitest";
import { clientOf, endpointsOf, envelope, scripted } from "../../test/loopback.ts";
import { location, tariff, token } from "../../test/objects.ts";
import type { OcpiClient, Result, Page, Location } from "../index.ts";

const asEmsp = (transport: Parameters<typeof clientOf>[0]): OcpiClient =>
  clientOf(transport, { endpoints: endpointsOf("cpo") });
const listUrl = "https://peer.example/ocpi/cpo/2.2.1/locations";
const at = (id: string) => ({ ...location, id });

async function all(pages: AsyncIterable<Result<Page<Location>>>) {
  const found: Result<Page<Location>>[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

describe("a peer that misbehaves never makes the client throw", () => {
  test.each([
    [new Error("socket hang up"), { reason: "network", message: "socket hang up" }],
    [
      { status: 502, body: "<html>Bad gateway</html>" },
      { reason: "http", status: 502 },
    ],
    [
      { status: 404, body: envelope(undefined, 2003) },
      { reason: "http", status: 404, status_code: 2003 },
    ],
    [{ body: "<html>hello</html>" }, { reason: "shape" }],
    [{ body: "" }, { reason: "shape" }],
    [{ body: '"1000"' }, { reason: "shape" }],
    [{ body: envelope(undefined, 2001) }, { reason: "ocpi", status_code: 2001 }],
    [{ body: envelope("nothing", 4001) }, { reason: "ocpi", status_code: 4001 }],
    [{ body: envelope({ id: "L-1" }) }, { reason: "shape" }],
    [{ body: envelope(null) }, { reason: "shape" }],
  ])("%o", async (answer, expected) => {
    const { transport } = scripted(answer);
    expect(await asEmsp(transport).getLocation("L-1")).toMatchObject({ ok: false, ...expected });
  });

  test("the data of an answer to a push may be anything", async () => {
    for (const data of [undefined, null, [], "ok", { a: 1 }]) {
      const { transport } = scripted({ body: envelope(data) });
      expect(await clientOf(transport).putTariff(tariff)).toMatchObject({ ok: true });
    }
    const { transport } = scripted({ status: 201, body: envelope(undefined) });
    expect(await asEmsp(transport).putToken(token)).toMatchObject({ ok: true, status: 201 });
  });

  test("a command answer with an unknown result is returned to the caller", async () => {
    const { transport } = scripted({ body: envelope({ result: "MAYBE", timeout: 5 }) });
    expect(
      await asEmsp(transport).stopSession({ response_url: "https://a.example/x", session_id: "s" }),
    ).toMatchObject({ ok: true, data: { result: "MAYBE" } });
  });

  test("an invalid object of ours is our own bug and throws before it is sent", async () => {
    const { transport, sent } = scripted({ body: envelope(undefined) });
    await expect(async () =>
      clientOf(transport).putTariff({ ...tariff, currency: "RUPEES" }),
    ).rejects.toThrow(/currency/);
    expect(sent).toEqual([]);
  });

  test("versions with an unreadable entry still include the others", async () => {
    const { transport } = scripted({
      body: envelope([{ version: "9" }, { version: "2.2.1", url: "https://peer.example/2.2.1" }]),
    });
    expect(await asEmsp(transport).getVersions("https://peer.example/versions")).toMatchObject({
      ok: true,
      data: [{ version: "2.2.1" }],
    });
  });
});

describe("pages", () => {
  test("valid objects of a list count, invalid ones are reported", async () => {
    const { transport } = scripted({ body: envelope([at("L-1"), { id: "L-2" }, null, at("L-3")]) });
    const [page] = await all(asEmsp(transport).getLocations());
    expect(page).toMatchObject({ ok: true, data: { items: [{ id: "L-1" }, { id: "L-3" }] } });
    expect(page!.ok && page!.data.rejected).toMatchObject([
      { index: 1, id: "L-2", raw: { id: "L-2" } },
      { index: 2, raw: null },
    ]);
  });

  test("when the total drops, the page is fetched again from further up", async () => {
    const { transport, sent } = scripted(
      {
        body: envelope([at("L-0"), at("L-1")]),
        headers: { "X-Total-Count": "4", Link: `<${listUrl}?offset=2&limit=2>; rel="next"` },
      },
      { body: envelope([at("L-3")]), headers: { "x-total-count": "3" } },
      { body: envelope([at("L-2"), at("L-3")]), headers: { "x-total-count": "3" } },
    );
    const pages = await all(asEmsp(transport).getLocations({ limit: 2 }));
    expect(pages.flatMap((page) => (page.ok ? page.data.items.map(({ id }) => id) : []))).toEqual([
      "L-0",
      "L-1",
      "L-2",
      "L-3",
    ]);
    expect(new URL(sent[2]!.url).searchParams.get("offset")).toBe("1");
    expect(new URL(sent[2]!.url).searchParams.get("limit")).toBe("2");
  });

  test("a drop by a whole page reads a page again without reporting a loop", async () => {
    const link = `<${listUrl}?offset=1&limit=1>; rel="next"`;
    const { transport } = scripted(
      { body: envelope([at("L-0")]), headers: { "x-total-count": "3", link } },
      { body: envelope([]), headers: { "x-total-count": "2" } },
      { body: envelope([at("L-1")]), headers: { "x-total-count": "2", link } },
      { body: envelope([at("L-2")]), headers: { "x-total-count": "2" } },
    );
    const pages = await all(asEmsp(transport).getLocations({ limit: 1 }));
    expect(pages.map((page) => page.ok && page.data.items[0]!.id)).toEqual(["L-0", "L-1", "L-2"]);
  });

  test("a link to another origin is not followed", async () => {
    const { transport, sent } = scripted({
      body: envelope([]),
      headers: { link: '<http://169.254.169.254/latest?offset=1>; rel="next"' },
    });
    const pages = await all(asEmsp(transport).getLocations());
    expect(pages.at(-1)).toMatchObject({ ok: false, reason: "shape" });
    expect(sent).toHaveLength(1);
  });

  test("links that form a loop end", async () => {
    const { transport, sent } = scripted({
      body: envelope([at("L-1")]),
      headers: { link: `<${listUrl}?offset=1>; rel="next"` },
    });
    const pages = await all(asEmsp(transport).getLocations());
    expect(pages.at(-1)).toMatchObject({ ok: false, reason: "shape" });
    expect(sent).toHaveLength(2);
  });

  test("other links, relative links and no links", async () => {
    const { transport, sent } = scripted(
      {
        body: envelope([]),
        headers: { link: `<${listUrl}?offset=0>; rel="prev", <?offset=7>; rel=next` },
      },
      { body: envelope([]), headers: { link: `<${listUrl}>; rel="first"` } },
    );
    const pages = await all(asEmsp(transport).getLocations());
    expect(pages).toHaveLength(2);
    expect(sent[1]!.url).toBe(`${listUrl}?offset=7`);
    expect(pages[1]).toMatchObject({ ok: true, data: { offset: 7 } });
  });

  test("a failure on the way is reported once and ends the crawl", async () => {
    const { transport } = scripted(
      { body: envelope([at("L-1")]), headers: { link: `<${listUrl}?offset=1>; rel="next"` } },
      new Error("timeout"),
    );
    const pages = await all(asEmsp(transport).getLocations());
    expect(pages.map(({ ok }) => ok)).toEqual([true, false]);
  });

  test("a list of the wrong type is a wrong shape; no data is an empty list", async () => {
    const wrong = await all(
      asEmsp(scripted({ body: envelope({ a: 1 }) }).transport).getLocations(),
    );
    expect(wrong).toMatchObject([{ ok: false, reason: "shape" }]);
    const empty = await all(asEmsp(scripted({ body: envelope(null) }).transport).getLocations());
    expect(empty).toMatchObject([{ ok: true, data: { items: [] } }]);
  });
});
