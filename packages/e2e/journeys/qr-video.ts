import { renameSync, writeFileSync } from "node:fs";
import { encode } from "uqr";

const WIDTH = 640;
const HEIGHT = 480;
const FRAMES = 5;
const WHITE = 235;
const GREY = 120;
const BLACK = 16;

/**
 * Writes the file Chromium's fake camera shows next: a QR code on grey, or plain grey. The file is read again each
 * time the camera is opened (`--use-file-for-fake-video-capture`).
 */
export function showCamera(file: string, text: string | null): void {
  const luma = Buffer.alloc(WIDTH * HEIGHT, GREY);
  if (text !== null) {
    const { data, size } = encode(text, { ecc: "M", border: 4 });
    const scale = Math.floor(400 / size);
    const left = Math.floor((WIDTH - size * scale) / 2);
    const top = Math.floor((HEIGHT - size * scale) / 2);
    for (let y = 0; y < size * scale; y += 1)
      for (let x = 0; x < size * scale; x += 1)
        luma[(top + y) * WIDTH + left + x] = data[Math.floor(y / scale)]![Math.floor(x / scale)]
          ? BLACK
          : WHITE;
  }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420mpeg2\n`);
  const frame = [Buffer.from("FRAME\n"), luma, chroma];
  const whole = Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame).flat()]);
  // Chromium looks for cameras at any time: where the file is half written, it has none.
  writeFileSync(`${file}.new`, whole);
  renameSync(`${file}.new`, file);
}
