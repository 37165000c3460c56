import type { CameraTrouble } from "../../native/camera.ts";

export const scanCopy = {
  title: "Point at the QR on the charger",
  hint: "It is on the front, near the screen.",
  atStation: (name: string) => `You opened ${name}.`,
  picture: "Picture of the camera",
  withCamera: "Use the camera",
  cameraWhy: "The picture stays on this phone. Nothing is recorded.",
  torch: "Torch",
  noTorch: "The torch did not answer.",
  askAgain: "Try the camera again",
  troubles: {
    refused: {
      title: "The camera is not allowed",
      text: "Allow the camera for this site in the browser’s settings, or type the code below.",
    },
    missing: {
      title: "There is no camera",
      text: "Type the code that stands under the QR.",
    },
    busy: {
      title: "The camera is in use",
      text: "Close what else uses it and try again, or type the code below.",
    },
    unsupported: {
      title: "The camera cannot be used here",
      text: "Type the code that stands under the QR.",
    },
  } satisfies Record<CameraTrouble, { title: string; text: string }>,
  label: "Or type the charger code",
  placeholder: "UP-PUN-0417",
  next: "Next",
  looking: "Looking",
  empty: "Type the code that stands on the charger.",
  notFound: "No charger has this code. Check it, or find the station on the map.",
  notOurs: (host: string) =>
    `This QR leads to ${host}. It names no charger we know, so nothing was opened.`,
  several: "Several stations match. Choose yours.",
  list: "Stations",
  anotherStation: "another station",
  otherTitle: "This charger is at another station",
  otherText: (scanned: string, opened: string) =>
    `You opened ${opened}. The code belongs to a charger at ${scanned}.`,
  farTitle: (away: string) => `This charger is ${away} away`,
  farText: (name: string) =>
    `The code belongs to a charger at ${name}. Check that it is the one in front of you: a charge there is paid by you.`,
  goOn: (name: string) => `Go to ${name}`,
  scanAgain: "Scan again",
} as const;
