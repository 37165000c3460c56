/** Round values for the side of a chart, from 0 up to the first that is not below `most`; at most five. */
export function ticksUpTo(most: number): number[] {
  if (!(most > 0)) return [0, 1];
  const size = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * size).find((n) => n * 4 >= most * (1 - 1e-9))!;
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Which of `count` bars carry a label below, so that `room` labels fit; the last always does. */
export function labelled(count: number, room: number): number[] {
  if (count === 0) return [];
  const every = Math.max(1, Math.ceil((count - 1) / Math.max(1, room - 1)));
  const last = count - 1;
  const found: number[] = [];
  for (let index = last; index >= 0; index -= every) found.unshift(index);
  return found;
}
