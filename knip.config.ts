import type { KnipConfig } from "knip";

/**
 * Two looks, `knip` and `knip --production`. The second leaves out tests and the packages that are there for them, so it
 * finds what only tests use. `!` marks what belongs to it.
 */
const shipped = {
  project: [
    "src/**/*.{ts,tsx}!",
    "!src/**/*.test.{ts,tsx}!",
    "{scripts,basemap,test}/**/*.{ts,tsx}",
  ],
};
/** Packages whose every export one of the others uses. */
const closed = { ...shipped, includeEntryExports: true };

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  workspaces: {
    ".": {
      entry: [
        "tools/architecture.cjs!",
        "tools/{install,run,start,test,test-report}.mjs!",
        "tools/{api-reference,build,check,spec-map,sync-phones}.ts!",
      ],
      project: ["*.{ts,cjs}", "tools/**/*.{ts,mjs,cjs}!", "!tools/**/*.test.ts!"],
      ignoreDependencies: [
        "@typescript/native",
        "dependency-cruiser",
        "kubernetes-types",
        "oxfmt",
        "oxlint",
        "oxlint-tsgolint",
      ],
      ignoreBinaries: ["apt-get"],
    },
    "packages/rules": closed,
    "packages/contract": closed,
    "packages/client": closed,
    "packages/ocpi": { ...shipped, entry: ["examples/*.mjs"] },
    "packages/world": {
      ...shipped,
      entry: ["src/{start,dev}.ts!"],
      ignoreDependencies: ["@voltmarg/cpo-sim", "@voltmarg/pay-sim", "@voltmarg/road-sim"],
    },
    "packages/app": {
      ...shipped,
      entry: [
        "src/main.tsx!",
        "src/sw/sw.ts!",
        "scripts/{dev-server,icons,size,strip-native-bundle}.ts",
      ],
      ignoreDependencies: ["@capacitor/keyboard", "@lingui/cli"],
    },
    "packages/console": { ...shipped, entry: ["src/main.tsx!"] },
    "packages/server": {
      ...shipped,
      entry: ["src/main.ts!"],
      ignoreDependencies: ["@fontsource/.*"],
    },
    "packages/cpo-sim": { ...shipped, entry: ["src/main.ts!"] },
    "packages/pay-sim": { ...shipped, entry: ["src/main.ts!"] },
    "packages/road-sim": { ...shipped, entry: ["src/main.ts!"] },
    "packages/cli": { ...shipped, entry: ["src/{provider,operator,price,config}.ts!"] },
    "packages/e2e": {
      entry: ["{screens,accessibility,lighthouse,first-minute}/*.ts", "journeys/world-setup.ts"],
    },
    "packages/lab": {
      entry: [
        "run.ts",
        "{bench,faults}/*.ts",
        "books/books.ts",
        "router/router.ts",
        "notice/print-notice.ts",
        "price-pairs/pairs-process.ts",
        "bench/stations/constant-server.ts",
        "rehearsal/{drivers,image-rehearsal,install-rehearsal}.ts",
        "faults/flood/without-stream-limit.mjs",
      ],
      ignoreBinaries: ["dockerd", "hledger", "nsenter", "setpriv", "systemd-nspawn"],
    },
  },
};

const production: KnipConfig = {
  ...config,
  ignoreWorkspaces: ["packages/lab", "packages/e2e", "packages/testkit"],
  // The plain ways to calculate the same, and what a test run starts.
  ignore: ["packages/rules/test/**", "**/vitest-global-setup.ts"],
  exclude: ["types", "unlisted", "dependencies"],
};

export default process.argv.includes("--production") ? production : config;
