import { KeychainAccess, SecureStorage } from "@aparajita/capacitor-secure-storage";
import { App } from "@capacitor/app";
import { Camera, CameraResultType, CameraSource } from "@capacitor/camera";
import { Directory, Filesystem } from "@capacitor/filesystem";
import { Geolocation } from "@capacitor/geolocation";
import { Haptics } from "@capacitor/haptics";
import { Share } from "@capacitor/share";
import { SplashScreen } from "@capacitor/splash-screen";
import { StatusBar, Style } from "@capacitor/status-bar";
import { AndroidSettings, IOSSettings, NativeSettings } from "capacitor-native-settings";
import { nativePush } from "./capacitor-push.ts";
import { nextSms } from "./capacitor-sms.ts";
import { deviceType, setAppVersion } from "./device.ts";
import { type NativeApp, setNativeApp } from "./native-app.ts";
import {
  keepTokensIn,
  readHasRun,
  readTheme,
  type StoredTokens,
  type TokenSafe,
  writeHasRun,
} from "./storage.ts";

/** Events from outside the page. */
export type NativeEvents = {
  /** The driver tapped a notification; `said` is where it leads, see `push-target.ts`. */
  onPush: (said: unknown) => void;
  /** A link of ours was opened. */
  onLink: (url: string) => void;
  /** Android's back button; returns whether there was a page to go back to. */
  onBack: () => boolean;
};

/**
 * Starts what only a phone has. Call it before the account, which needs the tokens. This file is loaded in the
 * Android and iOS app only, and with it all of their plugins.
 */
export async function startNativeApp(events: NativeEvents): Promise<void> {
  const tokens = await openSafe();
  keepTokensIn(tokens);
  setNativeApp({ ...phone, tokens, push: nativePush(events.onPush) });
  setAppVersion((await App.getInfo()).version);
  phone.setStatusBar(readTheme());
  await App.addListener("appUrlOpen", ({ url }) => events.onLink(url));
  await App.addListener("backButton", () => {
    if (!events.onBack()) void App.minimizeApp();
  });
}

const TOKENS = "tokens";

/** Tokens in the phone's keychain or keystore; read once, written in order. */
async function openSafe(): Promise<TokenSafe> {
  // Excluded from backups and from the driver's other devices.
  await SecureStorage.setDefaultKeychainAccess(KeychainAccess.whenUnlockedThisDeviceOnly);
  // A keychain outlives the app: what it holds at the first run is from an earlier installation.
  if (!readHasRun()) await SecureStorage.remove(TOKENS).catch(() => false);
  writeHasRun();
  let held = await keptTokens();
  let writing: Promise<unknown> = Promise.resolve();
  return {
    read: () => held,
    write: (tokens) => {
      held = tokens;
      // The keychain fails: the driver signs in again next time.
      writing = writing.then(() => keep(tokens)).catch(() => undefined);
    },
  };
}

async function keep(tokens: StoredTokens | null): Promise<void> {
  if (tokens) await SecureStorage.set(TOKENS, { ...tokens });
  else await SecureStorage.remove(TOKENS);
}

async function keptTokens(): Promise<StoredTokens | null> {
  try {
    const kept = (await SecureStorage.get(TOKENS)) as Partial<StoredTokens> | null;
    const { access_token, refresh_token } = kept ?? {};
    return access_token && refresh_token ? { access_token, refresh_token } : null;
  } catch {
    return null;
  }
}

const phone: Omit<NativeApp, "tokens" | "push"> = {
  photo: async (from) => {
    const { webPath } = await Camera.getPhoto({
      quality: 100,
      correctOrientation: true,
      resultType: CameraResultType.Uri,
      source: from === "camera" ? CameraSource.Camera : CameraSource.Photos,
    });
    if (!webPath) throw new Error("the phone gave no picture");
    return (await fetch(webPath)).blob();
  },
  position: async (ifAllowed) => {
    try {
      if (ifAllowed && (await Geolocation.checkPermissions()).location !== "granted") return null;
      const { coords } = await Geolocation.getCurrentPosition({
        enableHighAccuracy: true,
        timeout: 8000,
        maximumAge: 60_000,
      });
      return { latitude: coords.latitude, longitude: coords.longitude };
    } catch {
      return null;
    }
  },
  vibrate: (duration) => void Haptics.vibrate({ duration }).catch(() => undefined),
  share: async ({ title, text, url, file }) => {
    const files = file ? [await toCache(file)] : undefined;
    await Share.share({
      title,
      ...(text === undefined ? {} : { text }),
      ...(url === undefined ? {} : { url }),
      ...(files === undefined ? {} : { files }),
    });
  },
  openSettings: async () => {
    await NativeSettings.open({
      optionAndroid: AndroidSettings.ApplicationDetails,
      optionIOS: IOSSettings.App,
    });
  },
  // iOS writes the code into the field by itself.
  nextSms: deviceType() === "android" ? nextSms : null,
  setStatusBar: (theme) => {
    const style = theme === "system" ? Style.Default : theme === "dark" ? Style.Dark : Style.Light;
    void StatusBar.setStyle({ style }).catch(() => undefined);
  },
  hideSplash: () => void SplashScreen.hide().catch(() => undefined),
};

/** Writes a file, because other apps cannot read the page's memory. Returns its path. */
async function toCache(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let from = 0; from < bytes.length; from += 32_768)
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768));
  const { uri } = await Filesystem.writeFile({
    path: file.name,
    data: btoa(text),
    directory: Directory.Cache,
  });
  return uri;
}
