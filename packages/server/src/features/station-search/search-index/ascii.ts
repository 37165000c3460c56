/** Most texts of an index are short and ASCII: byte by byte they take less time than a call of the runtime. */
const LONGEST = 200;

/** Whether bytes are a text; null: they are not ASCII, and have to be decoded. */
export function isAscii(
  bytes: Uint8Array,
  start: number,
  end: number,
  text: string,
): boolean | null {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte > 0x7f) return null;
    if (byte !== text.charCodeAt(at - start)) return false;
  }
  return end - start === text.length;
}

/** Writes a text as UTF-8, for which there must be room; returns its size in bytes. */
export function writeText(bytes: Buffer, at: number, text: string): number {
  const { length } = text;
  if (length > LONGEST) return bytes.write(text, at);
  for (let nth = 0; nth < length; nth++) {
    const code = text.charCodeAt(nth);
    if (code > 0x7f) return bytes.write(text, at);
    bytes[at + nth] = code;
  }
  return length;
}
