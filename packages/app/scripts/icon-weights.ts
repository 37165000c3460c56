// Removes code of packages that this app never runs from the bundle. If a package changes its source,
// these rules match nothing: the app still works, and the size check reports the growth.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const src = join(import.meta.dirname, "..", "src");
/** The design's three of the six weights every icon has. */
const designed = ["regular", "bold", "fill"];

/**
 * The weights that each icon is drawn in, by the icon's name. They are read from the file's tags. An icon passed on as a
 * value has the weights of the tags `<Icon>`; without such a tag, or with a computed weight, it has all designed ones.
 */
export function weightsOf(files: string[]): Map<string, Set<string>> {
  const weights = new Map<string, Set<string>>();
  for (const file of files) {
    const body = file.replaceAll(/^import [^;]+;$/gm, "");
    for (const [, icon = "", local = icon] of file.matchAll(
      /import \{ (\w+)(?: as (\w+))?[^}]*\} from "@phosphor-icons\/react\/dist\/csr\/\w+"/g,
    )) {
      const tags = weightsInTags(body, local);
      const named = body.match(new RegExp(`\\b${local}\\b`, "g")) ?? [];
      const handed = named.length > tags.length ? weightsInTags(body, "(?:\\w+[.])?Icon") : [];
      const any = named.length > tags.length && handed.length === 0 ? [designed] : [];
      const wanted = [...tags, ...handed, ...any].flat();
      weights.set(icon, new Set([...(weights.get(icon) ?? []), ...wanted]));
    }
  }
  return weights;
}

/** For each tag the weights it may have. */
const weightsInTags = (body: string, name: string): string[][] =>
  [...body.matchAll(new RegExp(`<${name}(\\s[^>]*)?>`, "g"))].map(([, attributes = ""]) => {
    const said = /weight=(?:\{[^{}]*\}|"\w+")/.exec(attributes)?.[0];
    const named = designed.filter((weight) => said?.includes(`"${weight}"`));
    // The weight is computed, or stands after an arrow function, whose `>` ends the match too early.
    if (/=$|\.\.\./.test(attributes) || (said && named.length === 0)) return designed;
    return said ? named : ["regular"];
  });

/** Removes from each icon the weights that it is not drawn in. */
export function iconWeights(): Plugin {
  let weights = new Map<string, Set<string>>();
  return {
    name: "icon-weights",
    buildStart() {
      const files = globSync("**/*.{ts,tsx}", { cwd: src });
      weights = weightsOf(files.map((file) => readFileSync(join(src, file), "utf8")));
    },
    transform: {
      filter: { id: /@phosphor-icons\/react\/dist\/defs\// },
      handler: (code, id) => {
        const wanted = weights.get(/(\w+)\.es\.js/.exec(id)?.[1] ?? "") ?? new Set(designed);
        return code.replaceAll(
          / {2}\[\n {4}"(\w+)",\n[^]*?\n {2}\],?\n/g,
          (entry, weight: string) => (wanted.has(weight) ? entry : ""),
        );
      },
    },
  };
}
