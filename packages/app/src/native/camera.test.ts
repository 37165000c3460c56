import { give, takeBack } from "../../test/browser-parts.ts";
import { afterEach, expect, test } from "vitest";
import {
  checkCamera,
  closeCamera,
  hasTorch,
  NoCamera,
  openCamera,
  requestCamera,
  setTorch,
} from "./camera.ts";

const browser = (value: object) => give("navigator", value);

afterEach(() => {
  takeBack();
});

test("[M-10] what a browser cannot tell of its camera is a sentence", async () => {
  browser({});
  await expect(checkCamera()).rejects.toThrow("Permissions API not available in this browser");
  browser({ permissions: { query: () => Promise.reject(new TypeError("camera")) } });
  await expect(checkCamera()).rejects.toThrow(
    "Camera permissions are not available in this browser",
  );
  await expect(requestCamera()).rejects.toThrow("Not implemented on web.");
  browser({ permissions: { query: async () => ({ state: "denied" }) } });
  expect(await checkCamera()).toBe("denied");
});

test("[M-10] the rear camera is asked for, without sound", async () => {
  const asked: unknown[] = [];
  const stream = {};
  browser({
    mediaDevices: { getUserMedia: async (what: unknown) => (asked.push(what), stream) },
  });
  expect(await openCamera()).toBe(stream);
  expect(asked).toMatchObject([{ audio: false, video: { facingMode: { ideal: "environment" } } }]);
});

test.each([
  [new DOMException("", "NotAllowedError"), "refused"],
  [new DOMException("", "SecurityError"), "refused"],
  [new DOMException("", "NotFoundError"), "missing"],
  [new DOMException("", "OverconstrainedError"), "missing"],
  [new DOMException("", "NotReadableError"), "busy"],
  [new DOMException("", "AbortError"), "busy"],
  [new DOMException("", "NewError"), "unsupported"],
  [new TypeError("no constraint"), "unsupported"],
])("[M-10] a camera that does not open says why: %s", async (thrown, trouble) => {
  browser({ mediaDevices: { getUserMedia: () => Promise.reject(thrown) } });
  const failed: unknown = await openCamera().catch((reason: unknown) => reason);
  expect(failed).toBeInstanceOf(NoCamera);
  expect(failed).toMatchObject({ trouble, cause: thrown });
});

test("[M-10] a page that is not served securely has no camera", async () => {
  browser({});
  await expect(openCamera()).rejects.toMatchObject({ trouble: "unsupported" });
});

test("[M-10] the lamp is offered where there is one, and the camera is closed with all its tracks", async () => {
  const acts: unknown[] = [];
  const track = (able?: object) => ({
    ...(able && { getCapabilities: () => able }),
    applyConstraints: async (what: unknown) => void acts.push(what),
    stop: () => acts.push("stop"),
  });
  const stream = (...tracks: object[]) =>
    ({ getVideoTracks: () => tracks, getTracks: () => tracks }) as unknown as MediaStream;
  expect(hasTorch(stream(track({ torch: true })))).toBe(true);
  for (const none of [
    stream(),
    stream(track()),
    stream(track({})),
    stream(track({ torch: false })),
  ])
    expect(hasTorch(none)).toBe(false);
  await setTorch(stream(track()), true);
  await setTorch(stream(), true);
  closeCamera(stream(track(), track()));
  expect(acts).toEqual([{ advanced: [{ torch: true }] }, "stop", "stop"]);
});
