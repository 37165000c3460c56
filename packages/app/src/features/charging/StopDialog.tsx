import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { liveCopy } from "./live-copy.ts";

/** Asks for confirmation after every press that was not held: a tap, a key, a switch, a screen reader. */
export function StopDialog({ onClose, onStop }: { onClose: () => void; onStop: () => void }) {
  return (
    <Dialog title={liveCopy.askStop} onClose={onClose} closeButton={false}>
      <p className="ink2 ask-text">{liveCopy.askStopText}</p>
      <div className="ask-actions">
        <Button kind="danger" onClick={onStop}>
          {liveCopy.stopNow}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {liveCopy.goOn}
        </Button>
      </div>
    </Dialog>
  );
}
