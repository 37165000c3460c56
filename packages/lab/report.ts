export type Say = (line: string) => void;

/** What a run says before its last line. */
export const say: Say = (line) => console.log(`  ${line}`);

/** The last line of a run: its name and its figures, `money tried=3 lost=0`. */
export const resultLine = (
  name: string,
  figures: Readonly<Record<string, string | number | boolean>>,
): string =>
  [name, ...Object.entries(figures).map(([figure, value]) => `${figure}=${value}`)].join(" ");

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);

/** The value below which this share of the numbers lies; 0.5 is the median. Of none: NaN. */
export const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[
    Math.min(numbers.length - 1, Math.floor(numbers.length * share))
  ] ?? Number.NaN;
