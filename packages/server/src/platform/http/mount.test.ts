import { BYTES_IN, BYTES_OUT, stations, USUAL_BODY } from "@voltmarg/contract";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { createDriverBudgets } from "./driver-budgets.ts";
import { validatorCompiler } from "./field-problems.ts";
import { isStorable, type Gate } from "./admit.ts";
import { createMount } from "./mount.ts";

const MOST_VALUES = USUAL_BODY / 16;

/** An object or array that counts how often something is read of it. */
function counted<T extends object>(value: T) {
  const reads = { count: 0 };
  const get = (of: T, name: string | symbol): unknown => {
    reads.count++;
    return Reflect.get(of, name);
  };
  return { value: new Proxy(value, { get }), reads };
}

test("1,024 values can be in a body of 16 KB, and more in a larger one in proportion", () => {
  // The list itself is a value.
  const list = (length: number) => Array<number>(length).fill(1);
  expect(isStorable(list(MOST_VALUES - 1))).toBe(true);
  expect(isStorable(list(MOST_VALUES))).toBe(false);
  expect(isStorable(list(2 * MOST_VALUES - 1), 2 * USUAL_BODY)).toBe(true);
  expect(isStorable(list(2 * MOST_VALUES), 2 * USUAL_BODY)).toBe(false);
});

test("a wide array or object is refused without looking at more than that", () => {
  const wide = Array<number>(100_000).fill(1);
  const array = counted([...wide]);
  expect(isStorable(array.value)).toBe(false);
  // The iterator asks for the length before each.
  expect(array.reads.count).toBeLessThan(2 * MOST_VALUES + 5);
  const keys = counted(Object.fromEntries(wide.map((each, nth) => [`key_${nth}`, each])));
  expect(isStorable(keys.value)).toBe(false);
  expect(keys.reads.count).toBeLessThanOrEqual(MOST_VALUES);
});

test("a deep one is refused at level 18", () => {
  const deep = (levels: number): unknown => (levels === 0 ? [] : [deep(levels - 1)]);
  expect([isStorable(deep(16)), isStorable(deep(17))]).toEqual([true, false]);
  const inner = counted([deep(1_000)]);
  let outer: unknown = inner.value;
  for (let level = 0; level < 17; level++) outer = [outer];
  expect(isStorable(outer)).toBe(false);
  // Whether it is an array is no read.
  expect(inner.reads.count).toBe(0);
});

test("what cannot be stored is refused in a name, too", () => {
  expect(["a\0", "\ud800", { "a\0": 1 }, { a: ["\0"] }].map((each) => isStorable(each))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(isStorable({ ख: ["ا", null, true, 1] })).toBe(true);
});

/** A service of one route, with its budgets on a clock. */
async function serviceOf(answer: () => { name: string }) {
  const clock = { at: 0 };
  const app = fastify();
  app.decorateRequest("caller", null).decorateRequest("backoffice", null);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => JSON.stringify);
  const gate: Gate = {
    ...createDriverBudgets(1, () => clock.at),
    driverOf: async (userId) => ({ userId, sid: "s" }),
    mask: (_kind, text) => text,
    openBackoffice: async () => "UNAUTHENTICATED",
  };
  // A body of this route may have the whole burst.
  const spec = { ...stations.checkIn, mostBody: BYTES_IN.burst, budget: undefined! };
  createMount(app, gate).mount(spec, async () => ({ ok: true, value: answer() as never }));
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const send = async (who: string, body: string | ReadableStream) => {
    const response = await fetch(`${url}${spec.path}`, {
      method: spec.method,
      headers: { authorization: `Bearer ${who}`, "content-type": "application/json" },
      body,
      duplex: "half",
    });
    await response.arrayBuffer();
    return { status: response.status, wait: response.headers.get("retry-after") };
  };
  return { clock, send, close: () => app.close() };
}

const body = (bytes: number) => {
  const text = JSON.stringify({ worked: true });
  return text + " ".repeat(bytes - text.length);
};

test("a driver who has sent all bytes of a budget waits; another one does not", async () => {
  const { clock, send, close } = await serviceOf(() => ({ name: "" }));
  try {
    expect(await send("a", body(BYTES_IN.burst - 1_000))).toMatchObject({ status: 200 });
    expect(await send("a", body(1_001))).toEqual({ status: 429, wait: "1" });
    expect(await send("a", body(1_000))).toMatchObject({ status: 200 });
    expect(await send("b", body(1_001))).toMatchObject({ status: 200 });
    // A body of unknown length counts as the largest: the budget has to be full.
    const unknown = () => new Blob([body(100)]).stream();
    expect(await send("b", unknown())).toEqual({ status: 429, wait: "1" });
    clock.at += 1_000;
    expect(await send("b", unknown())).toMatchObject({ status: 200 });
  } finally {
    await close();
  }
});

test("a driver who got more bytes than a budget has waits until it is paid off", async () => {
  const { clock, send, close } = await serviceOf(() => ({ name: "x".repeat(BYTES_OUT.burst / 8) }));
  try {
    const small = body(100);
    for (let nth = 0; nth < 8; nth++) expect((await send("a", small)).status).toBe(200);
    // Eight answers with their headers are more than the burst.
    expect(await send("a", small)).toEqual({ status: 429, wait: "1" });
    expect((await send("b", small)).status).toBe(200);
    clock.at += 1_000;
    expect((await send("a", small)).status).toBe(200);
  } finally {
    await close();
  }
});
