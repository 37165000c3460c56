/** Saves an answer as a file on this device. */
export async function saveFile(response: Response, fileName: string): Promise<void> {
  const href = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = href;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(href);
}
