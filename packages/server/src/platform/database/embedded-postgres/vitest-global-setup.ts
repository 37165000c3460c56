import { spawn } from "node:child_process";
import { startTestServer, testServerVariable } from "./test-databases.ts";

/** One PostgreSQL for the whole test run; worker processes inherit its URL. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  process.env[testServerVariable] = server.connectionStringOf("postgres");
  // Stops the server when the test run is killed: that closes the other end of this pipe.
  const watcher = spawn(
    process.execPath,
    [
      "-e",
      `process.stdin.resume().on("end", () => {
        try { process.kill(${server.pid}, "SIGQUIT") } catch {}
        setTimeout(() => require("node:fs").rmSync(${JSON.stringify(server.dir)}, { recursive: true, force: true }), 500);
      })`,
    ],
    { detached: true, stdio: ["pipe", "ignore", "inherit"] },
  );
  watcher.unref();
  return async () => {
    await server.stop();
    watcher.kill();
  };
}
