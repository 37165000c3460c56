/**
 * Everything the app stores on the device. Keys under `vm.me.` belong to the signed-in driver and are deleted at logout;
 * so do the tokens. The rest (server address, theme, a dismissed banner) belongs to the device.
 * Storage can be switched off or full: the app then works without it.
 */
const mine = "vm.me.";

/** Of this device. For settings that only a part loaded later needs; all others are below. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Full or forbidden: nothing is stored.
  }
}

export type StoredTokens = { access_token: string; refresh_token: string };
/** Where the tokens are: local storage in a browser, the keychain or keystore on a phone. */
export type TokenSafe = {
  read: () => StoredTokens | null;
  write: (tokens: StoredTokens | null) => void;
};

let safe: TokenSafe = {
  read: () => {
    const access = read("access_token");
    const refresh = read("refresh_token");
    return access && refresh ? { access_token: access, refresh_token: refresh } : null;
  },
  write: (tokens) => {
    write("access_token", tokens?.access_token ?? null);
    write("refresh_token", tokens?.refresh_token ?? null);
  },
};
/** Call it before the account starts. */
export function keepTokensIn(another: TokenSafe): void {
  safe = another;
}

export const readTokens = (): StoredTokens | null => safe.read();
export function writeTokens(tokens: StoredTokens): void {
  safe.write(tokens);
  for (const listener of onTokens) listener();
}

const onTokens: (() => void)[] = [];
export const onTokensChange = (listener: () => void): void => void onTokens.push(listener);

/** The driver's data: search filter, last map position, cached user. Deleted at logout. */
export const personal = {
  read<T>(key: string): T | null {
    const text = read(mine + key);
    if (text === null) return null;
    try {
      return JSON.parse(text) as T;
    } catch {
      return null;
    }
  },
  write(key: string, value: unknown): void {
    write(mine + key, value === null || value === undefined ? null : JSON.stringify(value));
  },
};

/** The trip that is on the way, as far as this device knows: its bar is loaded only for one. */
export const begunTrip = {
  read: (): string | null => personal.read<string>("trip-begun"),
  write: (id: string | null): void => personal.write("trip-begun", id),
};

export function wipePersonal(): void {
  safe.write(null);
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(mine)) localStorage.removeItem(key);
    }
  } catch {
    // Nothing was stored.
  }
}

/** The page of a phone's app comes from no server: its server is set at build time by `VITE_APP_SERVER`. */
const builtWith = (import.meta.env?.["VITE_APP_SERVER"] as string | undefined) ?? "";

/** The server chosen on /url-config, without a trailing slash; empty for the page's own origin. */
export const readServer = (): string => read("vm.server") ?? builtWith;
export const writeServer = (address: string): void =>
  write("vm.server", address === "" ? null : address.replace(/\/+$/, ""));

/** The newest version whose banner the driver dismissed. */
export const readSeenVersion = (): string | null => read("vm.version-seen");
export const writeSeenVersion = (version: string): void => write("vm.version-seen", version);

/** Read by `public/theme.js` before the first paint. */
export const writeLanguage = (language: string): void => write("vm.language", language);

export type Theme = "system" | "light" | "dark";
export const readTheme = (): Theme => {
  const theme = read("vm.theme");
  return theme === "light" || theme === "dark" ? theme : "system";
};
export const writeTheme = (theme: Theme): void =>
  write("vm.theme", theme === "system" ? null : theme);

/** By how much the service's clock was ahead of this device's, ms. */
export const readServiceAhead = (): number => Number(read("vm.service-ahead")) || 0;
export const writeServiceAhead = (ms: number): void => write("vm.service-ahead", String(ms));

/** Keyboard shortcuts, until the driver switches them off on this device. */
export const readShortcuts = (): boolean => read("vm.shortcuts") !== "off";
export const writeShortcuts = (on: boolean): void => write("vm.shortcuts", on ? null : "off");

/** How often this device opened the app, and when its driver dismissed the offer to install it, ms. */
export const readVisits = (): number => Number(read("vm.visits")) || 0;
export const writeVisits = (visits: number): void => write("vm.visits", String(visits));
export const readInstallPutAway = (): number => Number(read("vm.install-put-away")) || 0;
export const writeInstallPutAway = (at: number): void => write("vm.install-put-away", String(at));

/** Whether the app has run since it was installed on this phone. */
export const readHasRun = (): boolean => read("vm.has-run") !== null;
export const writeHasRun = (): void => write("vm.has-run", "1");
