import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Called } from "./called.setup.ts";
import type { Mistake } from "./mistakes.ts";
import { hashOf } from "./hash-of.ts";
import { out, type Tree } from "./tree.ts";

const folder = join(out, "called");
const TESTS = ["packages/{app,server,rules,ocpi,contract,client}/{src,test}/**/*.test.{ts,tsx}"];
/** Longer ones are run to the end and not with each mistake. */
const NEAREST = 4;
const MOST_TESTS = 16;
const MOST_SECONDS = 150;

/** Finds out which test file calls which functions; only for files that changed since the last time. */
export async function measureCalls(tree: Tree): Promise<Called[]> {
  mkdirSync(folder, { recursive: true });
  const tests = globSync(TESTS, { cwd: tree.dir });
  const known = new Map(readCalls().map((called) => [called.test, called]));
  const fresh = tests.filter((test) => known.get(test)?.hash !== hashOf(tree.read(test)));
  if (fresh.length > 0) {
    console.log(`finding out what ${fresh.length} of ${tests.length} test files call`);
    await tree.test(fresh, 3_600, { MUTATION_COVERAGE: folder });
  }
  const measured = readCalls().filter(({ test }) => tests.includes(test));
  if (measured.length < tests.length)
    console.log(
      `not measured: ${tests.filter((test) => !measured.some((each) => each.test === test)).join(" ")}`,
    );
  return measured;
}

const readCalls = (): Called[] =>
  globSync("*.json", { cwd: folder }).map(
    (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Called,
  );

export const forgetCalls = (): void => rmSync(folder, { recursive: true, force: true });

/** The tests that may notice a mistake, the nearest first, in two lots: most are noticed by the first. */
export function testsFor(mistake: Mistake, beside: string, calls: readonly Called[]): Called[][] {
  const within = mistake.within.at(-1);
  const calling = calls.filter(({ files, test }) => {
    if (mistake.file.endsWith(".sql")) return test.startsWith(beside);
    const names = files[mistake.file];
    return names && (within === undefined || names.includes(within));
  });
  const sorted = calling.toSorted(
    (a, b) => shared(b.test, beside) - shared(a.test, beside) || a.seconds - b.seconds,
  );
  const first = sorted.slice(0, NEAREST);
  let seconds = 0;
  const second = sorted
    .slice(NEAREST, MOST_TESTS)
    .filter((each) => (seconds += each.seconds) <= MOST_SECONDS);
  return [first, second].filter((lot) => lot.length > 0);
}

/** How many folders two files have in common. */
function shared(a: string, b: string): number {
  const [one, other] = [dirname(a).split("/"), dirname(b).split("/")];
  const differs = one.findIndex((part, n) => part !== other[n]);
  return differs < 0 ? one.length : differs;
}
