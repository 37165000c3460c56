import type { Theme, TokenSafe } from "./storage.ts";

/** Whether push may be sent to this device. `ask`: not asked yet. `none`: not supported. */
export type PushState = "on" | "off" | "ask" | "denied" | "none";

/** How push reaches this device: by a token of the phone's own service, or a subscription of the browser's. */
export type PushChannel = {
  state: () => Promise<PushState>;
  /**
   * Asks the driver if needed, and returns the address for pushes; null: declined. Throws when the
   * push service does not answer. Call it in a click handler.
   */
  open: (publicKey: string) => Promise<string | null>;
  /** The address for pushes, without asking; null: there is none. */
  current: () => Promise<string | null>;
  close: () => Promise<void>;
};

/** What only the Android or iOS app can do. Null in a browser. */
export type NativeApp = {
  tokens: TokenSafe;
  push: PushChannel;
  /** A picture of the camera or the library, upright. Rejects with the phone's message. */
  photo: (from: "camera" | "library") => Promise<Blob>;
  /** The phone's position, degrees. Asks for the permission unless `ifAllowed`; null: not known or not allowed. */
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

/** The native app that contains this page; null in a browser, and until it is started. */
export const nativeApp = (): NativeApp | null => current;

export function setNativeApp(found: NativeApp): void {
  current = found;
}
