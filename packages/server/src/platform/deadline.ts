/** The result of `work`, or `late` after so many milliseconds; the work goes on, its result is ignored. */
export function withTimeout<T, L>(milliseconds: number, work: Promise<T>, late: L): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
