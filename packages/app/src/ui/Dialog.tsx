import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "@phosphor-icons/react/dist/csr/X";
import type { ReactNode } from "react";
import { type Language, language, written } from "../language/current-language.ts";
import { uiCopy } from "./copy.ts";
import { useOverlay } from "./overlays.ts";

/** A bottom dialog within thumb reach. Import it only from code that is loaded on demand. */
export function Dialog({
  title,
  titleIn = language(),
  onClose,
  closeButton = true,
  art,
  children,
}: {
  title: string;
  /** Where the title may be in another language than the app's. */
  titleIn?: Language;
  onClose: () => void;
  closeButton?: boolean;
  art?: ReactNode;
  children: ReactNode;
}) {
  useOverlay(true, onClose);
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim overlay" />
        <Base.Popup className="dialog">
          {art}
          <Base.Title
            className={`t2${closeButton ? " dialog-title" : ""}`}
            {...(titleIn === language() ? {} : written(titleIn))}
          >
            {title}
          </Base.Title>
          {children}
          {closeButton ? (
            <Base.Close className="iconbtn close" aria-label={uiCopy.close}>
              <X size={26} aria-hidden="true" />
            </Base.Close>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
