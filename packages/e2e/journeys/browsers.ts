import { existsSync } from "node:fs";

/** A whole Chromium. */
export const wholeBrowser = process.env["CHROMIUM"] || "/usr/bin/chromium";

/**
 * Chromium without what draws windows: the same pages for two thirds of the processor time. It shows no notification
 * and opens no camera. Where there is none, or where a browser was named, it is the whole one.
 */
const shell = "/usr/bin/chromium-headless-shell";
export const quickBrowser =
  process.env["CHROMIUM_HEADLESS_SHELL"] ||
  (!process.env["CHROMIUM"] && existsSync(shell) ? shell : wholeBrowser);
