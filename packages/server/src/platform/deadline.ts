/** What a work gives, or `late` when it takes longer; it then goes on unheard. */
export function within<T, L>(milliseconds: number, work: Promise<T>, late: L): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
