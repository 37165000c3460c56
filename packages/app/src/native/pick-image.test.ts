import { afterEach, beforeEach, expect, test } from "vitest";
import { type NativeApp, setNativeApp } from "./native-app.ts";
import {
  hasPhoneCamera,
  imageToSend,
  mayPick,
  NothingPicked,
  photoOfPhone,
  pickImage,
  takePicture,
} from "./pick-image.ts";

/** What was drawn on the page's canvas, and what the driver chooses in its picker. */
let drawn: { width: number; height: number; acts: unknown[] };
let picker: EventTarget & { type?: string; accept?: string; files?: File[]; click: () => void };
let onClick: () => void;
let canWrite: boolean;
const closed: number[] = [];

function canvas() {
  const acts: unknown[] = [];
  const pen = {
    fillStyle: "",
    fillRect: (...box: number[]) => acts.push([pen.fillStyle, ...box]),
    drawImage: (_: unknown, ...box: number[]) => acts.push(box),
  };
  drawn = { width: 0, height: 0, acts };
  return Object.assign(drawn, {
    getContext: () => pen,
    toBlob: (take: (blob: Blob | null) => void, type: string, quality: number) => {
      acts.push([type, quality]);
      take(canWrite ? new Blob(["jpeg"], { type }) : null);
    },
  });
}
const readable = (width: number, height: number) =>
  Object.assign(globalThis, {
    createImageBitmap: async (_: Blob, { imageOrientation }: ImageBitmapOptions) => {
      expect(imageOrientation).toBe("from-image");
      return { width, height, close: () => closed.push(1) };
    },
  });

beforeEach(() => {
  canWrite = true;
  closed.length = 0;
  setNativeApp(null as unknown as NativeApp);
  picker = Object.assign(new EventTarget(), { click: () => onClick() });
  Object.assign(globalThis, {
    document: { createElement: (tag: string) => (tag === "canvas" ? canvas() : picker) },
  });
});
afterEach(() => setNativeApp(null as unknown as NativeApp));

const file = (type: string) => new File(["x"], "picture", { type });
const phoneWith = (photo: NativeApp["photo"]) => setNativeApp({ photo } as NativeApp);

test("[A-5] PNG and GIF are sent as they are, and so is what this browser cannot read", async () => {
  Object.assign(globalThis, {
    createImageBitmap: () => Promise.reject(new Error("not an image")),
  });
  for (const type of ["image/png", "image/gif", "image/heic"]) {
    const picture = file(type);
    expect(await imageToSend(picture, 1000), type).toBe(picture);
  }
});

test.each([
  ["smaller than asked for is not made larger", 640, 480, 640, 480],
  ["of just that size stays", 1000, 500, 1000, 500],
  ["wide is made smaller by its width", 4000, 3000, 1000, 750],
  ["high is made smaller by its height", 1500, 2000, 750, 1000],
  ["very narrow keeps a line", 1, 9000, 1, 1000],
  ["very flat keeps a line", 9000, 1, 1000, 1],
])("[A-5] a picture that is %s", async (_, width, height, sentWidth, sentHeight) => {
  readable(width, height);
  const sent = await imageToSend(file("image/webp"), 1000);
  expect([sent.name, sent.type, await sent.text()]).toEqual(["photo.jpg", "image/jpeg", "jpeg"]);
  expect([drawn.width, drawn.height]).toEqual([sentWidth, sentHeight]);
  expect(drawn.acts).toEqual([
    ["#FFFFFF", 0, 0, sentWidth, sentHeight],
    [0, 0, sentWidth, sentHeight],
    ["image/jpeg", 1],
  ]);
  expect(closed).toEqual([1]);
});

test("a picture that cannot be written is an error, and its memory is free again", async () => {
  readable(10, 10);
  canWrite = false;
  await expect(imageToSend(file("image/jpeg"), 1000)).rejects.toThrow("could not be written");
  expect(closed).toEqual([1]);
});

test("a frame of the camera's video is taken in its own size", async () => {
  const video = { videoWidth: 1280, videoHeight: 720 } as HTMLVideoElement;
  expect((await takePicture(video)).type).toBe("image/jpeg");
  expect([drawn.width, drawn.height]).toEqual([1280, 720]);
});

test("[M-9] in a browser the driver chooses among image files", async () => {
  const chosen = file("image/png");
  onClick = () => {
    picker.files = [chosen];
    picker.dispatchEvent(new Event("change"));
  };
  expect(hasPhoneCamera()).toBe(false);
  expect(await pickImage()).toBe(chosen);
  expect([picker.type, picker.accept]).toEqual(["file", "image/*"]);
});

test.each(["cancel", "change"])("[M-9] nothing chosen (%s) is said", async (event) => {
  onClick = () => {
    picker.files = [];
    picker.dispatchEvent(new Event(event));
  };
  const nothing = pickImage();
  await expect(nothing).rejects.toBeInstanceOf(NothingPicked);
  await expect(nothing).rejects.toThrow("User cancelled photos app");
});

test("[M-9] on a phone its own library and camera are used", async () => {
  const asked: string[] = [];
  phoneWith(async (from) => {
    asked.push(from);
    return new Blob(["x"], { type: "image/webp" });
  });
  expect(hasPhoneCamera()).toBe(true);
  const picture = await pickImage();
  expect([picture.name, picture.type]).toEqual(["photo", "image/webp"]);
  await photoOfPhone("camera");
  expect(asked).toEqual(["library", "camera"]);
});

test.each(["User cancelled photos app", "Photo picking was canceled"])(
  "[M-9] a phone that says '%s' has nothing picked",
  async (message) => {
    phoneWith(() => Promise.reject(new Error(message)));
    await expect(photoOfPhone("camera")).rejects.toBeInstanceOf(NothingPicked);
  },
);

test("[M-9] another failure of the phone is told in its own words", async () => {
  phoneWith(() => Promise.reject(new Error("No camera access")));
  await expect(photoOfPhone("camera")).rejects.toThrow("No camera access");
});

test("[M-9] a picker opens shortly after a click, where the browser knows of clicks", () => {
  const navigatorIs = (value: object) =>
    Object.defineProperty(globalThis, "navigator", { value, configurable: true });
  const before = globalThis.navigator;
  navigatorIs({ userActivation: { isActive: false } });
  expect(mayPick()).toBe(false);
  navigatorIs({ userActivation: { isActive: true } });
  expect(mayPick()).toBe(true);
  navigatorIs({});
  expect(mayPick()).toBe(true);
  navigatorIs(before);
});
