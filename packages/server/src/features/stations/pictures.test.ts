import { describe, expect, test } from "vitest";
import type { OutboundResponse } from "../../platform/http/outbound.ts";
import { createPictures } from "./pictures.ts";

const MB = 1024 * 1024;
const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const answerOf = (bytes?: Buffer, status = 200): OutboundResponse => ({
  status,
  headers: { "content-type": "image/png" },
  body: "",
  ...(bytes && { bytes }),
});

/** A host whose answers are given by URL, and the URLs asked of it. */
function hostOf(answer: (url: string) => OutboundResponse | Promise<OutboundResponse>) {
  const asked: string[] = [];
  const clock = { ms: 1_000 };
  const pictures = createPictures({
    outbound: async ({ url }) => {
      asked.push(url);
      return answer(url);
    },
    now: () => clock.ms,
  });
  return { asked, clock, get: pictures.get };
}

describe("[L-5] a picture", () => {
  test.each([
    ["ffd8ff", "image/jpeg"],
    ["ffd8ffe0", "image/jpeg"],
    ["89504e470d0a1a0a", "image/png"],
    ["474946383761", "image/gif"],
    ["474946383961", "image/gif"],
    ["524946460000000057454250", "image/webp"],
    ["524946460000000057415645", null],
    ["000000000000000057454250", null],
    ["ffd8", null],
    ["89504e470d0a1a", null],
    ["474946383861", null],
    ["3c7376673e", null],
    ["", null],
  ])("that begins with %s is %j", async (hex, type) => {
    const bytes = Buffer.from(hex, "hex");
    const { get } = hostOf(() => answerOf(bytes));
    expect(await get("a")).toEqual(type && { type, bytes });
  });

  test("is none if the host has none, says nothing or does not answer", async () => {
    expect(await hostOf(() => answerOf(PNG, 404)).get("a")).toBe(null);
    expect(await hostOf(() => answerOf(PNG, 206)).get("a")).toBe(null);
    expect(await hostOf(() => answerOf()).get("a")).toBe(null);
    expect(await hostOf(() => Promise.reject(new Error("down"))).get("a")).toBe(null);
  });

  test("is fetched once, and is the same afterwards", async () => {
    const { asked, get, clock } = hostOf(() => answerOf(PNG));
    const first = await get("a");
    clock.ms += 86_400_000;
    expect(await get("a")).toBe(first);
    await get("b");
    expect(asked).toEqual(["a", "b"]);
  });

  test("that cannot be fetched is asked for again after ten minutes", async () => {
    const host: { bytes?: Buffer } = {};
    const { asked, get, clock } = hostOf(() => answerOf(host.bytes));
    expect(await get("a")).toBe(null);
    host.bytes = PNG;
    clock.ms += 10 * 60_000 - 1;
    expect(await get("a")).toBe(null);
    expect(asked).toEqual(["a"]);
    clock.ms += 1;
    expect(await get("a")).not.toBe(null);
    expect(asked).toEqual(["a", "a"]);
  });

  test("is fetched once for all who ask at the same time, and eight are at once", async () => {
    const waiting: (() => void)[] = [];
    const { asked, get } = hostOf(
      () => new Promise((resolve) => waiting.push(() => resolve(answerOf(PNG)))),
    );
    const eight = Array.from({ length: 8 }, (_, nth) => get(String(nth)));
    const again = get("0");
    expect(await get("8")).toBe(null);
    expect(asked).toHaveLength(8);
    for (const answer of waiting) answer();
    expect((await Promise.all(eight)).every(Boolean)).toBe(true);
    expect(await again).toBe(await eight[0]);
    // Turned away, not failed.
    const ninth = get("8");
    expect(asked).toHaveLength(9);
    waiting.at(-1)!();
    expect(await ninth).not.toBe(null);
  });

  test("is kept as long as those used last are 32 MB together", async () => {
    const sizes: Record<string, number> = { a: 16, b: 16, c: 1 };
    const { asked, get } = hostOf((url) =>
      answerOf(Buffer.concat([PNG, Buffer.alloc(sizes[url]! * MB - PNG.length)])),
    );
    for (const url of ["a", "b", "a", "b", "a"]) await get(url);
    expect(asked.join("")).toBe("ab");
    // The one used longest ago goes: b, and for b again a.
    for (const url of ["c", "a", "c"]) await get(url);
    expect(asked.join("")).toBe("abc");
    for (const url of ["b", "c"]) await get(url);
    expect(asked.join("")).toBe("abcb");
    await get("a");
    expect(asked.join("")).toBe("abcba");
  });

  test("of five thousand that failed is forgotten with them at the next", async () => {
    const { asked, get } = hostOf(() => answerOf());
    for (let nth = 0; nth < 5_000; nth++) await get(String(nth));
    await get("0");
    expect(asked).toHaveLength(5_000);
    await get("one more");
    await get("one more");
    await get("0");
    expect(asked.slice(5_000)).toEqual(["one more", "0"]);
  });
});
