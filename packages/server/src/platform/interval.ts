/** Runs a work again and again, so many milliseconds apart; it keeps no process alive. */
export function every(milliseconds: number, work: () => unknown): () => void {
  const timer = setInterval(work, milliseconds).unref();
  return () => clearInterval(timer);
}
