import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { copy } from "./copy.ts";

/** Asks for confirmation where the button cannot be held: keyboards, switches and screen readers. */
export function StopDialog({ onClose, onStop }: { onClose: () => void; onStop: () => void }) {
  return (
    <Dialog title={copy.askStop} onClose={onClose} closeButton={false}>
      <p className="ink2 ask-text">{copy.askStopText}</p>
      <div className="ask-actions">
        <Button kind="danger" onClick={onStop}>
          {copy.stopNow}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {copy.goOn}
        </Button>
      </div>
    </Dialog>
  );
}
