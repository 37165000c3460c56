/** The last span before a price change lasts `SCALE_MINUTES * (SHARE - 1)`: some seconds. */
const SCALE_MINUTES = 20;
/** Each earlier span is longer by this factor. */
const SHARE = 1.01;
/** Without this limit, a plan of a day with prices that change every half hour would have thousands of spans. */
const MOST_SPANS = 500;
/** For each station above `FEW_STATIONS`, the minimum length of a span grows by `MINUTES_PER_STATION`. */
const FEW_STATIONS = 20;
const MINUTES_PER_STATION = 0.4;

/**
 * The number of the time span in which a minute lies. Arrivals in one span are compared by cost alone. Arrivals in
 * different spans are all tried, because the later one may charge after a price change. Spans are short just before a
 * change, where minutes matter, and long far from it. `turns`: times of changes, in minutes after departure, ascending.
 */
export function spansOf(turns: readonly number[], stations: number): (minutes: number) => number {
  const least = Math.max(
    (turns.at(-1) ?? 0) / MOST_SPANS,
    (stations - FEW_STATIONS) * MINUTES_PER_STATION,
  );
  const ends: number[] = [];
  for (const [nth, turn] of turns.entries()) {
    const before: number[] = [];
    for (let end = turn, long = 1; end > (turns[nth - 1] ?? 0); long *= SHARE) {
      before.unshift(end);
      end = Math.min(end - least, turn - SCALE_MINUTES * (long * SHARE - 1));
    }
    for (const end of before) if (end >= (ends.at(-1) ?? 0) + least) ends.push(end);
  }
  return (minutes) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! > minutes) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
