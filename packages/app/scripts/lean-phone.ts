// Runs after `cap copy`: what only a server and a browser have use for stays out of the phones' apps.
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";

const app = join(import.meta.dirname, "..");
for (const folder of ["android/app/src/main/assets/public", "ios/App/App/public"])
  for (const file of globSync(["**/*.{br,gz}", "sw.js", "manifest.webmanifest", "robots.txt"], {
    cwd: join(app, folder),
  }))
    rmSync(join(app, folder, file));
