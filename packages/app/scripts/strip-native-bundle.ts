// Runs after `cap copy`: what only a server and a browser have use for stays out of the phones' apps, and their page gets
// the policy that a server would send with it.
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nativeCsp, withCsp } from "./native-csp.ts";

const app = join(import.meta.dirname, "..");
for (const folder of ["android/app/src/main/assets/public", "ios/App/App/public"]) {
  for (const file of globSync(["**/*.{br,gz}", "sw.js", "manifest.webmanifest", "robots.txt"], {
    cwd: join(app, folder),
  }))
    rmSync(join(app, folder, file));
  const page = join(app, folder, "index.html");
  // The hook runs once for each phone; the other one's page may not be there yet, or have it already.
  if (!existsSync(page)) continue;
  const text = readFileSync(page, "utf8");
  if (!text.includes("Content-Security-Policy"))
    writeFileSync(page, withCsp(text, nativeCsp(process.env)));
}
