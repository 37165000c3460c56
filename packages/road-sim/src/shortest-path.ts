import type { Edge, Graph } from "./graph.ts";

export type Step = { from: number; edge: Edge };

const minutesOf = ({ km, road }: Edge) => (km / road.kmh) * 60;

/** The quickest way between two points; null: there is none. */
export function shortestPath({ edges }: Graph, from: number, to: number): Step[] | null {
  const best = new Float64Array(edges.length).fill(Number.POSITIVE_INFINITY);
  const came: (Step | undefined)[] = [];
  const heap = createHeap();
  best[from] = 0;
  heap.push(from, 0);
  for (let next = heap.pop(); next; next = heap.pop()) {
    const { at, cost } = next;
    if (at === to) break;
    if (cost > best[at]!) continue;
    for (const edge of edges[at]!) {
      const total = cost + minutesOf(edge);
      if (total >= best[edge.to]!) continue;
      best[edge.to] = total;
      came[edge.to] = { from: at, edge };
      heap.push(edge.to, total);
    }
  }
  const steps: Step[] = [];
  for (let at = to; at !== from; at = steps[0]!.from) {
    const step = came[at];
    if (!step) return null;
    steps.unshift(step);
  }
  return steps;
}

type Entry = { at: number; cost: number };

/** Answers the entry that costs least first. */
function createHeap() {
  const entries: Entry[] = [];
  const swap = (a: number, b: number) => {
    [entries[a], entries[b]] = [entries[b]!, entries[a]!];
  };
  const isLess = (a: number, b: number) => entries[a]!.cost < entries[b]!.cost;
  return {
    push: (at: number, cost: number) => {
      let place = entries.push({ at, cost }) - 1;
      for (let parent = (place - 1) >> 1; place > 0 && isLess(place, parent);) {
        swap(place, parent);
        place = parent;
        parent = (place - 1) >> 1;
      }
    },
    pop: (): Entry | undefined => {
      const first = entries[0];
      const last = entries.pop();
      if (entries.length === 0 || !last) return first;
      entries[0] = last;
      for (let place = 0; ;) {
        const [left, right] = [place * 2 + 1, place * 2 + 2];
        let least = place;
        if (left < entries.length && isLess(left, least)) least = left;
        if (right < entries.length && isLess(right, least)) least = right;
        if (least === place) return first;
        swap(place, least);
        place = least;
      }
    },
  };
}
