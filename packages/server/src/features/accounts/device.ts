import type { RequestFacts } from "../../platform/http/mount.ts";

/** The device of a sign-in. */
export type Device = {
  type: "web" | "android" | "ios";
  /** The name a driver knows, such as `Chrome` and `Android`; null: unknown. */
  browser: string | null;
  system: string | null;
  /** Where the request came from. */
  address: string;
};

// Browsers that also name others in their user agent come first.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bOP(?:R|T)\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const named = (all: typeof BROWSERS, agent: string) =>
  all.find(([pattern]) => pattern.test(agent))?.[1] ?? null;

/** The device of a request. Of its user agent only the browser and the system are stored, of an app only the system. */
export function deviceOf({ headers, address }: RequestFacts, type: Device["type"]): Device {
  const agent = (headers["user-agent"] ?? "").slice(0, 512);
  const browser = type === "web" ? named(BROWSERS, agent) : null;
  return { type, browser, system: named(SYSTEMS, agent), address };
}
