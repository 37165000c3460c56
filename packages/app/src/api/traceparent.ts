/** A trace of its own for one call, in the form of W3C Trace Context: two random ids, nothing of the driver's. */
export function newTraceparent(): string {
  const hex = (bytes: number) =>
    Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (each) =>
      each.toString(16).padStart(2, "0"),
    ).join("");
  return `00-${hex(16)}-${hex(8)}-01`;
}
