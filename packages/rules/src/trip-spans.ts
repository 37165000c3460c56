/** The first span before a turn lasts this times its share less one: seconds. */
const SCALE_MINUTES = 20;
/** Each span before it is longer by this share. */
const SHARE = 1.01;
/** A plan of a day with prices that turn every half hour would otherwise have thousands. */
const MOST_SPANS = 500;
/** With more stations than these, no span is shorter than so many minutes for each more. */
const FEW_STATIONS = 20;
const MINUTES_PER_STATION = 0.4;

/**
 * The number of the span of time in which a minute lies. Arrivals of one span are compared by what they cost alone, those
 * of different spans are all looked at: the later one may charge after prices turn. Spans are short before a turn, where
 * minutes decide, and long far from it. `turns`: when any price changes, in minutes after departure, rising.
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
