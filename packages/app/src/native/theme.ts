import { nativeApp } from "./native-app.ts";
import { type Theme, writeTheme } from "./storage.ts";

const barColor = { light: "#FFFFFF", dark: "#11181A" };

/** Keeps the choice and applies it; `public/theme.js` does the same before the first paint of the next visit. */
export function applyTheme(theme: Theme): void {
  writeTheme(theme);
  nativeApp()?.setStatusBar(theme);
  document.documentElement.className = theme === "system" ? "" : `vm-${theme}`;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes("dark") ? "dark" : "light";
    meta.content = barColor[theme === "system" ? own : theme];
  }
}
