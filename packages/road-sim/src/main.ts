import { start } from "./index.ts";

const { env } = process;
const sim = await start({
  port: Number(env["PORT"] ?? 4300),
  host: env["HOST"] ?? "127.0.0.1",
  ...(env["ROUTER_KEY"] && { key: env["ROUTER_KEY"] }),
});
console.log(`road-sim ready ${sim.url}`);

let leaving = false;
function leave(): void {
  if (leaving) return;
  leaving = true;
  void sim.close().then(() => process.exit(0));
}
process.on("SIGINT", leave);
process.on("SIGTERM", leave);
// The supervisor died, so nothing would ever stop this process.
process.on("disconnect", leave);
