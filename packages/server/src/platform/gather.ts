/** Runs `work` so many milliseconds after a call: once for all calls until then. */
export function gather(milliseconds: number, work: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      work();
    }, milliseconds).unref();
  };
}
