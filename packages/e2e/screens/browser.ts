import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { showCamera } from "../journeys/qr-video.ts";

/**
 * Starts Chromium like the journeys: containers give it neither a sandbox nor a large /dev/shm. Its camera sees grey, so
 * that a screen can be shown while it scans.
 */
export function openBrowser(...more: string[]): Promise<Browser> {
  const video = join(mkdtempSync(join(tmpdir(), "voltmarg-camera-")), "camera.y4m");
  showCamera(video, null);
  return chromium.launch({
    executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${video}`,
      ...more,
    ],
  });
}

const place = {
  locale: "en-IN",
  timezoneId: "Asia/Kolkata",
  geolocation: { latitude: 12.9716, longitude: 77.5946 },
  permissions: ["geolocation"],
  // Animations only slow this down.
  reducedMotion: "reduce" as const,
};
export const phone = { ...place, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };
export const tablet = { ...place, viewport: { width: 820, height: 1180 }, deviceScaleFactor: 1 };
export const desktop = { ...place, viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 };
