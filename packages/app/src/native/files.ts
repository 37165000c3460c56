/** Keeps a file in the device's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  forgetLater(address);
}

/** Shows a file in a tab of its own; false when the browser does not let one open. Call it in a press. */
export function openFile(file: Blob): boolean {
  const address = URL.createObjectURL(file);
  const tab = window.open(address, "_blank");
  forgetLater(address);
  return tab !== null;
}

/** Whether this device can hand a file on to another app. */
export const canShareFile = (file: File): boolean =>
  navigator.canShare?.({ files: [file] }) ?? false;

/** Hands a file on to another app; what the driver does there, or not, is theirs. Call it in a press. */
export async function shareFile(file: File, title: string): Promise<void> {
  try {
    await navigator.share({ files: [file], title });
  } catch {
    // The driver changed their mind.
  }
}

// A viewer or a slow disk may still read it.
const forgetLater = (address: string) => setTimeout(() => URL.revokeObjectURL(address), 60_000);
