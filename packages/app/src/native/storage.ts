/**
 * Everything the app keeps on the device. Keys under `vm.me.` belong to the signed-in driver and are wiped at logout;
 * the tokens are the driver's too; what is left (server address, theme, a banner put away) belongs to the device.
 * Storage can be switched off or full: then the app works, and forgets.
 */
const mine = "vm.me.";

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Full or forbidden: nothing is kept.
  }
}

export type StoredTokens = { access_token: string; refresh_token: string };
/** Where the tokens are: local storage in a browser; the app on a phone keeps them where only it can read. */
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
/** To be called before the account starts. */
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

/** The driver's own things: search filter, last map position, cached user. Gone at logout. */
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

export function wipePersonal(): void {
  safe.write(null);
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(mine)) localStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept.
  }
}

/** A page in a phone's app comes from no server: the one it speaks to is set when it is built, `VITE_APP_SERVER`. */
const builtWith = (import.meta.env?.["VITE_APP_SERVER"] as string | undefined) ?? "";

/** The server chosen on /url-config, without a trailing slash; empty for the page's own origin. */
export const readServer = (): string => read("vm.server") ?? builtWith;
export const writeServer = (address: string): void =>
  write("vm.server", address === "" ? null : address.replace(/\/+$/, ""));

/** The newest version whose banner the driver has put away. */
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

/** How often this device has come to the app, and when its driver put the offer to install it away, ms. */
export const readVisits = (): number => Number(read("vm.visits") ?? 0) || 0;
export const writeVisits = (visits: number): void => write("vm.visits", String(visits));
export const readInstallPutAway = (): number => Number(read("vm.install-put-away") ?? 0) || 0;
export const writeInstallPutAway = (at: number): void => write("vm.install-put-away", String(at));

/** Whether the app has run since it was put on this phone. */
export const readHasRun = (): boolean => read("vm.has-run") !== null;
export const writeHasRun = (): void => write("vm.has-run", "1");
