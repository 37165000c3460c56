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

export function readTokens(): StoredTokens | null {
  const access = read("access_token");
  const refresh = read("refresh_token");
  return access && refresh ? { access_token: access, refresh_token: refresh } : null;
}

export function writeTokens(tokens: StoredTokens): void {
  write("access_token", tokens.access_token);
  write("refresh_token", tokens.refresh_token);
}

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
  write("access_token", null);
  write("refresh_token", null);
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(mine)) localStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept.
  }
}

/** The server chosen on /url-config, without a trailing slash; empty for the page's own origin. */
export const readServer = (): string => read("vm.server") ?? "";
export const writeServer = (address: string): void =>
  write("vm.server", address === "" ? null : address.replace(/\/+$/, ""));

/** The newest version whose banner the driver has put away. */
export const readSeenVersion = (): string | null => read("vm.version-seen");
export const writeSeenVersion = (version: string): void => write("vm.version-seen", version);

export type Theme = "system" | "light" | "dark";
export const readTheme = (): Theme => {
  const theme = read("vm.theme");
  return theme === "light" || theme === "dark" ? theme : "system";
};
export const writeTheme = (theme: Theme): void =>
  write("vm.theme", theme === "system" ? null : theme);
