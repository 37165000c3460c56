import { useState } from "react";
import type { Refused } from "../api/company-account.ts";
import { Dialog } from "../ui/Dialog.tsx";

/** Tells a member who is signed in why the company account once more came to nothing. */
export function NotConfirmed({ code, sentence }: Refused) {
  const [open, setOpen] = useState(true);
  if (!open) return null;
  const close = () => setOpen(false);
  return (
    <Dialog title="Not signed in again" onClose={close}>
      <p>{sentence}</p>
      <p className="help">Code: {code}</p>
      <div className="dialog-actions">
        <button type="button" className="btn btn--primary" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
