import { start } from "./index.ts";

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set`);
  return value;
}

const sim = await start({
  port: Number(process.env["PORT"] ?? 0),
  keyId: required("KEY_ID"),
  keySecret: required("KEY_SECRET"),
  webhookUrl: required("WEBHOOK_URL"),
  webhookSecret: required("WEBHOOK_SECRET"),
  stateDir: process.env["STATE_DIR"] ?? null,
});
process.stdout.write(`pay-sim ready ${sim.url}\n`);

let closing = false;
function stop(): void {
  if (closing) return;
  closing = true;
  void sim.close().then(() => process.exit(0));
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
// The parent process is gone, so nothing would ever stop this one.
process.on("disconnect", stop);
