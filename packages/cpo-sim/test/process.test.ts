import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { SimOperator } from "../src/index.ts";
import { startEmsp, token } from "./emsp.ts";

const running: ChildProcess[] = [];
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  for (const clean of cleanups.splice(0)) await clean();
});

async function launch(env: Record<string, string>) {
  const child = fork(new URL("../src/main.ts", import.meta.url), {
    env: { ...process.env, PORT: "0", SEED: "7", LOCATIONS: "60", DEMO_SPEED: "60", ...env },
    silent: true,
  });
  running.push(child);
  let said = "";
  for await (const chunk of child.stdout!) {
    said += String(chunk);
    const url = /cpo-sim ready (\S+)/.exec(said)?.[1];
    if (url) return { child, url };
  }
  throw new Error(`no address: ${said}`);
}

test("killed with -9 during a charge and restarted, it finishes the charge; without its parent it exits", async () => {
  const STATE_DIR = mkdtempSync(join(tmpdir(), "cpo-sim-"));
  cleanups.push(() => rmSync(STATE_DIR, { recursive: true, force: true }));
  const first = await launch({ STATE_DIR });
  const operators = (await (await fetch(`${first.url}/control/operators`)).json()) as SimOperator[];
  const emsp = await startEmsp(operators);
  cleanups.push(emsp.close);
  const { client } = await emsp.register(operators[0]!);
  let plug: { location_id: string; evse_uid: string } | undefined;
  for await (const page of client.getLocations()) {
    if (!page.ok) throw new Error(page.message);
    for (const location of page.data.items) {
      for (const { uid, status } of location.evses!) {
        if (status === "AVAILABLE") plug ??= { location_id: location.id, evse_uid: uid };
      }
    }
  }
  const response_url = emsp.responseUrl("START_SESSION", "x");
  await client.startSession({
    response_url,
    token,
    ...plug!,
    authorization_reference: "attempt-9",
  });
  await emsp.until(({ patches }) => patches.length > 0);
  const before = emsp.heard.patches.at(-1)!.patch.kwh!;

  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  const second = await launch({ STATE_DIR, PORT: new URL(first.url).port });
  await emsp.until(({ patches }) => patches.at(-1)!.patch.kwh! > before);
  const [session] = emsp.heard.sessions;
  await client.stopSession({
    response_url: emsp.responseUrl("STOP_SESSION", "y"),
    session_id: session!.id,
  });
  await emsp.until(({ cdrs }) => cdrs.length > 0);
  expect(emsp.heard.cdrs[0]).toMatchObject({
    session_id: session!.id,
    authorization_reference: "attempt-9",
  });
  expect(emsp.heard.cdrs[0]!.total_energy).toBeGreaterThan(before);

  second.child.disconnect();
  const [code] = await once(second.child, "exit");
  expect(code).toBe(0);
});
