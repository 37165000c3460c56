import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { wholeNumber } from "../whole-number.ts";
import { besideOf, filesOfAreas } from "./areas.ts";
import { forgetCalls, measureCalls, testsFor } from "./called.ts";
import { compiling } from "./compiling.ts";
import { equivalents } from "./equivalents.ts";
import { hashOf } from "./hash-of.ts";
import { type Mistake, mistakesIn, withMistake } from "./mistakes.ts";
import { copyTree, out, withPostgres, type Tree } from "./tree.ts";

const help = `Makes small mistakes in the code, one at a time, and runs the tests that call what was changed.

  npm run lab -- mutation --seed N --tries 200     as many mistakes, the same for a seed, spread over all areas
  npm run lab -- mutation --seed N --area wallet   of one area: ${[...filesOfAreas(".").keys()].join(", ")}
  npm run lab -- mutation --only FILE[:LINE]       every one of a file or line
  npm run lab -- mutation --seed N --broken        with tests that check nothing: must fail
  --fresh   finds out anew which test calls what (otherwise only for changed tests)

What no test noticed is named with file and line; 90 of 100 have to be noticed. A run that was cut goes on where it was.`;

const LEAST = 0.9;
/** What a mistake without an effect is noticed by: nothing. */
const CHECKS_NOTHING = "packages/rules/src/texts.test.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    tries: { type: "string", default: "200" },
    area: { type: "string" },
    only: { type: "string" },
    fresh: { type: "boolean", default: false },
    broken: { type: "boolean", default: false },
    help: { type: "boolean", short: "h" },
  },
});

/** The mistakes to try: of each area as many, by the seed. */
function choose(tree: Tree): Mistake[] {
  const seed = wholeNumber("--seed", values.seed);
  const tries = wholeNumber("--tries", values.tries);
  const [only, line] = values.only?.split(":") ?? [];
  const areas = [...filesOfAreas(tree.dir)].filter(
    ([area]) => !values.area || area === values.area,
  );
  const chosen = areas.map(([, files]) =>
    files
      .filter((file) => !only || file.includes(only))
      .flatMap((file) => mistakesIn(file, tree.read(file)))
      .filter((each) => !line || each.line === Number(line))
      .map((each) => ({ each, order: hashOf(`${seed} ${idOf(each)}`) }))
      .toSorted((a, b) => (a.order < b.order ? -1 : 1))
      .map(({ each }) => each),
  );
  if (values.only) return chosen.flat();
  const longest = Math.max(...chosen.map((all) => all.length));
  const turns = Array.from({ length: longest }, (_, n) =>
    chosen.flatMap((all) => all.slice(n, n + 1)),
  );
  return compiling(tree, turns.flat(), tries);
}

const idOf = ({ file, start, replacement }: Mistake) => `${file}:${start} ${replacement}`;

type Result = { id: string; result: "NOTICED" | "SURVIVED" | "NO_TEST" };

async function tryOne(
  tree: Tree,
  mistake: Mistake,
  calls: Awaited<ReturnType<typeof measureCalls>>,
): Promise<Result> {
  const id = idOf(mistake);
  const lots = values.broken
    ? [calls.filter(({ test }) => test === CHECKS_NOTHING)]
    : testsFor(mistake, besideOf(mistake.file), calls);
  if (lots.length === 0) return { id, result: "NO_TEST" };
  const original = tree.read(mistake.file);
  tree.write(mistake.file, withMistake(original, mistake));
  try {
    for (const lot of lots) {
      const seconds = lot.reduce((sum, each) => sum + each.seconds, 0);
      const tests = lot.map(({ test }) => test);
      if ((await tree.test(tests, 60 + 3 * seconds)) === "FAILED") return { id, result: "NOTICED" };
    }
    return { id, result: "SURVIVED" };
  } finally {
    tree.write(mistake.file, original);
  }
}

async function main(): Promise<boolean> {
  mkdirSync(out, { recursive: true });
  if (values.fresh) forgetCalls();
  return withPostgres(async (postgres) => {
    const trees = Array.from({ length: Math.min(2, availableParallelism()) }, (_, n) =>
      copyTree(`tree-${n}`, postgres),
    );
    const calls = await measureCalls(trees[0]!);
    const all = choose(trees[0]!);
    const known = new Map(equivalents.map((each) => [keyOf(each), each.why]));
    const chosen = all.filter((each) => !known.has(keyOf(each)));
    const kept = join(out, `seed-${values.seed}${values.broken ? "-broken" : ""}.jsonl`);
    const done = new Map(readResults(kept).map((each) => [each.id, each]));
    const queue = chosen.filter((each) => !done.has(idOf(each)));
    await Promise.all(
      trees.map(async (tree) => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const tried = await tryOne(tree, next, calls);
          done.set(tried.id, tried);
          appendFileSync(kept, `${JSON.stringify(tried)}\n`);
          console.log(`${tried.result.padEnd(8)} ${describe(next)}`);
        }
      }),
    );
    rmSync(kept, { force: true });
    return judge(chosen, done, all.length - chosen.length);
  });
}

const keyOf = ({
  file,
  original,
  replacement,
  ...rest
}: {
  file: string;
  original: string;
  replacement: string;
  within?: readonly string[] | string;
}) => `${file} ${[rest.within].flat().at(-1) ?? ""} ${original} ${replacement}`;

const readResults = (file: string): Result[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Result)
    : [];

const short = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 60);
const describe = ({ file, line, original, replacement }: Mistake) =>
  `${file}:${line}  ${short(original)}  →  ${short(replacement)}`;

function judge(chosen: readonly Mistake[], done: Map<string, Result>, left: number): boolean {
  const survivors = chosen.filter((each) => done.get(idOf(each))?.result !== "NOTICED");
  if (survivors.length > 0) console.log("\nNo test noticed:");
  for (const each of survivors)
    console.log(
      `${done.get(idOf(each))!.result === "NO_TEST" ? "not run " : "        "}${describe(each)}`,
    );
  const killed = chosen.length - survivors.length;
  const share = killed / chosen.length;
  console.log(
    `mutation tried=${chosen.length} killed=${killed} share=${share.toFixed(3)} least=${LEAST} without_effect=${left} seed=${values.seed}`,
  );
  return share >= LEAST;
}

if (values.help) console.log(help);
else process.exitCode = (await main()) ? 0 : 1;
