/** A trace of its own for one call, in the form of W3C Trace Context: two random ids, nothing of the driver's. */
export function newTraceparent(): string {
  // They protect nothing, and the first secure random number is slow on a phone.
  const half = () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
  return `00-${half()}${half()}${half()}${half()}-${half()}${half()}-01`;
}
