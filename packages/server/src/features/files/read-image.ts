import sharp from "sharp";

/** More than any phone's camera sends by default; beyond it decoding is an attack on our memory. */
const MOST_PIXELS = 50_000_000;
const SECONDS = 15;

/** How an image is stored: its maximum width and height in pixels, and whether it is cropped to fill them. */
export type Shape = { width: number; height: number; fit: "cover" | "inside" };
type Image = { bytes: Buffer; width: number; height: number };

// Each decoded image takes memory, so more threads would multiply it.
sharp.cache(false);
sharp.concurrency(1);

const startsWith = (bytes: Buffer, signature: string, at = 0) =>
  bytes.subarray(at, at + signature.length).toString("latin1") === signature;

/** Only files that begin with one of these signatures reach a decoder, whatever their name. */
const isImage = (bytes: Buffer) =>
  startsWith(bytes, "\xff\xd8\xff") ||
  startsWith(bytes, "\x89PNG\r\n\x1a\n") ||
  startsWith(bytes, "GIF8") ||
  (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8));

/**
 * Re-encodes the image as JPEG: rotated upright, scaled down when larger than wanted, and without metadata (location,
 * camera, preview, colour profile). Null: not an image, damaged, or too large.
 */
export async function readImage(bytes: Buffer, shape: Shape): Promise<Image | null> {
  if (!isImage(bytes)) return null;
  try {
    const { data, info } = await sharp(bytes, {
      limitInputPixels: MOST_PIXELS,
      failOn: "error",
      pages: 1,
    })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ ...shape, withoutEnlargement: shape.fit === "inside" })
      .flatten({ background: "white" })
      .jpeg({ quality: 88 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}
