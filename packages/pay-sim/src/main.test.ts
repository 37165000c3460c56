import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KEY_ID, KEY_SECRET, openShop, WEBHOOK_SECRET, type Body } from "../test/shop.ts";
import { start } from "./index.ts";

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), "pay-sim-"));
});
afterEach(() => {
  rmSync(stateDir, { recursive: true });
});

async function run(): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(new URL("main.ts", import.meta.url), {
    silent: true,
    env: {
      ...process.env,
      PORT: "0",
      KEY_ID,
      KEY_SECRET,
      WEBHOOK_URL: "http://127.0.0.1:9/",
      WEBHOOK_SECRET,
      STATE_DIR: stateDir,
    },
  });
  const [line] = (await once(child.stdout!.setEncoding("utf8"), "data")) as [string];
  const url = /^pay-sim ready (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line)![1]!;
  return { child, url };
}

async function call(url: string, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Basic ${btoa(`${KEY_ID}:${KEY_SECRET}`)}`,
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Body;
}

describe("the process", () => {
  test("killed at any moment, it keeps everything it has acknowledged", async () => {
    const first = await run();
    const orders = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call(first.url, "/v1/orders", { amount: 100 + i, currency: "INR", receipt: `r-${i}` }),
      ),
    );
    const paid = await call(first.url, "/control/pay", { order_id: orders[0]!.id });
    await call(first.url, "/control/scenario", { name: "no_webhook" });
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    // An incomplete change was never acknowledged.
    appendFileSync(join(stateDir, "journal.jsonl"), '[["order","order_torn",{"id":"ord');

    const second = await run();
    for (const order of orders.slice(1))
      expect(await call(second.url, `/v1/orders/${order.id}`)).toEqual(order);
    expect(await call(second.url, `/v1/orders/${orders[0]!.id}`)).toMatchObject({ status: "paid" });
    expect(await call(second.url, `/v1/payments/${paid.razorpay_payment_id}`)).toMatchObject({
      status: "captured",
    });
    expect(await call(second.url, "/control/scenario")).toMatchObject({ name: "no_webhook" });
    expect(readFileSync(join(stateDir, "journal.jsonl"), "utf8")).not.toContain("torn");
    second.child.kill("SIGTERM");
    expect(await once(second.child, "exit")).toEqual([0, null]);
  });

  test("exits when its parent process is gone", async () => {
    const { child } = await run();
    child.disconnect();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("without its settings it names the missing one", async () => {
    const child = fork(new URL("main.ts", import.meta.url), {
      silent: true,
      env: { PATH: process.env["PATH"] },
    });
    let said = "";
    child.stderr!.setEncoding("utf8").on("data", (text: string) => (said += text));
    // Not "exit": that may come before the last of what the program printed.
    expect((await once(child, "close"))[0]).toBe(1);
    expect(said).toContain("KEY_ID is not set");
  });
});

describe("start", () => {
  test("takes test keys only", async () => {
    const options = {
      port: 0,
      keySecret: "s",
      webhookUrl: "http://127.0.0.1:9/",
      webhookSecret: "s",
      stateDir: null,
    };
    await expect(start({ ...options, keyId: "rzp_live_0123456" })).rejects.toThrow(
      "test keys only",
    );
  });

  test("a webhook that was due before a restart is sent after it", async () => {
    const shop = await openShop({ stateDir });
    await shop.pay((await shop.order()).id);
    await shop.restart();
    expect(shop.heard).toHaveLength(0);
    await shop.sim.drain();
    expect(shop.events()).toEqual(["payment.authorized", "payment.captured", "order.paid"]);
    await shop.restart();
    await shop.sim.drain();
    expect(shop.heard).toHaveLength(3);
    await shop.close();
  });

  test("on the real clock webhooks go out by themselves", async () => {
    const shop = await openShop({ clock: undefined });
    const came = new Promise<void>((resolve) => {
      shop.onWebhook((response, nth) => {
        response.end();
        if (nth === 3) resolve();
      });
    });
    await shop.pay((await shop.order()).id);
    await came;
    expect(shop.events()).toEqual(["payment.authorized", "payment.captured", "order.paid"]);
    await shop.close();
  });

  test("a damaged journal is refused, not partly read", async () => {
    appendFileSync(join(stateDir, "journal.jsonl"), "not json\n");
    await expect(openShop({ stateDir })).rejects.toThrow("line 1 cannot be read");
  });
});
