import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { blocksOf } from "@voltmarg/testkit/page-blocks";
import { pathOfSystem } from "@voltmarg/testkit/system-node";
import { freePort } from "./ports.ts";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";

const root = join(import.meta.dirname, "..", "..", "..");

/** What a reader would type: every sh block, in order. */
const commands = () =>
  blocksOf(readFileSync(join(root, "docs/guide/connect-an-operator.md"), "utf8"))
    .map(({ text: lines }) => lines)
    .join("\n");

/** The environment of a newcomer: the system's Node, which may be an older one, and nothing set by this test run. */
function newcomersEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_|VITEST|TEST)/i.test(name),
  );
  return { ...Object.fromEntries(kept), PATH: pathOfSystem() };
}

test(
  "the guide to connect an operator works as written, with the system's own Node",
  { timeout: 200_000 },
  async () => {
    const world = await startTemporaryWorld({ LOCATIONS: "40", TRAFFIC: "0" });
    const simulator = await freePort();
    try {
      const child = spawn("bash", ["-euo", "pipefail", "-c", commands()], {
        cwd: root,
        env: {
          ...newcomersEnvironment(),
          PORT: new URL(world.url).port,
          SIM_PORT: String(simulator),
          PROVIDER_TOKEN: world.secrets.providerToken,
        },
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      });
      // Processes it left behind must not outlive the test, nor an endless loop delay it.
      const end = () => {
        try {
          process.kill(-child.pid!, "SIGKILL");
        } catch {
          // All of it has ended.
        }
      };
      const late = setTimeout(end, 150_000);
      const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
      const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
      expect([await ended, error]).toEqual([0, expect.not.stringContaining("Error")]);
      clearTimeout(late);
      expect(out.match(/state +REGISTERED/g)?.length).toBeGreaterThanOrEqual(3);
      expect(out).toMatch(/Girivolt +IN\*GRV +CPO +REGISTERED/);
      expect(out).toMatch(/partner +Nabhdeep\n(.+\n)*locations +20 of 20: 0 with fields left out/);
      expect(out).toContain("Nothing was found in what Girivolt sent.");
      expect(out).toMatch(/Girivolt is removed. It took note./);
      // The simulator ended with the last command.
      await expect(fetch(`http://127.0.0.1:${simulator}/control/operators`)).rejects.toThrow();
      end();
    } finally {
      await world.stop();
    }
  },
);
