import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

type ConfirmDialogProps = {
  title: string;
  text: string;
  keep: string;
  go: string;
  busy: string | false;
  onGo: () => void;
  onClose: () => void;
};

/** Asks before something is gone. */
export function ConfirmDialog({ title, text, keep, go, busy, onGo, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} closeButton={false}>
      <p className="ink2 dialog-text">{text}</p>
      <div className="dialog-pair">
        <Button kind="secondary" onClick={onClose}>
          {keep}
        </Button>
        <Button kind="danger" busy={busy} onClick={onGo}>
          {go}
        </Button>
      </div>
    </Dialog>
  );
}
