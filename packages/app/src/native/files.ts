import { currentServer } from "./servers.ts";
import { nativeApp } from "./native-app.ts";

/** Saves a file to the downloads; on a phone the driver chooses the place. */
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

/** Shows a file in a tab of its own; false when the browser does not let one open. Call it in a click handler. */
export function openFile(file: Blob): boolean {
  if (nativeApp()) return false;
  const address = URL.createObjectURL(file);
  const tab = window.open(address, "_blank");
  forgetLater(address);
  return tab !== null;
}

/** Whether this device can share a file with another app. */
export const canShareFile = (file: File): boolean =>
  nativeApp() !== null || (navigator.canShare?.({ files: [file] }) ?? false);

/** Shares a file with another app; resolves also when the driver cancels. Call it in a click handler. */
export async function shareFile(file: File, title: string): Promise<void> {
  try {
    const phone = nativeApp();
    await (phone ? phone.share({ title, file }) : navigator.share({ files: [file], title }));
  } catch {
    // The driver changed their mind.
  }
}

/**
 * Shares the link of one of our screens with another app, else copies it; returns whether it was copied. Rejects
 * when neither works, and with an AbortError when the driver cancels. Call it in a click handler.
 */
export async function shareLink(
  path: string,
  words: { title: string; text?: string },
): Promise<"shared" | "copied"> {
  // The address of a phone's page works nowhere else, so the link uses the server's address.
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
