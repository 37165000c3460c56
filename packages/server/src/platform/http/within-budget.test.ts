import { BYTES_IN, BYTES_OUT, stations } from "@voltmarg/contract";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { createDriverBudgets } from "./driver-budgets.ts";
import { validatorCompiler } from "./field-problems.ts";
import type { Gate } from "./admit.ts";
import { createMount } from "./mount.ts";

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
