import type { Page } from "@playwright/test";

/** A JPEG drawn by the browser; `turned` sets the Exif orientation of a phone held upright. */
export async function photo(
  page: Page,
  width: number,
  height: number,
  { turned = false } = {},
): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement("canvas");
      canvas.width = w;
      canvas.height = h;
      const pen = canvas.getContext("2d")!;
      pen.fillStyle = "#00566B";
      pen.fillRect(0, 0, w, h);
      pen.fillStyle = "#FFB000";
      pen.fillRect(0, 0, w / 2, h);
      return canvas.toDataURL("image/jpeg").split(",")[1]!;
    },
    [width, height] as const,
  );
  const jpeg = Buffer.from(base64, "base64");
  // The orientation stands in an Exif segment right after the start of the image.
  return turned ? Buffer.concat([jpeg.subarray(0, 2), ORIENTATION_6, jpeg.subarray(2)]) : jpeg;
}

const ORIENTATION_6 = Buffer.from(
  "ffe100224578696600004d4d002a000000080001011200030000000100060000" + "00".repeat(4),
  "hex",
);
