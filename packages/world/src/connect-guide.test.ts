import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { freePort } from "./ports.ts";
import { startTemporaryWorld } from "./temporary-world.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** What a reader would type: every sh block, in order. */
const commands = () =>
  [
    ...readFileSync(join(root, "docs/connect-an-operator.md"), "utf8").matchAll(
      /^```sh\n(.*?)^```$/gms,
    ),
  ]
    .map(([, block]) => block)
    .join("\n");

test(
  "[house rule] the guide to connect an operator works as it is written",
  { timeout: 120_000 },
  async () => {
    const world = await startTemporaryWorld({ LOCATIONS: "40", TRAFFIC: "0" });
    try {
      const child = spawn("bash", ["-euo", "pipefail", "-c", commands()], {
        cwd: root,
        env: {
          ...process.env,
          PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`,
          PORT: new URL(world.url).port,
          SIM_PORT: String(await freePort()),
          PROVIDER_TOKEN: world.secrets.providerToken,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
      const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
      expect([await ended, error]).toEqual([0, expect.not.stringContaining("Error")]);
      expect(out.match(/state +REGISTERED/g)?.length).toBeGreaterThanOrEqual(3);
      expect(out).toMatch(/Girivolt +IN\*GRV +CPO +REGISTERED/);
      expect(out).toMatch(/partner +Nabhdeep\nlocations +20/);
      expect(out).toMatch(/Girivolt is removed. It took note./);
    } finally {
      await world.stop();
    }
  },
);
