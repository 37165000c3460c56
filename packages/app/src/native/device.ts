import { nativeApp } from "./native-app.ts";

/** Where this page runs: in a browser, or in the Android or iOS app. */
type Bridge = { getPlatform?: () => string };

const bridge = () => (globalThis as { Capacitor?: Bridge }).Capacitor;

export type DeviceType = "web" | "android" | "ios";

export function deviceType(): DeviceType {
  const platform = bridge()?.getPlatform?.();
  return platform === "android" || platform === "ios" ? platform : "web";
}

/** The version of the build; in a phone's app its own version replaces it before anything is shown. */
export let appVersion = "1.8.0";
export function setAppVersion(version: string): void {
  appVersion = version;
}

export const canOpenSettings = (): boolean => nativeApp() !== null;

/** Opens the phone's own settings of this app; in a browser there is nothing to open. */
export const openSettings = async (): Promise<void> => nativeApp()?.openSettings();
