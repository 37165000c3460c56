import { give, takeBack } from "../../test/browser-parts.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installStorage } from "../../test/memory-storage.ts";
import { type NativeApp, setNativeApp } from "./native-app.ts";
import { readTheme } from "./storage.ts";
import { applyTheme } from "./theme.ts";

const noPhone = () => setNativeApp(null as unknown as NativeApp);
const phone = (part: Partial<NativeApp>) => setNativeApp(part as NativeApp);

beforeEach(() => void installStorage());
afterEach(() => {
  takeBack();
  noPhone();
});

test("the chosen colours are kept, and the bars of browser and phone follow", () => {
  const meta = (media: string) => ({ media, content: "" });
  const metas = [meta("(prefers-color-scheme: light)"), meta("(prefers-color-scheme: dark)")];
  const documentElement = { className: "" };
  give("document", { documentElement, querySelectorAll: () => metas });
  const bars: string[] = [];
  phone({ setStatusBar: (theme) => bars.push(theme) });
  const shown = () => [documentElement.className, ...metas.map(({ content }) => content)];
  applyTheme("dark");
  expect([readTheme(), ...shown()]).toEqual(["dark", "vm-dark", "#11181A", "#11181A"]);
  applyTheme("light");
  expect([readTheme(), ...shown()]).toEqual(["light", "vm-light", "#FFFFFF", "#FFFFFF"]);
  applyTheme("system");
  expect([readTheme(), ...shown()]).toEqual(["system", "", "#FFFFFF", "#11181A"]);
  expect(bars).toEqual(["dark", "light", "system"]);
});
