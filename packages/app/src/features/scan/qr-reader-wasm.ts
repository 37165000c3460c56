import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

/** The reader for browsers without one. Its WebAssembly comes from us: the default is somebody else's host. */
export function createDetector(): BarcodeDetector {
  prepareZXingModule({
    overrides: {
      locateFile: (path: string, prefix: string) => (path.endsWith(".wasm") ? wasm : prefix + path),
    },
  });
  return new BarcodeDetector({ formats: ["qr_code"] });
}
