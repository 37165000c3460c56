import { Camera } from "@phosphor-icons/react/dist/csr/Camera";
import { Images } from "@phosphor-icons/react/dist/csr/Images";
import { useEffect, useRef, useState } from "react";
import { checkCamera, closeCamera, openCamera, requestCamera } from "../native/camera.ts";
import {
  hasPhoneCamera,
  mayPick,
  NothingPicked,
  photoOfPhone,
  pickImage,
  takePicture,
} from "../native/pick-image.ts";
import { Button } from "./Button.tsx";
import { imageCopy as copy } from "./copy.ts";
import { Dialog } from "./Dialog.tsx";
import { showToast } from "./toast.ts";

/** Where an image comes from. A camera that does not open falls back to the file picker. */
export function ImageChooser({
  onPicked,
  onClose,
}: {
  onPicked: (file: File) => void;
  onClose: () => void;
}) {
  const [camera, setCamera] = useState(false);
  const cancel = () => {
    showToast(new NothingPicked().message, "info");
    onClose();
  };

  async function take(picture: Promise<File>): Promise<void> {
    try {
      onPicked(await picture);
      onClose();
    } catch (error) {
      if (error instanceof NothingPicked || !hasPhoneCamera()) cancel();
      // The phone says why, such as that it may not.
      else showToast(error instanceof Error ? error.message : copy.noCamera, "error");
    }
  }
  const fromLibrary = () => take(pickImage());

  async function fromCamera(): Promise<void> {
    if (hasPhoneCamera()) return take(photoOfPhone("camera"));
    try {
      if ((await checkCamera()) === "denied") await requestCamera();
      setCamera(true);
    } catch (error) {
      await withoutCamera(error instanceof Error ? error.message : copy.noCamera);
    }
  }

  async function withoutCamera(why: string): Promise<void> {
    setCamera(false);
    showToast(why, "info", 5000);
    // Too long after the press the driver has to press again.
    if (mayPick()) await fromLibrary();
  }

  return (
    <Dialog title={copy.title} onClose={cancel} closeButton={false}>
      {camera ? (
        <Viewfinder
          onTrouble={() => void withoutCamera(copy.noCamera)}
          onTaken={(file) => {
            onPicked(file);
            onClose();
          }}
          onCancel={cancel}
        />
      ) : (
        <div className="dialog-stack">
          <Button
            kind="secondary"
            icon={<Images size={24} aria-hidden="true" />}
            onClick={() => void fromLibrary()}
          >
            {copy.library}
          </Button>
          <Button
            kind="secondary"
            icon={<Camera size={24} aria-hidden="true" />}
            onClick={() => void fromCamera()}
          >
            {copy.camera}
          </Button>
          <Button kind="quiet" onClick={cancel}>
            {copy.cancel}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Viewfinder({
  onTrouble,
  onTaken,
  onCancel,
}: {
  onTrouble: () => void;
  onTaken: (file: File) => void;
  onCancel: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const trouble = useRef(onTrouble);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let camera: MediaStream | null = null;
    let gone = false;
    const open = async () => {
      try {
        const opened = await openCamera();
        if (gone) return closeCamera(opened);
        camera = opened;
        if (video.current) video.current.srcObject = opened;
      } catch {
        if (!gone) trouble.current();
      }
    };
    void open();
    return () => {
      gone = true;
      if (camera) closeCamera(camera);
    };
  }, []);
  return (
    <div className="dialog-stack">
      <video
        ref={video}
        className="viewfinder"
        aria-label={copy.preview}
        autoPlay
        playsInline
        muted
        onLoadedData={() => setReady(true)}
      />
      <Button
        icon={<Camera size={24} aria-hidden="true" />}
        disabled={!ready}
        onClick={() => {
          if (video.current) void takePicture(video.current).then(onTaken);
        }}
      >
        {copy.take}
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        {copy.cancel}
      </Button>
    </div>
  );
}
