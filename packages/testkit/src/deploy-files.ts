import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parseAllDocuments } from "yaml";

export const root = join(import.meta.dirname, "..", "..", "..");

/** A file of the repository, by its path from the root. */
export const readFile = (path: string): string => readFileSync(join(root, path), "utf8");

export const filesIn = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();

/** Every document of a YAML file. Throws with file and line for invalid YAML, duplicate keys included. */
export function readYaml(path: string): unknown[] {
  return parseAllDocuments(readFile(path)).map((document) => {
    const [fault] = document.errors;
    if (fault) throw new Error(`${path}: ${fault.message}`);
    return document.toJS() as unknown;
  });
}

/** Runs a program of PROGRAMS in tools/test.mjs in a folder of the repository. Throws when it is not installed. */
export function runTool(
  name: string,
  args: string[],
  { input, folder = "." }: { input?: string; folder?: string } = {},
): { passes: boolean; output: string } {
  const PATH = [process.env.PATH, "/usr/sbin"].join(delimiter);
  const { status, stdout, stderr, error } = spawnSync(name, args, {
    cwd: join(root, folder),
    env: { ...process.env, PATH },
    encoding: "utf8",
    input,
  });
  if (error) throw error;
  return { passes: status === 0, output: stdout + stderr };
}

/** Identifiers of PromQL that are not metrics. */
const PROMQL = new Set(
  "absent and by count group histogram_quantile increase last_over_time le max min offset on or rate sum time unless without".split(
    " ",
  ),
);

export type FigureUse = { name: string; labels: string[] };

/** The metrics of a PromQL expression, each with the labels it uses. */
export function figuresOf(expression: string): FigureUse[] {
  const grouped = [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, names = ""]) =>
    names.split(",").map((each) => each.trim()),
  );
  const bare = expression.replaceAll(/\b(?:by|on) \([^)]*\)/g, "").replaceAll(/"[^"]*"/g, '""');
  return [...bare.matchAll(/\b([a-z_][a-z0-9_]*)(?:\{([^}]*)\})?/g)]
    .filter(([, name = ""]) => !PROMQL.has(name) && !/^[smhd]$/.test(name))
    .filter(({ index }) => !/[\d[]$/.test(bare.slice(0, index)))
    .map(([, name = "", matchers = ""]) => ({
      name,
      labels: [
        ...grouped,
        ...[...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label),
      ],
    }));
}
