import { defineConfig, devices } from "@playwright/test";
import { quickBrowser } from "./packages/e2e/journeys/browsers.ts";

const chromium = {
  browserName: "chromium" as const,
  launchOptions: {
    executablePath: quickBrowser,
    // Containers give Chromium neither a sandbox nor a large /dev/shm.
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  },
};

export default defineConfig({
  testDir: "packages/e2e/journeys",
  outputDir: "test-results",
  globalSetup: "./packages/e2e/journeys/world-setup.ts",
  // Each worker has a world of its own. A journey mostly waits, so that two processors bear three.
  workers: 3,
  // Each test has drivers of its own, so that the tests of a file need no order.
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: "api", testMatch: "*.api.spec.ts" },
    {
      name: "phone",
      testMatch: "*.spec.ts",
      testIgnore: "*.api.spec.ts",
      use: {
        ...devices["Pixel 7"],
        ...chromium,
        viewport: { width: 390, height: 844 },
        // Maps are drawn by the processor: every pixel costs.
        deviceScaleFactor: 1,
        locale: "en-IN",
        timezoneId: "Asia/Kolkata",
        geolocation: { latitude: 12.9716, longitude: 77.5946 },
        permissions: ["geolocation"],
        // Costs a fifth of the time; `--trace retain-on-failure` when a journey must be looked into.
        trace: "off",
        screenshot: "only-on-failure",
      },
    },
  ],
});
