import { deviceNow } from "../clock.ts";
import { deviceType } from "../native/device.ts";
import {
  readInstallPutAway,
  readVisits,
  writeInstallPutAway,
  writeVisits,
} from "../native/storage.ts";
import { type InstallOffer, useUpdateBar } from "./update-bar-store.ts";

const PUT_AWAY_MS = 30 * 86_400_000;
/** The offer is shown this long after the first press of a visit. */
const SETTLED_MS = 2000;

/** Counts this visit, and keeps the browser's offer back until the second one is under way. Call it once. */
export function listenForInstall(): void {
  if (deviceType() !== "web") return;
  const visits = countVisit();
  const settled = new Promise<void>((resolve) => {
    const press = () => setTimeout(resolve, SETTLED_MS);
    for (const kind of ["pointerdown", "keydown"])
      addEventListener(kind, press, { once: true, passive: true });
  });
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (visits >= 2 && deviceNow() - readInstallPutAway() > PUT_AWAY_MS)
      void settled.then(() => useUpdateBar.setState({ offer: event as InstallOffer }));
  });
  addEventListener("appinstalled", () => useUpdateBar.setState({ offer: null }));
}

/** A reload is no visit. */
function countVisit(): number {
  try {
    if (sessionStorage.getItem("vm.visit") === null) {
      sessionStorage.setItem("vm.visit", "1");
      writeVisits(readVisits() + 1);
    }
  } catch {
    // Nothing is kept: every visit is the first.
  }
  return readVisits();
}

export async function install(offer: InstallOffer): Promise<void> {
  useUpdateBar.setState({ offer: null });
  await offer.prompt();
}

export function putInstallAway(): void {
  writeInstallPutAway(deviceNow());
  useUpdateBar.setState({ offer: null });
}
