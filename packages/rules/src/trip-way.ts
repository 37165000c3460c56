/** A way from its start: km that rise, with the minutes and kWh it takes to get there. */
export type TripWay = {
  km: readonly number[];
  minutes: readonly number[];
  kwh: readonly number[];
};

/** Minutes or kWh at a km, on a straight line between the points of the way. */
export function alongWay(way: TripWay, of: "minutes" | "kwh", km: number): number {
  const { km: marks, [of]: figures } = way;
  let low = 0;
  let high = marks.length - 1;
  if (high < 0) return 0;
  if (km <= marks[0]!) return figures[0]!;
  if (km >= marks[high]!) return figures[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (marks[middle]! <= km) low = middle;
    else high = middle;
  }
  const share = (km - marks[low]!) / (marks[high]! - marks[low]!);
  return figures[low]! + (figures[high]! - figures[low]!) * share;
}

export const lengthOf = ({ km }: TripWay): number => km.at(-1) ?? 0;
