import type { Theme, TokenSafe } from "./storage.ts";

/** Whether push may be sent to this device. `ask`: not asked yet. `none`: not supported. */
export type PushState = "on" | "off" | "ask" | "denied" | "none";

/** How push reaches this device: by a token of the phone's own service, or a subscription of the browser's. */
export type PushChannel = {
  state: () => Promise<PushState>;
  /**
   * Asks the driver when nobody has, and answers what the service sends to; null when it was declined. Throws when the
   * push service does not answer. Call it in a press.
   */
  open: (publicKey: string) => Promise<string | null>;
  /** What the service sends to, without asking anybody; null while there is nothing. */
  current: () => Promise<string | null>;
  close: () => Promise<void>;
};

/** What only the Android or iOS app that holds this page can do. Null in a browser. */
export type NativeApp = {
  tokens: TokenSafe;
  push: PushChannel;
  /** A picture as the camera or the library gives it, upright. Rejects with the phone's words. */
  photo: (from: "camera" | "library") => Promise<Blob>;
  /** Where the phone is, degrees. Asks for the permission unless `ifAllowed`; null when it may not or cannot say. */
  position: (ifAllowed: boolean) => Promise<{ latitude: number; longitude: number } | null>;
  vibrate: (milliseconds: number) => void;
  share: (what: { title: string; text?: string; url?: string; file?: File }) => Promise<void>;
  /** The phone's own settings of this app. */
  openSettings: () => Promise<void>;
  /** The text of the next SMS, once the driver allows it; null where the phone itself fills in codes. */
  nextSms: ((signal: AbortSignal) => Promise<string | null>) | null;
  /** Draws the status bar so that it is readable on this theme. */
  setStatusBar: (theme: Theme) => void;
  hideSplash: () => void;
};

let current: NativeApp | null = null;

/** The native app that holds this page; null in a browser, and until it is started. */
export const nativeApp = (): NativeApp | null => current;

export function setNativeApp(found: NativeApp): void {
  current = found;
}
