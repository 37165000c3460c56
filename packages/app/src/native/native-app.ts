import type { Theme, TokenSafe } from "./storage.ts";

/** Whether news may be sent to this device. `ask`: nobody has been asked yet. `none`: there is no way to send any. */
export type PushState = "on" | "off" | "ask" | "denied" | "none";

/** How news reach this device: a token of the phone's own service, or a subscription of the browser's. */
export type PushDoor = {
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

/** What only the Android or iOS app around the page can do. A browser has none. */
export type Shell = {
  tokens: TokenSafe;
  push: PushDoor;
  /** A picture as the camera or the library gives it, upright. Rejects with the phone's words. */
  photo: (from: "camera" | "library") => Promise<Blob>;
  /** Where the phone is, degrees. Asks for the permission unless `ifAllowed`; null when it may not or cannot say. */
  position: (ifAllowed: boolean) => Promise<{ latitude: number; longitude: number } | null>;
  vibrate: (milliseconds: number) => void;
  share: (what: { title: string; text?: string; url?: string; file?: File }) => Promise<void>;
  /** The phone's own settings of this app. */
  openSettings: () => Promise<void>;
  /** The text of the next SMS the driver lets us read; null where the phone fills codes in by itself. */
  nextSms: ((signal: AbortSignal) => Promise<string | null>) | null;
  /** The clock and the signs at the top in a colour that can be read. */
  dress: (theme: Theme) => void;
  hideSplash: () => void;
};

let around: Shell | null = null;

/** The shell around the page; null in a browser, and until it has been started. */
export const shell = (): Shell | null => around;

export function setShell(found: Shell): void {
  around = found;
}
