import { give, takeBack } from "../../test/browser-parts.ts";
import { afterEach, expect, test } from "vitest";
import { buzz } from "./haptics.ts";
import { type NativeApp, setNativeApp } from "./native-app.ts";

const noPhone = () => setNativeApp(null as unknown as NativeApp);
const phone = (part: Partial<NativeApp>) => setNativeApp(part as NativeApp);
const browser = (value: object) => give("navigator", value);

afterEach(() => {
  takeBack();
  noPhone();
});

test("a phone vibrates, a browser only after the driver touched the page", () => {
  const felt: string[] = [];
  const vibrate = (ms: number) => felt.push(`browser ${ms}`);
  browser({ userActivation: { hasBeenActive: false }, vibrate });
  buzz(10);
  browser({ userActivation: { hasBeenActive: true }, vibrate });
  buzz(20);
  browser({ userActivation: { hasBeenActive: true } });
  buzz(30);
  browser({ vibrate });
  buzz(40);
  phone({ vibrate: (ms) => felt.push(`phone ${ms}`) });
  buzz(50);
  expect(felt).toEqual(["browser 20", "phone 50"]);
});
