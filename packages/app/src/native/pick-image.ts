import { nativeApp } from "./native-app.ts";

/** The driver took no picture; the sentence is the specification's. */
export class NothingPicked extends Error {
  override readonly name = "NothingPicked";
  constructor() {
    super("User cancelled photos app");
  }
}

/** Browsers open a file picker only shortly after a click. */
export const mayPick = (): boolean => navigator.userActivation?.isActive ?? true;

/** Whether the phone's own camera takes pictures, rather than one shown in the page. */
export const hasPhoneCamera = (): boolean => nativeApp() !== null;

/** A picture of the phone's camera or library. Throws NothingPicked, or an Error with the phone's message. */
export async function photoOfPhone(from: "camera" | "library"): Promise<File> {
  try {
    const picture = await nativeApp()!.photo(from);
    return new File([picture], "photo", { type: picture.type });
  } catch (error) {
    // The message differs by platform.
    if (error instanceof Error && /cancel/i.test(error.message)) throw new NothingPicked();
    throw error;
  }
}

/** Lets the driver choose an image among their files. Call it in a click handler. Throws NothingPicked. */
export function pickImage(): Promise<File> {
  if (hasPhoneCamera()) return photoOfPhone("library");
  const input = document.createElement("input");
  input.type = "file";
  input.accept = "image/*";
  return new Promise((resolve, reject) => {
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file) resolve(file);
      else reject(new NothingPicked());
    });
    input.addEventListener("cancel", () => reject(new NothingPicked()));
    input.click();
  });
}

/** The picture a video shows now, as a JPEG of full quality. */
export function takePicture(video: HTMLVideoElement): Promise<File> {
  return jpegOf(video, video.videoWidth, video.videoHeight);
}

/**
 * The image to upload: PNG and GIF unchanged, everything else as JPEG of quality 100, upright, its longest side
 * at most `longestSide` px. What this browser cannot read is uploaded unchanged: the service decides.
 */
export async function imageToSend(file: File, longestSide: number): Promise<File> {
  if (file.type === "image/png" || file.type === "image/gif") return file;
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return file;
  }
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  try {
    return await jpegOf(
      picture,
      Math.max(1, Math.round(picture.width * scale)),
      Math.max(1, Math.round(picture.height * scale)),
    );
  } finally {
    picture.close();
  }
}

async function jpegOf(picture: CanvasImageSource, width: number, height: number): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  // JPEG has no transparency.
  pen.fillStyle = "#FFFFFF";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 1));
  if (!blob) throw new Error("the picture could not be written");
  return new File([blob], "photo.jpg", { type: "image/jpeg" });
}
