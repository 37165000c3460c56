import { VitePWA } from "vite-plugin-pwa";

/**
 * Builds `src/sw/sw.ts` with the list of the files it stores. Not in the list, but stored when first used: the
 * fonts of other scripts and the QR reader. Never stored: what only a phone's app runs.
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
      "**/*.{js,css,html,svg,pmtiles}",
      "icon-192.png",
      "badge.png",
      "**/*latin*.woff2",
    ],
    globIgnores: ["sw.js", "assets/capacitor*.js", "assets/phone*.js", "assets/*ext*.woff2"],
    // A file whose name contains the hash of its content needs no revision.
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 3_000_000,
  },
  devOptions: { enabled: false },
});
