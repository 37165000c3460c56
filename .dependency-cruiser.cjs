const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const law = require("./tools/architecture.cjs");

const packages = Object.keys(law.packages);
const anyOf = (names) => `(?:${names.join("|")})`;
const tests = "(?:[.](?:test|spec)[.]tsx?$|^packages/[^/]+/test/)";

/** The files a package may be entered by, from its own `exports`. */
function entries(name) {
  const { exports = {} } = JSON.parse(
    readFileSync(join(__dirname, "packages", name, "package.json"), "utf8"),
  );
  return Object.values(exports).map((file) =>
    `packages/${name}/${file.replace("./", "")}`.replaceAll(".", "[.]").replaceAll("*", ".*"),
  );
}

/** The packages that may enter it by any file. */
const insiders = (name) =>
  packages.filter((other) => law.packages[other].looksInside?.includes(name));

const error = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });

const packageArrows = packages.flatMap((name) => {
  const { imports, inTests = [] } = law.packages[name];
  const others = (allowed) => `^packages/(?!${anyOf([name, ...allowed])}/)`;
  return [
    error(
      `arrows-of-${name}`,
      `${name} may import ${imports.join(", ") || "no other package"}`,
      { path: `^packages/${name}/`, pathNot: tests },
      { path: others(imports) },
    ),
    error(
      `arrows-of-${name}-tests`,
      `tests of ${name} may import ${[...imports, ...inTests].join(", ") || "no other package"}`,
      { path: `^packages/${name}/.*${tests}|^packages/${name}/test/` },
      { path: others([...imports, ...inTests]) },
    ),
    error(
      `front-door-of-${name}`,
      `${name} is entered by the files of its exports only`,
      { path: "^packages/", pathNot: `^packages/${anyOf([name, ...insiders(name)])}/` },
      { path: `^packages/${name}/`, pathNot: `^${anyOf(entries(name))}$` },
    ),
  ];
});

const feature = "^packages/server/src/features";
const serverEdges = Object.entries(law.serverFeatures).map(([name, imports]) =>
  error(
    `edges-of-feature-${name}`,
    `${name} may import ${imports.join(", ") || "no other feature"}`,
    { path: `${feature}/${name}/`, pathNot: tests },
    { path: `${feature}/(?!${anyOf([name, ...imports])}/)` },
  ),
);

const only = {
  persistence: "node_modules/pg/",
  network: "node_modules/(?:fastify|@fastify|fastify-type-provider-zod|undici)/",
  nodeNetwork: "^(?:node:)?(?:http|https|http2|net|tls|dgram|timers|timers/promises)$",
};

module.exports = {
  forbidden: [
    error("no-cycles", "Two files that need each other are one file", {}, { circular: true }),
    error(
      "nothing-unresolved",
      "The import leads nowhere",
      {},
      { couldNotResolve: true, pathNot: "[.]css$|virtual:|[?]" },
    ),
    ...packageArrows,
    ...serverEdges,
    error(
      "feature-front-door",
      "A feature is entered by its index.ts only",
      { path: "^packages/server/", pathNot: [`${feature}/`, tests] },
      { path: `${feature}/`, pathNot: `${feature}/[^/]+/index[.]ts$` },
    ),
    error(
      "feature-front-door-between-features",
      "A feature is entered by its index.ts only",
      { path: `${feature}/([^/]+)/` },
      { path: `${feature}/`, pathNot: `${feature}/$1/|${feature}/[^/]+/index[.]ts$` },
    ),
    error(
      "only-compose-knows-features",
      "compose.ts and composition/ alone know features from outside",
      {
        path: "^packages/server/src/",
        pathNot: [`${feature}/`, "/compose[.]ts$", "/composition/", tests],
      },
      { path: `${feature}/` },
    ),
    error(
      "nobody-knows-compose",
      "Features and platform are composed, they do not compose",
      { path: "^packages/server/src/(?:features|platform)/", pathNot: tests },
      { path: "^packages/server/src/(?:compose[.]ts|main[.]ts|composition/)" },
    ),
    error(
      "routes-touch-no-store",
      "Routes call use cases; use cases call stores",
      { path: `${feature}/.*[.]routes[.]ts$` },
      { path: `${feature}/.*[.]store[.]ts$` },
    ),
    error(
      "a-store-knows-no-use-case",
      "A store speaks SQL and is called; it calls nobody",
      { path: `${feature}/([^/]+)/.*[.]store[.]ts$` },
      {
        path: [
          `${feature}/.*[.]routes[.]ts$`,
          `${feature}/[^/]+/index[.]ts$`,
          `${feature}/.+/on-[^/]+[.]ts$`,
          `${feature}/.+/${anyOf("add change check choose close create delete end find list make move open pay read remove send set settle start stop verify".split(" "))}-[^/]+[.]ts$`,
        ],
      },
    ),
    error(
      "only-stores-speak-sql",
      "The database driver is for stores and the platform",
      {
        path: "^packages/server/src/",
        pathNot: ["^packages/server/src/platform/", "[.]store[.]ts$", tests],
      },
      { path: only.persistence },
    ),
    error(
      "only-stores-read-sqlstates",
      "A store turns a SQLSTATE into an error or an answer of its own",
      {
        path: "^packages/server/src/",
        pathNot: ["^packages/server/src/platform/", "[.]store[.]ts$", tests],
      },
      { path: "^packages/server/src/platform/database/sql-state[.]ts$" },
    ),
    error(
      "only-platform-knows-the-framework",
      "HTTP framework, sockets and timers are the platform's",
      { path: "^packages/server/src/", pathNot: ["^packages/server/src/platform/", tests] },
      { path: [only.network, only.nodeNetwork] },
    ),
    error(
      "platform-knows-no-business",
      "The platform serves any service",
      { path: "^packages/server/src/platform/" },
      { path: `${feature}/|^packages/rules/` },
    ),
    error(
      "rules-do-no-io",
      "Business rules are pure",
      { path: "^packages/rules/src/", pathNot: tests },
      { pathNot: "^packages/rules/src/" },
    ),
    error(
      "app-features-are-islands",
      "App features share data through the contract and looks through ui",
      { path: "^packages/app/src/features/([^/]+)/" },
      { path: "^packages/app/src/features/", pathNot: "^packages/app/src/features/$1/" },
    ),
    error(
      "app-features-know-no-shell",
      "The shell composes features",
      { path: "^packages/app/src/features/" },
      { path: "^packages/app/src/(?:shell/|routes[.]tsx$|main[.]tsx$)" },
    ),
    error(
      "app-rooms-know-no-feature",
      "What every feature uses knows none of them",
      { path: `^packages/app/src/${anyOf(law.appRooms)}/` },
      { path: "^packages/app/src/(?:features|shell)/|^packages/app/src/routes[.]tsx$" },
    ),
    error(
      "start-needs-no-tools",
      "npm start installs no devDependencies: what runs or builds the product is a dependency",
      {
        path: "^packages/(?!testkit/|lab/|e2e/)[^/]+/(?:src|scripts|vite[.]config)",
        // Run by hand: they draw the icons, and fill the projects of the phone apps.
        pathNot: `${tests}|^packages/app/scripts/icons[.]ts$`,
      },
      { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    ),
    error(
      "no-tests-in-products",
      "Shipped code imports no tests",
      { path: "^packages/[^/]+/src/", pathNot: tests },
      { path: tests, pathNot: "node_modules" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^packages/(?:[^/]+/(?:dist|[.]data)|app/(?:android|ios))/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs", ".json", ".d.ts"],
    },
  },
};
