/** kW; null: open on that side */
export type PowerRange = { minKw: number | null; maxKw: number | null };

const SHOWN = " < kW > = ";

/** Converts the filter's text as shown, `15 < kW > = 99`, to its wire form, `15-99`. */
export function powerRangeToWire(text: string): string {
  return text.replaceAll(SHOWN, "-");
}

/**
 * Reads a power range in either form, `15-99` or `15 < kW > = 99`; an empty side is open. null: neither form, or the
 * bounds are reversed.
 */
export function parsePowerRange(text: string): PowerRange | null {
  const match = /^\s*(\d{1,5}(?:\.\d+)?)?\s*(?:-|< kW > =)\s*(\d{1,5}(?:\.\d+)?)?\s*$/.exec(text);
  if (match === null) return null;
  const minKw = match[1] === undefined ? null : Number(match[1]);
  const maxKw = match[2] === undefined ? null : Number(match[2]);
  if (minKw === null && maxKw === null) return null;
  return minKw !== null && maxKw !== null && minKw > maxKw ? null : { minKw, maxKw };
}

/** Operator ids in their wire form: every # and , is written as an encoded hash. */
export function encodePartyIds(ids: readonly string[]): string {
  return ids.join(",").replaceAll(/[#,]/g, "%23");
}

/** Reads operator ids separated by #, a comma or an encoded hash; empty parts are dropped. */
export function decodePartyIds(text: string): string[] {
  return text
    .split(/[#,]|%23/)
    .map((id) => id.trim())
    .filter((id) => id !== "");
}
