import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin, type ResolvedConfig } from "vite";

/** Not stored at once, but when first used: the fonts of other scripts and the QR reader. */
const STORED = ["**/*.{js,css,html,svg,pmtiles}", "icon-192.png", "badge.png", "**/*latin*.woff2"];
/** The worker itself, and what only a phone's app runs. */
const NEVER = ["sw.js", "assets/capacitor*.js", "assets/phone*.js", "assets/*ext*.woff2"];
/** A file above it would keep the app from being installed on a slow network: the build fails. */
const MOST_BYTES = 3_000_000;

let config: ResolvedConfig;

/** Builds `src/sw/sw.ts` to `sw.js`, with the list of the files that it stores. */
export const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  configResolved: (resolved) => {
    config = resolved;
  },
  // When everything else is written.
  closeBundle: {
    order: "post",
    sequential: true,
    handler: async () => {
      const outDir = resolve(config.root, config.build.outDir);
      await build({
        configFile: false,
        root: config.root,
        publicDir: false,
        logLevel: "warn",
        define: { STORED_FILES: JSON.stringify(listFiles(outDir)) },
        build: {
          outDir,
          emptyOutDir: false,
          target: "es2022",
          rolldownOptions: {
            input: join(config.root, "src", "sw", "sw.ts"),
            output: { entryFileNames: "sw.js", format: "iife" },
          },
        },
      });
    },
  },
};

/** Each file's path, and a digest of its content where its name has none. */
function listFiles(folder: string): { url: string; revision: string | null }[] {
  return globSync(STORED, { cwd: folder, exclude: NEVER })
    .toSorted()
    .map((url) => {
      const bytes = readFileSync(join(folder, url));
      if (bytes.length > MOST_BYTES) throw new Error(`${url} is too large to be stored offline`);
      const isNamedByContent = url.startsWith("assets/");
      return {
        url,
        revision: isNamedByContent ? null : createHash("sha256").update(bytes).digest("hex"),
      };
    });
}
