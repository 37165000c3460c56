import { t } from "@lingui/core/macro";
import type { CameraTrouble } from "../../native/camera.ts";
import { words } from "../../language/words.ts";

export const scanCopy = words(() => ({
  title: t`Point at the QR on the charger`,
  typeTitle: t`Type the charger’s code`,
  hint: t`It is on the front, near the screen.`,
  atStation: (name: string) => t`You opened ${name}.`,
  picture: t`Picture of the camera`,
  withCamera: t`Use the camera`,
  cameraWhy: t`The picture stays on this phone. Nothing is recorded.`,
  torch: t`Torch`,
  noTorch: t`The torch did not turn on.`,
  askAgain: t`Try the camera again`,
  troubles: {
    refused: {
      title: t`The camera is not allowed`,
      text: t`Allow the camera for this site in the browser’s settings, or type the code below.`,
    },
    missing: {
      title: t`There is no camera`,
      text: t`Type the code printed under the QR.`,
    },
    busy: {
      title: t`The camera is in use`,
      text: t`Close whatever else is using it and try again, or type the code below.`,
    },
    unsupported: {
      title: t`The camera cannot be used here`,
      text: t`Type the code printed under the QR.`,
    },
  } satisfies Record<CameraTrouble, { title: string; text: string }>,
  label: t`Or type the charger code`,
  onlyLabel: t`Charger code`,
  labelHelp: t`On a label near the QR. Its last characters are enough.`,
  placeholder: "IN*CPO*E000417*1",
  next: t`Next`,
  looking: t`Looking`,
  empty: t`Type the code printed on the charger.`,
  notFound: t`No charger has this code. Check it, or find the station on the map.`,
  notOurs: (host: string) =>
    t`This QR leads to ${host}. It is not the QR of one of our chargers, so nothing was opened.`,
  ubc: (operator: string) =>
    t`This is a UBC code of ${operator}. That charger cannot be started here yet; its operator’s own app can.`,
  several: t`Several stations match. Choose yours.`,
  list: t`Stations`,
  anotherStation: t`another station`,
  otherTitle: t`This charger is at another station`,
  otherText: (scanned: string, opened: string) =>
    t`You opened ${opened}. The code belongs to a charger at ${scanned}.`,
  farTitle: (away: string) => t`This charger is ${away} away`,
  farText: (name: string) =>
    t`The code belongs to a charger at ${name}. Check that it is the one in front of you: you pay for charging there.`,
  goOn: (name: string) => t`Go to ${name}`,
  scanAgain: t`Scan again`,
}));
