/** What the shell around the page is: a browser, or the Android or iOS app. */
type Bridge = { getPlatform?: () => string };

const bridge = () => (globalThis as { Capacitor?: Bridge }).Capacitor;

export type DeviceType = "web" | "android" | "ios";

export function deviceType(): DeviceType {
  const platform = bridge()?.getPlatform?.();
  return platform === "android" || platform === "ios" ? platform : "web";
}

/** Replaced by the native version on a device. */
export const appVersion = "1.8.0";
