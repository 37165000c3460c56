import { createServer } from "node:net";

/** Below the ports of outgoing connections and of whole test worlds; a thousand for each worker. */
const first = 9_000 + (Number(process.env["VITEST_POOL_ID"] ?? 0) % 10) * 1_000;
/** fetch refuses these ports (WHATWG Fetch, bad ports). */
const BAD_PORT = 10_080;
let given = process.pid % 1_000;

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });

/** A port that no other test takes before its owner listens on it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + (given++ % 1_000);
    if (port !== BAD_PORT && (await isFree(port))) return port;
  }
}
