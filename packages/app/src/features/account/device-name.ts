import type { SignIn } from "@voltmarg/contract";
import { signInsCopy as copy } from "./sign-ins-copy.ts";

type Kind = Pick<SignIn, "browser" | "system"> & { device_type?: SignIn["device_type"] };

/** What kind of device it is, in plain words. */
export function deviceName({ device_type = "web", browser, system }: Kind): string {
  if (device_type === "android") return copy.appOnAndroid;
  if (device_type === "ios") return copy.appOnIphone;
  if (browser !== null && system !== null) return copy.onOf(browser, system);
  return browser ?? system ?? copy.aBrowser;
}
