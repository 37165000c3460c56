import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "@phosphor-icons/react/dist/csr/X";
import type { ReactNode } from "react";

/** A bottom dialog within thumb reach. Import it only from code that is loaded on demand. */
export function Dialog({
  title,
  onClose,
  closeButton = true,
  art,
  children,
}: {
  title: string;
  onClose: () => void;
  closeButton?: boolean;
  art?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim overlay" />
        <Base.Popup className="dialog">
          {art}
          <Base.Title className={`t2${closeButton ? " dialog-title" : ""}`}>{title}</Base.Title>
          {children}
          {closeButton ? (
            <Base.Close className="iconbtn close" aria-label="Close">
              <X size={26} aria-hidden="true" />
            </Base.Close>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
