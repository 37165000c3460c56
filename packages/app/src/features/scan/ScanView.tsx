import { Camera } from "@phosphor-icons/react/dist/csr/Camera";
import { useEffect, useEffectEvent, useState } from "react";
import {
  type CameraPermission,
  type CameraTrouble,
  checkCamera,
  requestCamera,
} from "../../native/camera.ts";
import { Button } from "../../ui/Button.tsx";
import { QrCamera } from "./QrCamera.tsx";
import { scanCopy as copy } from "./copy.ts";

/** `ask`: nobody is asked for the camera on arrival; who allowed it before has it at once. */
type Use = { kind: "looking" | "ask" | "on" } | { kind: "trouble"; trouble: CameraTrouble };

const USES = {
  granted: { kind: "on" },
  prompt: { kind: "ask" },
  denied: { kind: "trouble", trouble: "refused" },
} as const satisfies Record<CameraPermission, Use>;

/** What the camera sees and where to hold the code; without a camera, why, and what to do. `live`: the tab is open. */
export function ScanView({
  live,
  paused,
  opened,
  onCode,
  onBlocked,
}: {
  live: boolean;
  paused: boolean;
  opened: string | undefined;
  onCode: (text: string) => void;
  /** There is a picture, or there is none: then only typing helps. */
  onBlocked: (blocked: boolean) => void;
}) {
  const [use, setUse] = useState<Use>({ kind: "looking" });
  const [note, setNote] = useState<string>();

  useEffect(() => {
    if (!live) return;
    let left = false;
    const look = async () => {
      try {
        const state = await checkCamera();
        if (left) return;
        setNote(undefined);
        setUse(USES[state]);
      } catch (error) {
        if (left) return;
        setNote(wordsOf(error));
        setUse(USES.prompt);
      }
    };
    void look();
    return () => {
      left = true;
    };
  }, [live]);

  const isBlocked = live && use.kind === "trouble";
  const tell = useEffectEvent(onBlocked);
  useEffect(() => tell(isBlocked), [isBlocked]);

  async function tryAgain(): Promise<void> {
    // Where the shell can ask the driver it does; a browser asks when the camera is opened.
    await requestCamera().catch((error: unknown) => setNote(wordsOf(error)));
    setUse({ kind: "on" });
  }

  return (
    <div className="scan-view">
      {live && use.kind === "on" ? (
        <QrCamera
          paused={paused}
          onCode={onCode}
          onTrouble={(trouble) => setUse({ kind: "trouble", trouble })}
        />
      ) : null}
      <div className="scan-hint">
        <h1>{isBlocked ? copy.typeTitle : copy.title}</h1>
        {opened || !isBlocked ? <p>{opened ? copy.atStation(opened) : copy.hint}</p> : null}
      </div>
      {use.kind === "trouble" ? (
        <div className="scan-off" role="alert">
          <b className="t3">{copy.troubles[use.trouble].title}</b>
          <p>{copy.troubles[use.trouble].text}</p>
          {note ? <p className="cap">{note}</p> : null}
          {use.trouble === "refused" || use.trouble === "busy" ? (
            <Button kind="secondary" small onClick={() => void tryAgain()}>
              {copy.askAgain}
            </Button>
          ) : null}
        </div>
      ) : use.kind === "ask" ? (
        <div className="scan-off">
          <Button
            kind="secondary"
            icon={<Camera size={24} aria-hidden="true" />}
            onClick={() => setUse({ kind: "on" })}
          >
            {copy.withCamera}
          </Button>
          <p>{copy.cameraWhy}</p>
          {note ? <p className="cap">{note}</p> : null}
        </div>
      ) : (
        <div className="scan-frame" aria-hidden="true" />
      )}
    </div>
  );
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : "");
