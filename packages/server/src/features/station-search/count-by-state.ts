import type { SearchDeps } from "./search-deps.ts";
import { isHidden } from "./search-index/facets.ts";

export type StateCount = { state: string | null; count: number };

/** How many published locations there are in each state, most first; null: the index is still loading. */
export async function countByState(
  deps: SearchDeps,
): Promise<{ states: StateCount[]; total: number } | null> {
  const ready = await deps.search.ready();
  if (!ready) return null;
  const counted = new Map<string, StateCount>();
  const add = (name: string, count: number) => {
    const state = name.trim().replace(/\s+/g, " ");
    const key = state.toLowerCase();
    const known = counted.get(key);
    if (known) known.count += count;
    else counted.set(key, { state: state || null, count });
  };
  const { mask, region } = ready.index.slots;
  const counts = new Float64Array(ready.index.regions.list.length + 1);
  for (let slot = 0; slot < ready.index.size; slot++)
    if (mask[slot] !== 0 && !isHidden(mask[slot]!)) counts[region[slot]!]!++;
  ready.index.regions.list.forEach((name, at) => add(name, counts[at]!));
  const states = [...counted.values()]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || ((a.state ?? "") < (b.state ?? "") ? -1 : 1));
  return { states, total: states.reduce((sum, { count }) => sum + count, 0) };
}
