import { Dialog } from "../../ui/Dialog.tsx";
import { copy } from "./copy.ts";

export function EstimateDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={copy.howTitle} onClose={onClose}>
      <div className="how">
        {copy.howText.map((text) => (
          <p key={text} className="ink2">
            {text}
          </p>
        ))}
      </div>
    </Dialog>
  );
}
