import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useConsent } from "../../api/queries/privacy.ts";
import { personal } from "../../native/storage.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { usePopups } from "../../ui/popups.ts";
import { yourDataCopy as copy } from "./your-data-copy.ts";

/** The version of the notice whose question was closed without an answer. */
const ASKED = "consent-asked";

/** Asks once for each version of the notice, after what else waits; later "Your data" has it. Nothing is refused meanwhile. */
export function ConsentPopup() {
  const consent = useConsent().data;
  const isFree = usePopups(({ queue }) => queue.length === 0);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [closed, setClosed] = useState(false);
  if (!consent?.is_due || !isFree || closed || pathname === paths.yourData) return null;
  const asked = String(consent.version);
  if (personal.read(ASKED) === asked) return null;
  const close = () => {
    personal.write(ASKED, asked);
    setClosed(true);
  };
  return (
    <Dialog
      title={consent.given ? copy.dueTitle : copy.notGiven}
      onClose={close}
      closeButton={false}
    >
      <p className="ink2 dialog-text">{copy.due}</p>
      <div className="dialog-pair">
        <Button kind="secondary" onClick={close}>
          {copy.later}
        </Button>
        <Button
          onClick={() => {
            close();
            void navigate(paths.newNotice);
          }}
        >
          {copy.read}
        </Button>
      </div>
    </Dialog>
  );
}
