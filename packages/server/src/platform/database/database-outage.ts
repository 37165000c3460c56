/**
 * True when the database or a connection to it is lost, or the server is no longer the primary (25006, a read-only
 * transaction). Unlike a bug, this is worth a retry.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    /^(08|57P|53|25006$)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"].includes(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  );
}

/** Runs `work`. False: the database is unavailable, and the caller should retry. Other errors are thrown. */
export async function unlessOutage(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isOutage(error)) return false;
    throw error;
  }
}
