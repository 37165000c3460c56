import { INSERTED, SHARD } from "./shards.ts";
import type { Places } from "./catalogue.ts";

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Parent Relationship"?: string;
  "Index Cond"?: string;
  "Recheck Cond"?: string;
  Filter?: string;
  Operation?: string;
  Plans?: Node[];
};
type Explained = { "Query Text": string; Plan: Node };

/** What a statement touches, by its plan. */
export type Statement = {
  text: string;
  /** Which shards of each group it reads or changes; an insert names none, as its row decides. */
  shards: ReadonlyMap<string, ReadonlySet<number>>;
  groups: ReadonlySet<string>;
  touchesLocal: boolean;
  writes: boolean;
  /** The function that an update of a distributed table may not use, as each shard would run it. */
  volatile: string | null;
};

const VOLATILE = /\b(nextval|random|clock_timestamp|gen_random_uuid)\s*\(/i;

/** Reads what auto_explain says of one statement; null: the message is another, or is PostgreSQL's own check of a key. */
export function readPlan(message: string, places: Places): Statement | null {
  const from = message.indexOf("plan:\n");
  if (from < 0) return null;
  const { "Query Text": written, Plan } = JSON.parse(message.slice(from + 6)) as Explained;
  const text = written.replaceAll(/\s+/g, " ").trim();
  if (/^SELECT (1|fk\.)/.test(text) && /\bONLY\b/.test(text)) return null;
  const shards = new Map<string, Set<number>>();
  const groups = new Set<string>();
  let touchesLocal = false;
  let writes = false;
  let updates = false;
  const walk = (node: Node, within: boolean) => {
    const inner = within || node["Parent Relationship"] === "SubPlan";
    const name = node["Relation Name"];
    const place = name && places.get(name.replace(SHARD, ""));
    if (node["Node Type"] === "ModifyTable" || node["Node Type"] === "LockRows") writes = true;
    if (place && place.kind === "local") touchesLocal = true;
    if (place && place.kind === "distributed") {
      groups.add(place.group);
      if (node.Operation === "Update") updates = true;
      // Correlated by the distribution column: it runs where its outer row is.
      if (inner && follows(node, place.column)) return;
      const nth = SHARD.exec(name)?.[1];
      if (nth) {
        const found = shards.get(place.group) ?? new Set();
        shards.set(place.group, found.add(Number(nth)));
      }
    }
    for (const child of node.Plans ?? []) walk(child, inner);
  };
  walk(Plan, false);
  const volatile = updates ? (VOLATILE.exec(text)?.[1] ?? null) : null;
  return { text, shards, groups, touchesLocal, writes, volatile };
}

/** Reads on which shard a row was inserted; null: the message is another. */
export function readInsert(message: string, places: Places): Statement | null {
  if (!message.startsWith(INSERTED)) return null;
  const [tab = "", nth] = message.slice(INSERTED.length).split(SHARD);
  const place = places.get(tab);
  if (place?.kind !== "distributed") return null;
  const shards = new Map([[place.group, new Set([Number(nth)])]]);
  const groups = new Set([place.group]);
  const text = `a row for ${tab}`;
  return { text, shards, groups, touchesLocal: false, writes: true, volatile: null };
}

/** Whether a row is looked for with the distribution column of a row outside, as in `(user_id = c.user_id)`. */
function follows(node: Node, column: string): boolean {
  const conditions = [node["Index Cond"], node["Recheck Cond"], node.Filter].join(" ");
  return new RegExp(`\\b${column} = \\w+\\.(user_id|owner|scope)\\b`).test(conditions);
}

/** What Citus would refuse of a statement, or send to every machine; null: it goes to one, or to any. */
export function problemOf(statement: Statement): string | null {
  const { shards, groups, touchesLocal, writes, volatile } = statement;
  if (volatile) return `an update with ${volatile}`;
  if (groups.size > 1) return `joins ${[...groups].toSorted().join(" and ")}`;
  if (groups.size > 0 && touchesLocal) return "joins a local table with a distributed one";
  if (Math.max(0, ...[...shards.values()].map(({ size }) => size)) > 1)
    return writes ? "changes or locks every shard" : "reads every shard";
  return null;
}

/** Which drivers' shards a transaction touched; more than one is more than one driver. */
export function driversOf(statements: readonly Statement[], group: string): number {
  const touched = new Set<number>();
  for (const { shards } of statements) for (const nth of shards.get(group) ?? []) touched.add(nth);
  return touched.size;
}
