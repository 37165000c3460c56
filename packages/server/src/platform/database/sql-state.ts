/** The SQLSTATE of a database error, if it is one. */
export function sqlState(error: unknown): string | undefined {
  return typeof error === "object" &&
    error !== null &&
    "code" in error &&
    typeof error.code === "string"
    ? error.code
    : undefined;
}

/** Whether a row with the same unique key was there, or was written at the same moment. */
export const isTaken = (error: unknown): boolean => sqlState(error) === "23505";
