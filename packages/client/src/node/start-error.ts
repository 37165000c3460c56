/** A failure the person who starts the world can fix: `message` is one sentence for them. */
export class StartError extends Error {
  override name = "StartError";
}

/** The sentence of such a failure. */
export function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "StartError" || error.name === "DatabaseStartError") return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC") return `The disk is full: nothing can be written to ${path ?? "it"}.`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return `Voltmarg cannot write to ${path ?? "its folder"}: permission denied.`;
  }
  if (code === "ENOTDIR" || code === "EEXIST")
    return `${path} is in the way: a folder is needed there.`;
  return undefined;
}
