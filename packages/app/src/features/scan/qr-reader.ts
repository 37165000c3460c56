/** Reads what stands in the QR codes of a picture. */
export type QrReader = (picture: HTMLVideoElement) => Promise<string[]>;

type Detector = { detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

/** The browser's own reader where it has one for QR codes, else ours, which is fetched for it. */
export async function createQrReader(): Promise<QrReader> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  // Some browsers have the class and no reader behind it.
  const able =
    own && (await own.getSupportedFormats().catch((): string[] => [])).includes("qr_code");
  const detector = able
    ? new own({ formats: ["qr_code"] })
    : (await import("./qr-reader-wasm.ts")).createDetector();
  return async (picture) =>
    (await detector.detect(picture)).map(({ rawValue }) => rawValue).filter(Boolean);
}
