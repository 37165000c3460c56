import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { messages } from "./packages/app/scripts/messages.ts";

const app = ["packages/app/**/*.test.{ts,tsx}"];
const database = ["packages/server/**/*.test.ts"];
// What starts a world or another process; what else lies in the package is as pure as the rules.
const world = ["packages/{cli,lab,world}/**/*.test.ts"];
/** Of the lab, what starts nothing. */
const pureLab = ["packages/lab/price-pairs/**/*.test.ts"];
/** Ends what hangs, and measures nothing: a busy machine may take ten times as long as a quiet one. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};
const ignored = ["**/node_modules/**", "**/dist/**"];

/** Minutes long, however short the file: begun last they would leave a processor idle. */
const longest = ["/faults/replicas.test.ts", "/faults/money.test.ts"];
const placeOf = ({ moduleId }: TestSpecification) => {
  const at = longest.findIndex((end) => moduleId.endsWith(end));
  return at < 0 ? longest.length : at;
};
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // By itself it would leave one of two processors idle.
    maxWorkers: 2,
    projects: [
      {
        plugins: messages(),
        test: {
          name: "app",
          // Isolated: the app's modules hold its language, its network and its account.
          include: app,
          exclude: ignored,
          setupFiles: ["packages/app/test/device.ts"],
          ...patience,
        },
      },
      {
        test: {
          name: "pure",
          include: ["tools/**/*.test.ts", "packages/*/{src,test}/**/*.test.ts", ...pureLab],
          exclude: [...ignored, ...app, ...database, ...world],
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: "database",
          include: database,
          exclude: ignored,
          // No test changes what a module holds, and loading the service anew costs each file two seconds.
          isolate: false,
          globalSetup: [
            "packages/server/src/platform/database/embedded-postgres/vitest-global-setup.ts",
          ],
          ...patience,
        },
      },
      {
        test: {
          name: "world",
          include: world,
          exclude: [...ignored, ...pureLab],
          // Whole products, of several processes each: after the rest.
          sequence: { groupOrder: 1 },
          // Each waits for a third of its time, so that two processors bear three.
          maxWorkers: 3,
          ...patience,
        },
      },
    ],
  },
});
