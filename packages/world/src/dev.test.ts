import { spawn } from "node:child_process";
import { mkdtempSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "./ports.ts";
import { removeDataDir } from "@voltmarg/testkit/remove-data-dir";

const packages = join(import.meta.dirname, "..", "..");
const touch = (...path: string[]) => utimesSync(join(packages, ...path), new Date(), new Date());

test("an edit of a component reaches the browser, one of the service starts it again, and Ctrl-C ends all", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "voltmarg-dev-"));
  const child = spawn(process.execPath, [join(import.meta.dirname, "dev.ts")], {
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir, LOCATIONS: "20" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
    removeDataDir(dataDir);
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout! }).on("line", (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  const said = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      const look = () => {
        for (const line of lines) {
          const match = pattern.exec(line);
          if (match) resolve(match);
        }
      };
      waiting.add(look);
      look();
    });

  const app = (await said(/^ready (http\S+)$/))[1]!;
  // What the app asks the service for goes there.
  expect((await fetch(`${app}/readyz`)).status).toBe(200);

  const staff = (await said(/the console as support: (http\S+)\/console\/invitation#/))[1]!;
  expect((await fetch(`${staff}/console/src/main.tsx`)).status).toBe(200);
  expect((await fetch(`${staff}/provider/v1/session`)).status).toBe(401);

  const component = "/src/features/sign-in/LoginPage.tsx";
  expect((await fetch(app + component)).status).toBe(200);
  const client = await (await fetch(`${app}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)![1]!;
  const socket = new WebSocket(`${app.replace("http", "ws")}/?token=${token}`, "vite-hmr");
  onTestFinished(() => socket.close());
  const updated = new Promise<string>((resolve) =>
    socket.addEventListener("message", ({ data }) => {
      const { type, updates = [] } = JSON.parse(String(data)) as {
        type: string;
        updates?: { path: string }[];
      };
      if (type === "connected") touch("app", component);
      if (type === "update") resolve(updates.map(({ path }) => path).join(" "));
    }),
  );
  expect(await updated).toContain(component);

  touch("server", "src", "compose.ts");
  await said(/compose\.ts changed; service ready/);
  expect((await fetch(`${app}/readyz`)).status).toBe(200);

  child.kill("SIGINT");
  expect(await ended).toBe(0);
});
