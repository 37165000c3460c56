// Runs after `cap copy`. Removes from the phone apps the files that only a server or a browser needs, and adds to their
// page what a server would add: the content security policy and the provider's name.
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { namedPage } from "@voltmarg/contract/provider-name";
import { nativeCsp, withCsp } from "./native-csp.ts";
import { forGradle, forXcode, nativeSettings } from "./native-settings.ts";

const app = join(import.meta.dirname, "..");
const settings = nativeSettings(process.env);
writeFileSync(join(app, "android", "synced.json"), forGradle(settings));
writeFileSync(join(app, "ios", "synced.xcconfig"), forXcode(settings));
for (const folder of ["android/app/src/main/assets/public", "ios/App/App/public"]) {
  for (const file of globSync(["**/*.{br,gz}", "sw.js", "manifest.webmanifest", "robots.txt"], {
    cwd: join(app, folder),
  }))
    rmSync(join(app, folder, file));
  const page = join(app, folder, "index.html");
  // The hook runs once per platform; the other one's page may not exist yet, or have the policy already.
  if (!existsSync(page)) continue;
  const text = readFileSync(page, "utf8");
  if (!text.includes("Content-Security-Policy"))
    writeFileSync(page, withCsp(namedPage(text, settings.name), nativeCsp(process.env)));
}
