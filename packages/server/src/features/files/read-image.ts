import sharp from "sharp";

/** More than any phone's camera sends by default; beyond it decoding is an attack on our memory. */
const MOST_PIXELS = 50_000_000;
const SECONDS = 15;

/** How an image is kept: its longest sides in pixels, and whether it fills them. */
export type Shape = { width: number; height: number; fit: "cover" | "inside" };
type Image = { bytes: Buffer; width: number; height: number };

// Decoding takes memory by the picture, not by the core.
sharp.cache(false);
sharp.concurrency(1);

const startsWith = (bytes: Buffer, signature: string, at = 0) =>
  bytes.subarray(at, at + signature.length).toString("latin1") === signature;

/** Only what begins like one of these reaches a decoder, whatever the file is called. */
const isImage = (bytes: Buffer) =>
  startsWith(bytes, "\xff\xd8\xff") ||
  startsWith(bytes, "\x89PNG\r\n\x1a\n") ||
  startsWith(bytes, "GIF8") ||
  (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8));

/**
 * Draws the image anew as JPEG: upright, smaller when it is larger than wanted, and with nothing else of the file in
 * it: no place, no camera, no preview, no colour profile. Null: it is no image, damaged, or too large to be one.
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
