/** Calls `work` every so many milliseconds; it does not keep the process alive. */
export function startInterval(milliseconds: number, work: () => unknown): () => void {
  const timer = setInterval(work, milliseconds).unref();
  return () => clearInterval(timer);
}
