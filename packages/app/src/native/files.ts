import { currentServer } from "./servers.ts";
import { nativeApp } from "./native-app.ts";

/** Keeps a file in the device's downloads; an app on a phone has none, and lets the driver choose where it goes. */
export function saveFile(file: Blob, name: string): void {
  if (nativeApp()) {
    void shareFile(new File([file], name, { type: file.type }), name);
    return;
  }
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  forgetLater(address);
}

/** Shows a file in a tab of its own; false when the browser does not let one open. Call it in a press. */
export function openFile(file: Blob): boolean {
  if (nativeApp()) return false;
  const address = URL.createObjectURL(file);
  const tab = window.open(address, "_blank");
  forgetLater(address);
  return tab !== null;
}

/** Whether this device can hand a file on to another app. */
export const canShareFile = (file: File): boolean =>
  nativeApp() !== null || (navigator.canShare?.({ files: [file] }) ?? false);

/** Hands a file on to another app; what the driver does there, or not, is theirs. Call it in a press. */
export async function shareFile(file: File, title: string): Promise<void> {
  try {
    const phone = nativeApp();
    await (phone ? phone.share({ title, file }) : navigator.share({ files: [file], title }));
  } catch {
    // The driver changed their mind.
  }
}

/**
 * Hands the link of one of our screens on to another app, else to the clipboard; answers whether it was copied. Rejects
 * when neither works, and with an AbortError when the driver changes their mind. Call it in a press.
 */
export async function shareLink(
  path: string,
  words: { title: string; text?: string },
): Promise<"shared" | "copied"> {
  // The page of a phone's app is nobody else's: the link is the server's.
  const link = { ...words, url: new URL(path, currentServer()).href };
  const phone = nativeApp();
  if (phone) await phone.share(link);
  else if (navigator.share) await navigator.share(link);
  else {
    await navigator.clipboard.writeText(link.url);
    return "copied";
  }
  return "shared";
}

// A viewer or a slow disk may still read it.
const forgetLater = (address: string) => setTimeout(() => URL.revokeObjectURL(address), 60_000);
