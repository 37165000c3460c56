import type { Location } from "@voltmarg/contract";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { scanCopy as copy } from "./copy.ts";
import type { ScanWarning } from "./scan-warning.ts";
import { distanceWords } from "../../locations/location-text.ts";

/** The scanned charger may not be the one in front of the driver. */
export function ScanWarningDialog({
  location,
  warning,
  opened,
  onGo,
  onClose,
}: {
  location: Location;
  warning: ScanWarning;
  /** The station that was opened before. */
  opened: string | undefined;
  onGo: () => void;
  onClose: () => void;
}) {
  const other = warning.kind === "other";
  return (
    <Dialog
      title={other ? copy.otherTitle : copy.farTitle(distanceWords(warning.km) ?? "")}
      onClose={onClose}
      closeButton={false}
    >
      <p className="ink2 dialog-text">
        {other
          ? copy.otherText(location.name, opened ?? copy.anotherStation)
          : copy.farText(location.name)}
      </p>
      <div className="choices">
        <Button onClick={onClose}>{copy.scanAgain}</Button>
        <Button kind="secondary" onClick={onGo}>
          {copy.goOn(location.name)}
        </Button>
      </div>
    </Dialog>
  );
}
