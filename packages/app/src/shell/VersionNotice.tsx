import { ArrowsClockwise } from "@phosphor-icons/react/dist/csr/ArrowsClockwise";
import { X } from "@phosphor-icons/react/dist/csr/X";
import type { AppVersion } from "@voltmarg/contract";
import { useEffect, useRef, useState } from "react";
import { appVersion } from "../native/device.ts";
import { readSeenVersion, writeSeenVersion } from "../native/storage.ts";
import { reloadToNewest } from "../offline/service-worker.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { useOnline } from "../ui/use-online.ts";
import { versionCopy as copy } from "./version-copy.ts";

/** Offers a newer version once, and blocks a version that is no longer supported. */
export function VersionNotice({ version, required }: { version: AppVersion; required: boolean }) {
  const online = useOnline();
  const [seen, setSeen] = useState(readSeenVersion);
  if (required) return <UpdateFirst version={version} />;
  if (!online || seen === version.latest_version) return null;
  return (
    <output className="offl newer">
      <ArrowsClockwise size={26} aria-hidden="true" />
      <span className="grow">
        <b>{copy.newerTitle(version.latest_version)}</b>
        {version.notes ? <span className="sub ink2">{version.notes}</span> : null}
      </span>
      <GetIt version={version} small />
      <IconButton
        label={copy.notNow}
        onClick={() => {
          writeSeenVersion(version.latest_version);
          setSeen(version.latest_version);
        }}
      >
        <X size={20} weight="bold" aria-hidden="true" />
      </IconButton>
    </output>
  );
}

/** Where the new version is; a page gets it by loading anew. */
function GetIt({ version, small }: { version: AppVersion; small?: boolean }) {
  if (version.url === null)
    return (
      <Button {...(small ? { kind: "quiet", small } : {})} onClick={() => void reloadToNewest()}>
        {copy.reload}
      </Button>
    );
  return (
    <a
      className={small ? "btn btn--quiet btn--sm" : "btn btn--primary"}
      href={version.url}
      target="_blank"
      rel="noreferrer"
    >
      {copy.getIt}
    </a>
  );
}

function UpdateFirst({ version }: { version: AppVersion }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="update-first"
      aria-labelledby="update-first"
      onCancel={(event) => event.preventDefault()}
      // A second Escape closes it against our will.
      onClose={(event) => event.currentTarget.showModal()}
    >
      <div className="empty">
        <ArrowsClockwise size={48} aria-hidden="true" />
        <h2 className="t2" id="update-first">
          {copy.requiredTitle}
        </h2>
        <p className="ink2">{copy.requiredText(appVersion, version.minimum_version)}</p>
        {version.notes ? <p className="ink2">{version.notes}</p> : null}
        <div className="empty-action">
          <GetIt version={version} />
        </div>
      </div>
    </dialog>
  );
}
