import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

export function Dialog({
  title,
  onClose,
  wide,
  children,
}: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup className={wide ? "dialog dialog--wide" : "dialog"}>
          <Base.Title>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
