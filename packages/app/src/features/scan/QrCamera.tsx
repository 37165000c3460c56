import { Flashlight } from "@phosphor-icons/react/dist/csr/Flashlight";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  closeCamera,
  hasTorch,
  NoCamera,
  openCamera,
  setTorch,
  type CameraTrouble,
} from "../../native/camera.ts";
import { IconButton } from "../../ui/Button.tsx";
import { showToast } from "../../ui/toast.ts";
import { createQrReader } from "./qr-reader.ts";
import { scanCopy as copy } from "./copy.ts";

/** Between two looks: a code is found at once for a hand, and the phone stays cool. */
const LOOK_MS = 120;
/** The same code is reported once while it stays in the picture. */
const SAME_MS = 4000;

/**
 * The camera's picture, read for QR codes for as long as this is mounted and the page is visible. `paused`: the picture
 * goes on, nothing is read.
 */
export function QrCamera({
  paused,
  onCode,
  onTrouble,
}: {
  paused: boolean;
  onCode: (text: string) => void;
  onTrouble: (trouble: CameraTrouble) => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [lit, setLit] = useState(false);
  const told = useRef<Told>(new Map());
  const tell = useEffectEvent(onCode);
  const giveUp = useEffectEvent(onTrouble);
  const visible = useVisible();

  useEffect(() => {
    if (!visible) return;
    let left = false;
    let opened: MediaStream | null = null;
    const open = async () => {
      try {
        opened = await openCamera();
        if (left) return closeCamera(opened);
        // Taken away while it runs: unplugged, or by the system.
        opened.getVideoTracks()[0]?.addEventListener("ended", () => left || giveUp("busy"));
        setStream(opened);
      } catch (error) {
        if (!left) giveUp(error instanceof NoCamera ? error.trouble : "unsupported");
      }
    };
    void open();
    return () => {
      left = true;
      if (opened) closeCamera(opened);
      setStream(null);
      setLit(false);
    };
  }, [visible]);

  useEffect(() => {
    const picture = video.current;
    if (!picture || !stream) return;
    picture.srcObject = stream;
    // Refused only when it is torn down again meanwhile.
    picture.play().catch(() => undefined);
  }, [stream]);

  useEffect(() => {
    const picture = video.current;
    if (!picture || !stream || paused) return;
    const stop = new AbortController();
    void readOn(picture, stop.signal, told.current, tell).catch(
      () => stop.signal.aborted || giveUp("unsupported"),
    );
    return () => stop.abort();
  }, [stream, paused]);

  async function turn(): Promise<void> {
    if (!stream) return;
    try {
      await setTorch(stream, !lit);
      setLit(!lit);
    } catch {
      showToast(copy.noTorch, "error");
    }
  }

  return (
    <>
      <video ref={video} className="scan-video" muted playsInline aria-label={copy.picture} />
      {stream && hasTorch(stream) ? (
        <IconButton
          label={copy.torch}
          aria-pressed={lit}
          className="scan-torch"
          onClick={() => void turn()}
        >
          <Flashlight size={28} weight={lit ? "fill" : "regular"} aria-hidden="true" />
        </IconButton>
      ) : null}
    </>
  );
}

/** When each code was last seen, ms. */
type Told = Map<string, number>;

async function readOn(
  picture: HTMLVideoElement,
  stop: AbortSignal,
  told: Told,
  tell: (text: string) => void,
): Promise<void> {
  const read = await createQrReader();
  // While nothing was read they may have stayed in the picture.
  for (const text of told.keys()) told.set(text, performance.now());
  while (!stop.aborted) {
    if (picture.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      const [text] = await read(picture);
      if (text !== undefined && !stop.aborted) {
        const before = told.get(text) ?? -Infinity;
        told.set(text, performance.now());
        if (performance.now() - before > SAME_MS) tell(text);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const changed = () => setVisible(!document.hidden);
    document.addEventListener("visibilitychange", changed);
    return () => document.removeEventListener("visibilitychange", changed);
  }, []);
  return visible;
}
