import { describe, expect, test } from "vitest";
import type { OutboundResponse } from "../../platform/http/outbound.ts";
import { createPictures } from "./pictures.ts";

const MB = 1024 * 1024;
const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const settled = () => new Promise((resolve) => setImmediate(resolve));
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
  const get = (url: string, operator = "op") => pictures.get(operator, url);
  return { asked, clock, get };
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

  test("is fetched once for all who ask at the same time, and two of an operator at once", async () => {
    const waiting: (() => void)[] = [];
    const { asked, get } = hostOf(
      () => new Promise((resolve) => waiting.push(() => resolve(answerOf(PNG)))),
    );
    const four = ["0", "1", "2", "3"].map((url) => get(url));
    const again = get("3");
    await settled();
    expect(asked).toEqual(["0", "1"]);
    for (const nth of [0, 1, 2, 3]) {
      waiting[nth]!();
      await settled();
    }
    expect(asked).toEqual(["0", "1", "2", "3"]);
    expect((await Promise.all(four)).every(Boolean)).toBe(true);
    expect(await again).toBe(await four[3]);
  });

  test("of another operator does not wait for hosts that never answer, nor for its own URL asked there", async () => {
    const silent = new Promise<never>(() => {});
    const { asked, get } = hostOf((url) => (url.startsWith("silent") ? silent : answerOf(PNG)));
    for (let operator = 0; operator < 7; operator++)
      for (let nth = 0; nth < 20; nth++) void get(`silent ${nth}`, `silent ${operator}`);
    void get("a", "silent 0");
    await settled();
    expect(asked).toHaveLength(14);
    for (const url of ["a", "b", "c"]) expect(await get(url, "good")).not.toBe(null);
    expect(asked.slice(14)).toEqual(["a", "b", "c"]);
  });

  test("is none while too many wait, and is fetched at the next asking", async () => {
    const waiting: (() => void)[] = [];
    const { get } = hostOf(
      () => new Promise((resolve) => waiting.push(() => resolve(answerOf(PNG)))),
    );
    const all = Array.from({ length: 203 }, (_, nth) => get(String(nth)));
    expect(await all[202]).toBe(null);
    const again = get("202", "other");
    await settled();
    waiting.at(-1)!();
    expect(await again).not.toBe(null);
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
