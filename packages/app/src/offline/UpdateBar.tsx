import { ArrowsClockwise } from "@phosphor-icons/react/dist/csr/ArrowsClockwise";
import { DownloadSimple } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { Button, IconButton } from "../ui/Button.tsx";
import { useUpdateBar } from "./update-bar-store.ts";
import { offlineCopy as copy } from "./copy.ts";
import { install, putInstallAway } from "./install.ts";
import { reloadToNewest } from "./service-worker.ts";
import "./offline.css";

/** A bar that offers a newer version, else to install the app. Nothing happens without a press. */
export function UpdateBar() {
  const { waiting, offer } = useUpdateBar();
  if (waiting)
    return (
      <output className="offl newer pocket-bar">
        <ArrowsClockwise size={26} aria-hidden="true" />
        <span className="grow">
          <b>{copy.updateTitle}</b>
          <span className="sub ink2">{copy.updateText}</span>
        </span>
        <Button kind="quiet" small onClick={() => void reloadToNewest()}>
          {copy.reload}
        </Button>
        <IconButton label={copy.notNow} onClick={() => useUpdateBar.setState({ waiting: null })}>
          <X size={20} weight="bold" aria-hidden="true" />
        </IconButton>
      </output>
    );
  if (!offer) return null;
  return (
    <output className="offl newer pocket-bar">
      <DownloadSimple size={26} aria-hidden="true" />
      <span className="grow">
        <b>{copy.installTitle}</b>
        <span className="sub ink2">{copy.installText}</span>
      </span>
      <Button kind="quiet" small onClick={() => void install(offer)}>
        {copy.install}
      </Button>
      <IconButton label={copy.notNow} onClick={putInstallAway}>
        <X size={20} weight="bold" aria-hidden="true" />
      </IconButton>
    </output>
  );
}
