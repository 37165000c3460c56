import { globSync } from "node:fs";

const features = (...names: readonly string[]) =>
  names.map((name) => `packages/server/src/features/${name}/**/*.ts`);
const migrated = (name: string) => `packages/server/migrations/repeatable/${name}-functions.sql`;

/** The files whose mistakes cost money, sessions or trust, by what they are about. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  wallet: [...features("wallet"), migrated("ledger")],
  charging: features("charging"),
  billing: features("billing", "tariffs"),
  roaming: [...features("roaming"), "packages/ocpi/src/**/*.ts"],
  search: [...features("station-search", "stations"), migrated("station")],
  staff: features("staff", "backoffice", "console", "support"),
  accounts: features("accounts", "companies", "personal-data", "notifications"),
  rules: ["packages/rules/src/**/*.ts"],
  app: ["packages/app/src/**/*.ts", "packages/client/src/**/*.ts"],
};
/**
 * Texts and declarations decide nothing; React's hooks, what draws and the service worker are looked at by the journeys,
 * which are not run here.
 */
const LEFT_OUT =
  /\.test\.ts$|copy\.ts$|\.d\.ts$|\/messages\/|\/gallery\/|\/locales\/|\/use-[^/]+$|\/map\/(?:\w+-)?(?:canvas|drawing|engine|layers|tiles)\.ts$|\/drawings\/|\/sw\//;

/** The files of each area of a tree. */
export const filesOfAreas = (root: string): Map<string, string[]> =>
  new Map(
    Object.entries(AREAS).map(([area, patterns]) => [
      area,
      globSync([...patterns], { cwd: root })
        .filter((file) => !LEFT_OUT.test(file))
        .toSorted(),
    ]),
  );

/** Where the tests of a file are most likely: beside it, or in the feature whose functions it has. */
export const besideOf = (file: string): string => {
  if (!file.endsWith(".sql")) return file;
  const feature = file.includes("ledger") ? "wallet" : "stations";
  return `packages/server/src/features/${feature}/`;
};
