/** The camera permission of a browser, with the values of @capacitor/camera. */
export type CameraPermission = "granted" | "denied" | "prompt";

/** Whether the camera may be used. Throws an Error with a sentence where the browser cannot tell. */
export async function checkCamera(): Promise<CameraPermission> {
  const { permissions } = navigator as { permissions?: Permissions };
  if (!permissions) throw new Error("Permissions API not available in this browser");
  try {
    return (await permissions.query({ name: "camera" })).state;
  } catch (error) {
    throw new Error("Camera permissions are not available in this browser", { cause: error });
  }
}

/** On the web only opening the camera asks for the permission. */
export function requestCamera(): Promise<CameraPermission> {
  return Promise.reject(new Error("Not implemented on web."));
}

/** Why there is no picture. `refused`: by the driver or a rule of the browser's. `busy`: another program has it. */
export type CameraTrouble = "refused" | "missing" | "busy" | "unsupported";
export class NoCamera extends Error {
  override readonly name = "NoCamera";
  readonly trouble: CameraTrouble;
  constructor(trouble: CameraTrouble, options?: ErrorOptions) {
    super(trouble, options);
    this.trouble = trouble;
  }
}

const TROUBLES: Record<string, CameraTrouble> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** The video of the rear camera, else of any. Throws NoCamera. */
export async function openCamera(): Promise<MediaStream> {
  // Absent on pages that are not served securely.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (!mediaDevices) throw new NoCamera("unsupported");
  try {
    return await mediaDevices.getUserMedia({
      audio: false,
      video: {
        facingMode: { ideal: "environment" },
        width: { ideal: 1280 },
        height: { ideal: 720 },
      },
    });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    throw new NoCamera(TROUBLES[name] ?? "unsupported", { cause: error });
  }
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

export const hasTorch = (stream: MediaStream): boolean => {
  const [track] = stream.getVideoTracks();
  const able: MediaTrackCapabilities & { torch?: boolean } = track?.getCapabilities?.() ?? {};
  return able.torch === true;
};

/** Rejects when the lamp cannot be switched. */
export async function setTorch(stream: MediaStream, on: boolean): Promise<void> {
  const [track] = stream.getVideoTracks();
  await track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}
