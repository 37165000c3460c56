import { give, takeBack } from "../../test/browser-parts.ts";
import { afterEach, expect, test } from "vitest";
import { position, positionIfAllowed, positionPermission } from "./location.ts";
import { type NativeApp, setNativeApp } from "./native-app.ts";

const PUNE = { latitude: 18.53, longitude: 73.83 };
const noPhone = () => setNativeApp(null as unknown as NativeApp);
const phone = (part: Partial<NativeApp>) => setNativeApp(part as NativeApp);
const browser = (value: object) => give("navigator", value);

afterEach(() => {
  takeBack();
  noPhone();
});

/** A browser that knows where it is, and whether it may say so. */
const locating = (state: PermissionState | null, isAllowed = true) => {
  const asked: PositionOptions[] = [];
  browser({
    geolocation: {
      getCurrentPosition: (
        found: (at: object) => void,
        failed: () => void,
        options: PositionOptions,
      ) => {
        asked.push(options);
        if (isAllowed) found({ coords: { ...PUNE, accuracy: 5 } });
        else failed();
      },
    },
    permissions: {
      query: async ({ name }: { name: string }) => {
        if (state === null || name !== "geolocation") throw new TypeError("unknown permission");
        return { state };
      },
    },
  });
  return asked;
};

test("[R-1] a browser says where it is, or that it does not know", async () => {
  const asked = locating("granted");
  expect(await position()).toEqual(PUNE);
  expect(asked).toEqual([{ enableHighAccuracy: true, timeout: 8000, maximumAge: 60_000 }]);
  locating("granted", false);
  expect(await position()).toBeNull();
  browser({});
  expect(await position()).toBeNull();
});

test("[R-1] the position is not asked for unless it was allowed before", async () => {
  for (const state of ["prompt", "denied", null] as const) {
    const asked = locating(state);
    expect(await positionIfAllowed()).toBeNull();
    expect(await positionPermission()).toBe(state ?? "prompt");
    expect(asked).toEqual([]);
  }
  locating("granted");
  expect(await positionIfAllowed()).toEqual(PUNE);
});

test("[R-1] a phone is asked itself, with its own dialog or without", async () => {
  const asked: boolean[] = [];
  locating("granted");
  phone({ position: async (ifAllowed) => (asked.push(ifAllowed), PUNE) });
  expect(await positionPermission()).toBe("prompt");
  await position();
  await positionIfAllowed();
  expect(asked).toEqual([false, true]);
});
