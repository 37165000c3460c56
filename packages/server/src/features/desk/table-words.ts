const IST_MS = 330 * 60_000;

/** Paise as decimal rupees: -123450 → -1234.50. */
export function rupees(minor: number): string {
  const size = Math.abs(minor);
  const paise = String(size % 100).padStart(2, "0");
  return `${minor < 0 ? "-" : ""}${Math.trunc(size / 100)}.${paise}`;
}

/** An instant on India's clock: 2026-11-20T12:00:00+05:30. */
export function indianTime(at: string): string {
  return `${new Date(Date.parse(at) + IST_MS).toISOString().slice(0, 19)}+05:30`;
}
