import { statfsSync } from "node:fs";
import { dirname } from "node:path";

/** A failure that the user can fix: `message` is one sentence for them. */
export class DatabaseStartError extends Error {
  override name = "DatabaseStartError";
}

const fileFaults: Record<string, (path: string) => string> = {
  ENOSPC: (path) => `The disk is full: the database needs about 200 MB at ${path}.`,
  EACCES: (path) => `The database cannot write to ${path}: permission denied.`,
  EPERM: (path) => `The database cannot write to ${path}: operation not permitted.`,
  EROFS: (path) => `The database cannot write to ${path}: the file system is read-only.`,
  ENOTDIR: (path) => `The database needs a folder at ${path}, but a file is in the way.`,
  EEXIST: (path) => `The database needs a folder at ${path}, but a file is in the way.`,
};

/** Turns a file system error into a sentence that names the path; other errors pass unchanged. */
export function explainFileError(error: unknown, path: string): unknown {
  const fault = error as NodeJS.ErrnoException;
  const explain = fault.code === undefined ? undefined : fileFaults[fault.code];
  return explain ? new DatabaseStartError(explain(fault.path ?? path), { cause: error }) : error;
}

/** Turns the server's last output into an error for the user. */
export function explainServerLog(output: string, clusterDir: string): DatabaseStartError {
  const fatal =
    /(?:FATAL|PANIC|error|could not)\b.*/.exec(output)?.[0] ?? output.trim().slice(-300);
  // On a full disk the output may be missing too.
  if (/No space left on device/.test(output) || isFull(clusterDir)) {
    return new DatabaseStartError(`The disk is full: PostgreSQL cannot write to ${clusterDir}.`);
  }
  if (/Permission denied|Read-only file system/.test(output)) {
    return new DatabaseStartError(`PostgreSQL cannot write to ${clusterDir}: ${fatal}.`);
  }
  if (fatal === "") return new DatabaseStartError(`PostgreSQL did not start on ${clusterDir}.`);
  return new DatabaseStartError(
    `PostgreSQL cannot open the data folder ${clusterDir}, which looks broken (${fatal}); restore it from a backup, or move it away to begin with an empty database.`,
  );
}

function isFull(dir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(dir));
    return bavail * bsize < 1024 * 1024;
  } catch {
    return false;
  }
}
