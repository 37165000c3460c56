import { execFile } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readRequirements, testTitles } from "./spec-map.ts";

type Law = {
  packages: Record<string, { imports: string[]; inTests?: string[] }>;
  serverFeatures: Record<string, string[]>;
  appFeatures: string[];
  appRooms: string[];
};

const root = join(import.meta.dirname, "..");
const law = createRequire(import.meta.url)("./architecture.cjs") as Law;
const read = (file: string) => readFileSync(join(root, file), "utf8");
const foldersOf = (pattern: string) =>
  globSync(pattern, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();

const isGenerated = (file: string) =>
  /(?:^|\/)(?:node_modules|dist|\.data|test-results|app\/(?:android|ios))\//.test(file);
const files = globSync(["*", ".ci/*", "docs/**/*", "packages/**/*", "tools/**/*"], { cwd: root })
  .filter((file) => !isGenerated(`${file}/`) && /\.\w+$/.test(basename(file)))
  .toSorted();
const isCode = (file: string) => /\.(?:ts|tsx|mjs|cjs)$/.test(file);
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file);
const code = files.filter(isCode);
const shipped = code.filter((file) => !isTest(file) && !/^packages\/[^/]+\/test\//.test(file));

/** `file:line` of every line that matches. */
function linesWith(pattern: RegExp, among: string[]): string[] {
  return among.flatMap((file) =>
    read(file)
      .split("\n")
      .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
}

describe("every module is in the tables of the import rules", () => {
  test("packages", () => {
    expect(Object.keys(law.packages).toSorted()).toEqual(foldersOf("packages/*"));
  });

  test("server features, each with its index.ts", () => {
    const features = foldersOf("packages/server/src/features/*");
    expect(features.filter((name) => !(name in law.serverFeatures))).toEqual([]);
    const doors = features.map((name) => `packages/server/src/features/${name}/index.ts`);
    expect(doors.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test("app features and modules", () => {
    const features = foldersOf("packages/app/src/features/*");
    expect(features.filter((name) => !law.appFeatures.includes(name))).toEqual([]);
    const rooms = foldersOf("packages/app/src/*");
    const known = [...law.appRooms, "features", "shell", "styles"];
    expect(rooms.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("feature edges name existing features and have no cycle", () => {
    const settled = new Set<string>();
    let left = Object.keys(law.serverFeatures);
    while (left.length > 0) {
      const next = left.filter((name) => law.serverFeatures[name]?.every((to) => settled.has(to)));
      expect(next, `a circle or an unknown name among ${left.join(", ")}`).not.toEqual([]);
      for (const name of next) settled.add(name);
      left = left.filter((name) => !settled.has(name));
    }
    expect(law.serverFeatures["accounts"]).toEqual([]);
    expect(law.serverFeatures["roaming"]).toEqual([]);
  });
});

describe("files", () => {
  test("have at most 300 lines", () => {
    const long = shipped.filter((file) => read(file).split("\n").length > 301);
    expect(long).toEqual([]);
  });

  test("are named after their content", () => {
    const banned = /^(?:utils?|helpers?|common|misc|base|managers?)$/;
    const named = files.filter((file) => file.startsWith("packages/"));
    expect(named.filter((file) => file.split(/[/.-]/).some((word) => banned.test(word)))).toEqual(
      [],
    );
  });

  test("are kebab-case, components PascalCase", () => {
    const kebab = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)*\.(?:ts|tsx|mjs|cjs)$/;
    const pascal = /^[A-Z][A-Za-z0-9]*(?:\.test)?\.tsx$/;
    expect(
      code.map((file) => basename(file)).filter((name) => !kebab.test(name) && !pascal.test(name)),
    ).toEqual([]);
  });

  test("name no local folder", () => {
    const machine = /(?<![\w.}])\/(?:tmp|work|farm|root|home|Users)\/[A-Za-z]/;
    const text = files.filter((file) =>
      /\.(?:ts|tsx|mjs|cjs|json|md|sql|css|html|yml)$/.test(file),
    );
    expect(
      linesWith(
        machine,
        text.filter((file) => !/package-lock|architecture\.test/.test(file)),
      ),
    ).toEqual([]);
  });

  test("have no to-do comments", () => {
    expect(
      linesWith(
        /(?:\/\/|\/?\*).*\b(?:TODO|FIXME|XXX|HACK)\b/,
        code.filter((file) => file !== "tools/architecture.test.ts"),
      ),
    ).toEqual([]);
  });

  test("documents link to existing files", () => {
    const broken = files
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) =>
        [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
          .map((match) => join(dirname(file), match[1] ?? ""))
          .filter((target) => !existsSync(join(root, target)))
          .map((target) => `${file} → ${target}`),
      );
    expect(broken).toEqual([]);
  });
});

describe("dependencies", () => {
  const manifests = ["package.json", ...globSync("packages/*/package.json", { cwd: root })];

  test("are pinned to exact versions", () => {
    const loose = manifests.flatMap((file) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(file));
      const all = { ...dependencies, ...devDependencies, ...optionalDependencies } as Record<
        string,
        string
      >;
      return Object.entries(all)
        .filter(([, version]) => !/^(?:npm:@?[\w/.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${file}: ${name}@${version}`);
    });
    expect(loose).toEqual([]);
  });

  test("the lockfile names no private registry", () => {
    expect(
      linesWith(/"resolved": "https?:\/\/(?!registry\.npmjs\.org\/)/, ["package-lock.json"]),
    ).toEqual([]);
  });

  test("packages list only the dependencies the tables allow", () => {
    for (const [name, { imports, inTests = [] }] of Object.entries(law.packages)) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(
        read(`packages/${name}/package.json`),
      );
      const listed = Object.keys({ ...dependencies, ...devDependencies }).filter((to) =>
        to.startsWith("@voltmarg/"),
      );
      const allowed = [...imports, ...inTests].map((to) => `@voltmarg/${to}`);
      expect(
        listed.filter((to) => !allowed.includes(to)),
        name,
      ).toEqual([]);
    }
  });
});

describe("access to the outside is in one place", () => {
  const business = shipped.filter((file) =>
    /^packages\/(?:rules\/src|contract\/src|server\/src\/features)\//.test(file),
  );

  test("business code uses the injected clock", () => {
    const clock =
      /\bDate\.now\(|\bnew Date\(\)|\bset(?:Timeout|Interval|Immediate)\(|\bperformance\.now\(/;
    expect(linesWith(clock, business)).toEqual([]);
  });

  test("business code has no network, environment or randomness of its own", () => {
    const outside =
      /(?<![.\w])fetch\(|\bprocess\.(?:env|exit)\b|\bMath\.random\(|(?<![-\w/])console\./;
    expect(linesWith(outside, business)).toEqual([]);
  });

  test("SQL is in stores only", () => {
    const others = business.filter((file) => !file.endsWith(".store.ts"));
    expect(linesWith(/\bsql(?:<[^>]*>)?`|\.query\(/, others)).toEqual([]);
  });

  // `returning old.status` is of PostgreSQL 18; the service runs from 15 on.
  test("no statement returns the row as it was before", () => {
    const stores = business.filter((file) => file.endsWith(".store.ts"));
    const before = /(?:^|[^\w.])(?:old|new)\.\w/;
    expect(before.test("returning id, old.status as was")).toBe(true);
    expect(linesWith(before, stores)).toEqual([]);
  });

  const sqlStates = /\bsqlState\b|\bisOutage\b|["'](?:VM|08|22|23|40|42|53|55|57)[0-9A-Z]{3}["']/;

  test("SQLSTATEs stand in stores and the platform only", () => {
    const others = shipped.filter(
      (file) =>
        file.startsWith("packages/server/src/") &&
        !file.startsWith("packages/server/src/platform/") &&
        !file.endsWith(".store.ts"),
    );
    expect(linesWith(sqlStates, others)).toEqual([]);
  });

  test.for([
    "if (sqlState(error) !== OTHER_MOVE) throw error;",
    "if (isOutage(error)) retry();",
    'if (error.code === "23505") return false;',
    'const OTHER_MOVE = "VM001";',
  ])("a SQLSTATE planted in a use case is found: %s", (planted) => {
    expect(sqlStates.test(planted)).toBe(true);
  });

  const hiddenShape = /\bas unknown as\b/;
  /** Each hides the shape of what stands before it from the compiler. */
  const allowedCasts: Record<string, string> = {
    "features/billing/invoice-pdf/page-fonts.ts":
      "2: PDFKit accepts and keeps a parsed font, its types name neither",
    "features/tariffs/tariffs.ts":
      "1: an OCPI tariff may name price components that ours does not know; they are refused next",
    "platform/http/mount.ts":
      "1: Fastify has checked the request by the route's schema, which its types do not follow",
  };

  test("a cast through unknown has a reason: stores return typed rows", () => {
    const found: Record<string, number> = {};
    for (const file of shipped.filter((each) => each.startsWith("packages/server/src/"))) {
      const count = linesWith(hiddenShape, [file]).length;
      if (count > 0) found[file.replace("packages/server/src/", "")] = count;
    }
    const allowed = Object.entries(allowedCasts).map(([file, why]) => [file, parseInt(why, 10)]);
    expect(found).toEqual(Object.fromEntries(allowed));
  });

  test("a cast through unknown that is planted is found", () => {
    expect(hiddenShape.test("const cdr = row.body as unknown as Cdr;")).toBe(true);
  });

  /** Digits out of a text that are not looked at by `packages/rules/src/typed.ts`, and numbers out of what was typed. */
  const ownReader =
    /replace(?:All)?\(\/(?:\\D|\[\^(?:\\d|0-9))|\b(?:Number|parseInt|parseFloat)\((?:[\w.]*\bvalue\b|\w*(?:[tT]yped|[tT]ext)\b)/;

  test("what people type is read by the one reader in rules", () => {
    const forms = shipped.filter(
      (file) => /^packages\/(?:app|console|cli)\/src\//.test(file) && !/\/map\//.test(file),
    );
    expect(linesWith(ownReader, forms)).toEqual([]);
  });

  test.for([
    'onChange(event.target.value.replace(/\\D/g, ""))',
    'text.replaceAll(/[^0-9.]/g, "")',
    'typed.replace(/[^\\d/]/g, "")',
    "const rupees = Number(text);",
    "setAmount(parseFloat(event.target.value))",
    "Number(typed.trim())",
  ])("a reader of one's own that is planted is found: %s", (planted) => {
    expect(ownReader.test(planted)).toBe(true);
  });

  /** Asks the device what time it is, whose clock may be wrong by hours. */
  const deviceClock = /\bDate\.now\b|\bnew Date\(\)/;

  test("app and console go by the service's clock, and name where the device's own will do", () => {
    const others = shipped.filter(
      (file) =>
        /^packages\/(?:app|console)\/src\//.test(file) && file !== "packages/app/src/clock.ts",
    );
    expect(linesWith(deviceClock, others)).toEqual([]);
  });

  test.for([
    "const age = Date.now() - Date.parse(updated_at);",
    "const [now] = useState(Date.now);",
    "const today = new Date().toISOString();",
  ])("the device's clock that is planted is found: %s", (planted) => {
    expect(deviceClock.test(planted)).toBe(true);
  });

  /** Writes an instant by the clock of whoever holds the device, or by a zone that only its writer knows. */
  const ownZone =
    /\.toLocale(?:Date|Time)?String\(|\bIntl\.DateTimeFormat\((?!.*\.resolvedOptions\(\))|\.[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)\(|["']Asia\/Kolkata["']/;

  test("app and console write instants in one place each, which asks for a time zone", () => {
    const others = shipped.filter(
      (file) => /^packages\/(?:app|console)\/src\//.test(file) && !file.endsWith("/ui/format.ts"),
    );
    expect(linesWith(ownZone, others)).toEqual([]);
  });

  test.for([
    "at.toLocaleString()",
    'new Date(at).toLocaleDateString("en-IN")',
    'new Intl.DateTimeFormat("en-IN").format(at)',
    "const today = new Date(now).getDate();",
    "at.setHours(0, 0, 0, 0)",
    'when(at, "Asia/Kolkata").time',
  ])("an instant without the one home of time zones that is planted is found: %s", (planted) => {
    expect(ownZone.test(planted)).toBe(true);
  });

  test("the app fetches in its api module only", () => {
    const app = shipped.filter((file) => /^packages\/app\/src\/(?:features|ui|shell)\//.test(file));
    expect(linesWith(/(?<![.\w])fetch\(|XMLHttpRequest|new EventSource\(/, app)).toEqual([]);
  });
});

describe("tests", () => {
  const tests = code.filter((file) => isTest(file) && file !== "tools/architecture.test.ts");

  test("all run", () => {
    expect(
      linesWith(
        /\b(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|todo|fixme|fails|skipIf|runIf)\b/,
        tests,
      ),
    ).toEqual([]);
  });

  test("mock no module, intercept no call and never sleep", () => {
    const fake =
      /\bvi\.(?:mock|doMock|stubGlobal)\(|\.route\(\s*["'`/*]|waitForTimeout\(|setTimeout\(\s*(?:r|resolve|done)\b/;
    expect(linesWith(fake, tests)).toEqual([]);
  });

  test("name requirements that exist", () => {
    const known = new Set(readRequirements().map((row) => row.id));
    const unknown = testTitles().filter(({ ids }) => ids.some((id) => !known.has(id)));
    expect(unknown.map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
  });
});

describe("the import rules catch violations", () => {
  const planted: [rule: string | null, file: string, imports: string][] = [
    ["arrows-of-app", "app/src/api/bad-server.ts", "../../../server/src/index.ts"],
    ["arrows-of-server", "server/src/bad-app.ts", "../../app/src/index.ts"],
    ["arrows-of-server", "server/src/bad-simulator.ts", "../../cpo-sim/src/index.ts"],
    ["arrows-of-server", "server/src/bad-harness.ts", "../../testkit/src/harness.ts"],
    [null, "server/src/good-harness.test.ts", "../../testkit/src/harness.ts"],
    [null, "testkit/src/good-inside.ts", "../../server/src/compose.ts"],
    ["front-door-of-server", "lab/bad-inside.ts", "../server/src/compose.ts"],
    ["arrows-of-world", "world/src/bad-lab.ts", "../../lab/run.ts"],
    ["arrows-of-cli", "cli/src/bad-harness.ts", "../../testkit/src/harness.ts"],
    ["arrows-of-cpo-sim", "cpo-sim/src/bad-rules.ts", "../../rules/src/index.ts"],
    ["arrows-of-cpo-sim-tests", "cpo-sim/src/bad-rules.test.ts", "../../rules/src/index.ts"],
    ["arrows-of-pay-sim", "pay-sim/src/bad-contract.ts", "../../contract/src/index.ts"],
    ["arrows-of-rules", "rules/src/bad-ocpi.ts", "../../ocpi/src/index.ts"],
    ["arrows-of-contract", "contract/src/bad-ocpi.ts", "../../ocpi/src/index.ts"],
    [null, "contract/src/good-rules.ts", "../../rules/src/index.ts"],
    ["front-door-of-rules", "contract/src/bad-door.ts", "../../rules/src/money.ts"],
    ["rules-do-no-io", "rules/src/bad-io.ts", "node:fs"],
    ["rules-do-no-io", "rules/src/bad-package.ts", "zod"],
    ["edges-of-feature-accounts", "server/src/features/accounts/bad-edge.ts", "../wallet/index.ts"],
    ["edges-of-feature-roaming", "server/src/features/roaming/bad-edge.ts", "../charging/index.ts"],
    ["edges-of-feature-wallet", "server/src/features/wallet/bad-edge.ts", "../charging/index.ts"],
    [null, "server/src/features/charging/good-edge.ts", "../wallet/index.ts"],
    [
      "feature-front-door-between-features",
      "server/src/features/charging/bad-door.ts",
      "../wallet/wallet.store.ts",
    ],
    ["routes-touch-no-store", "server/src/features/wallet/wallet.routes.ts", "./wallet.store.ts"],
    ["a-store-knows-no-use-case", "server/src/features/wallet/bad.store.ts", "./start-top-up.ts"],
    [
      "a-store-knows-no-use-case",
      "server/src/features/charging/start/bad.store.ts",
      "../stop/stop-session.ts",
    ],
    ["only-compose-knows-features", "server/src/bad-main.ts", "./features/wallet/index.ts"],
    [null, "server/src/compose.ts", "./features/wallet/index.ts"],
    [null, "server/src/composition/good.ts", "../features/wallet/index.ts"],
    ["nobody-knows-compose", "server/src/features/wallet/bad-compose.ts", "../../compose.ts"],
    ["only-stores-speak-sql", "server/src/features/wallet/bad-sql.ts", "pg"],
    [null, "server/src/features/wallet/good.store.ts", "pg"],
    [
      "only-stores-read-sqlstates",
      "server/src/features/wallet/bad-sqlstate.ts",
      "../../platform/database/sql-state.ts",
    ],
    [
      null,
      "server/src/features/wallet/good-sqlstate.store.ts",
      "../../platform/database/sql-state.ts",
    ],
    ["only-platform-knows-the-framework", "server/src/features/wallet/bad-http.ts", "fastify"],
    [
      "only-platform-knows-the-framework",
      "server/src/features/wallet/bad-timer.ts",
      "node:timers/promises",
    ],
    ["only-platform-knows-the-framework", "server/src/features/wallet/bad-socket.ts", "node:https"],
    [null, "server/src/platform/good-http.ts", "fastify"],
    [
      "platform-knows-no-business",
      "server/src/platform/bad-business.ts",
      "../../../rules/src/index.ts",
    ],
    ["app-features-are-islands", "app/src/features/wallet/Bad.tsx", "../charging/Live.tsx"],
    ["app-features-know-no-shell", "app/src/features/wallet/BadShell.tsx", "../../shell/Menu.tsx"],
    ["app-rooms-know-no-feature", "app/src/ui/Bad.tsx", "../features/charging/Live.tsx"],
    [null, "app/src/routes.tsx", "./features/charging/Live.tsx"],
    ["no-tests-in-products", "rules/src/bad-test.ts", "./money.test.ts"],
    ["nothing-unresolved", "rules/src/bad-nowhere.ts", "./nowhere.ts"],
    // A killed build leaves files behind that are not sources.
    [null, "app/.data/build-1/assets/left-over.js", "./nowhere.js"],
    ["no-cycles", "rules/src/left.ts", "./right.ts"],
    // A cycle is reported once, at its first file.
    [null, "rules/src/right.ts", "./left.ts"],
  ];
  const targets = [
    ...Object.keys(law.packages).map((name) => `${name}/src/index.ts`),
    "rules/src/money.ts",
    "rules/src/money.test.ts",
    "testkit/src/harness.ts",
    "lab/run.ts",
    "server/src/platform/database/sql-state.ts",
    "server/src/features/wallet/index.ts",
    "server/src/features/wallet/wallet.store.ts",
    "server/src/features/wallet/start-top-up.ts",
    "server/src/features/charging/index.ts",
    "server/src/features/charging/stop/stop-session.ts",
    "app/src/features/charging/Live.tsx",
    "app/src/shell/Menu.tsx",
  ];
  let tree: string;
  let found: Set<string>;

  beforeAll(async () => {
    tree = mkdtempSync(join(realpathSync(tmpdir()), "voltmarg-architecture-"));
    const write = async (file: string, text: string) => {
      const path = join(tree, "packages", file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    };
    for (const file of targets) await write(file, "export const x = 1;\n");
    for (const [, file, imports] of planted)
      await write(file, `import ${JSON.stringify(imports)};\nexport const x = 1;\n`);
    await symlink(join(root, "node_modules"), join(tree, "node_modules"));
    const output = await depcruise(["packages", "--output-type", "json"], tree);
    const { summary } = JSON.parse(output) as {
      summary: { violations: { rule: { name: string }; from: string }[] };
    };
    found = new Set(
      summary.violations.map(({ rule, from }) => `${rule.name} ${from.replace("packages/", "")}`),
    );
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  test.for(planted)("%s: %s → %s", ([rule, file]) => {
    const caught = [...found]
      .filter((row) => row.endsWith(` ${file}`))
      .map((row) => row.split(" ")[0]);
    if (rule === null) expect(caught).toEqual([]);
    else expect(caught).toContain(rule);
  });
});

test("no import in this repository violates the rules", async () => {
  expect(await depcruise(["packages", "--output-type", "err"], root)).toContain(
    "no dependency violations found",
  );
});

/** Its output, whether it passes or fails. */
function depcruise(args: string[], cwd: string): Promise<string> {
  const bin = join(root, "node_modules", "dependency-cruiser", "bin", "dependency-cruiser.mjs");
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [bin, ...args, "--config", join(root, ".dependency-cruiser.cjs")],
      { cwd, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}
