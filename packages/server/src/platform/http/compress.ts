import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";

const zstd = promisify(zstdCompress);
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

export type Encoding = "zstd" | "br" | "gzip";

/** Below this size an answer fits in one packet. */
const SMALL = 1400;
// The fastest level of each: the next ones save a few percent of the bytes for a multiple of the time.
const LEVEL = 1;
const ORDER = ["zstd", "br", "gzip"] as const;

/** The best of our encodings that a client accepts (RFC 9110 12.5.3); null: none, or too small to compress. */
export function encodingFor(acceptEncoding: string | undefined, size: number): Encoding | null {
  if (size < SMALL || !acceptEncoding) return null;
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.trim().split(/\s*;\s*/);
    const q = parameters.find((p) => p.startsWith("q="));
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  let best: Encoding | null = null;
  for (const name of ORDER) {
    if (weightOf(name) > (best ? weightOf(best) : 0)) best = name;
  }
  return best;
}

/** Compressed on a thread of the pool. */
export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "zstd")
    return zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  if (encoding === "br")
    return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL } });
  return gz(bytes, { level: LEVEL });
}
