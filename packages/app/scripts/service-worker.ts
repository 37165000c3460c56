import { VitePWA } from "vite-plugin-pwa";

/**
 * Builds `src/sw/sw.ts` with the list of everything it keeps. Left out is what is needed by few and kept once it was: the
 * fonts of other scripts, the reader of QR codes; and what only a phone's app runs.
 */
export const serviceWorker = VitePWA({
  strategies: "injectManifest",
  srcDir: "src/sw",
  filename: "sw.ts",
  // The app registers it by itself, and the manifest is a file.
  injectRegister: null,
  manifest: false,
  includeManifestIcons: false,
  injectManifest: {
    globPatterns: [
      "**/*.{js,css,html,svg,pmtiles,webmanifest}",
      "icon-192.png",
      "badge.png",
      "**/*latin*.woff2",
    ],
    globIgnores: ["sw.js", "assets/capacitor*.js", "assets/phone*.js", "assets/*ext*.woff2"],
    // What a file's name says of its content needs no query to be loaded anew.
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 3_000_000,
  },
  devOptions: { enabled: false },
});
