import { type Browser, chromium } from "@playwright/test";

/** Starts Chromium like the journeys: containers give it neither a sandbox nor a large /dev/shm. */
export const openBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage", ...more],
  });

const place = {
  locale: "en-IN",
  timezoneId: "Asia/Kolkata",
  geolocation: { latitude: 12.9716, longitude: 77.5946 },
  permissions: ["geolocation"],
  // Animations only slow this down.
  reducedMotion: "reduce" as const,
};
export const phone = { ...place, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };
export const desktop = { ...place, viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 };
