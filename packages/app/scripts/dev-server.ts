// The app, or the console (PAGES), with hot reload; their requests are proxied to VOLTMARG_SERVICE.
import { join } from "node:path";
import { createServer } from "vite";

const name = process.env["PAGES"] === "console" ? "console" : "app";
const server = await createServer({
  root: join(import.meta.dirname, "..", "..", name),
  logLevel: "warn",
  clearScreen: false,
  server: { port: Number(process.env["PORT"]), strictPort: true },
});
await server.listen();
const end = () => void server.close().finally(() => process.exit(0));
process.on("SIGTERM", end);
// The program that started this one is gone.
process.on("disconnect", end);
const url = server.resolvedUrls?.local[0]?.replace(/[/]$/, "");
process.stdout.write(`${name} ready ${url}\n`);
