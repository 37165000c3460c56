import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { captureLate } from "./payments.ts";
import { settleLate } from "./refunds.ts";
import { openProvider, type Clock } from "./provider.ts";
import { handle } from "./server.ts";
import { deliverDue, type Target } from "./webhooks.ts";

export type { Clock, Scenario } from "./provider.ts";

export type StartOptions = {
  /** 0: any free port */
  port: number;
  host?: string;
  /** `rzp_test_…` */
  keyId: string;
  keySecret: string;
  webhookUrl: string;
  webhookSecret: string;
  /** null: state is in memory only */
  stateDir: string | null;
  /** When given, webhooks are sent only in `drain()`, so that a test decides when. */
  clock?: Clock;
  /** timeout of a webhook */
  webhookTimeoutMs?: number;
};

export type PaySim = {
  url: string;
  /** Resolves once nothing is due: every due webhook was delivered, postponed or given up. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

const WAKE_MS = 200;

/**
 * Starts the simulated payment provider with Razorpay's API. Throws for a key that is not a test key, so that it can
 * never be mistaken for real money.
 */
export async function start(options: StartOptions): Promise<PaySim> {
  if (!options.keyId.startsWith("rzp_test_")) {
    throw new Error("the payment simulator takes test keys only (rzp_test_…)");
  }
  const provider = openProvider(
    {
      keyId: options.keyId,
      keySecret: options.keySecret,
      webhookSecret: options.webhookSecret,
      clock: options.clock ?? { now: () => Date.now() },
    },
    options.stateDir,
  );
  const stop = new AbortController();
  const target: Target = {
    url: options.webhookUrl,
    timeoutMs: options.webhookTimeoutMs ?? 5000,
    // On a test's clock one after another, so that their order is the scenario's.
    atOnce: options.clock === undefined ? 16 : 1,
    stop: stop.signal,
  };

  // One round at a time; a drain during a round waits for it and checks again.
  let round: Promise<void> = Promise.resolve();
  const drain = (): Promise<void> => {
    round = round.then(() => {
      captureLate(provider);
      settleLate(provider);
      return deliverDue(provider, target);
    });
    return round;
  };

  const server = createServer((request, response) => {
    void (async () => {
      await handle(provider, request, response, drain);
      if (options.clock === undefined) wake();
    })();
  });
  let busy = false;
  const wake = (): void => {
    if (busy) return;
    busy = true;
    void drain().finally(() => {
      busy = false;
    });
  };
  const timer = options.clock === undefined ? setInterval(wake, WAKE_MS) : null;

  const host = options.host ?? "127.0.0.1";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    drain,
    close: async () => {
      if (timer !== null) clearInterval(timer);
      stop.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await round;
      provider.journal.close();
    },
  };
}
