import { accessSync, constants, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import type { Config } from "./config-shape.ts";
import { readConfig } from "./config.ts";

/**
 * The settings with which the service starts on this machine. Throws ConfigError also for folders that are missing.
 * `become` is called between: root reads the secrets, and may then look at the folders as another user.
 */
export const readConfigHere = (
  env: Readonly<Record<string, string | undefined>>,
  become: () => void = () => {},
): Config =>
  readConfig(env, (config) => {
    become();
    return missingFolders(config);
  });

/** What the service needs of this machine's folders and does not find, or may not use. One sentence each. */
export function missingFolders(config: Config): string[] {
  const { appDir, consoleDir, blobs } = config;
  const faults = [pagesFault("APP_DIR", appDir), pagesFault("CONSOLE_DIR", consoleDir)];
  if (blobs.kind === "disk") {
    const made = config.profile === "PROD" ? blobs.folder : firstThere(blobs.folder);
    faults.push(writingFault(`FILES_DIR is ${blobs.folder}`, made));
  }
  return faults.filter((each) => each !== null);
}

function pagesFault(name: string, folder: string | null): string | null {
  if (folder === null) return null;
  const code = refusal(join(folder, "index.html"), constants.R_OK);
  if (code === "EACCES")
    return `${name} is ${folder}, whose index.html ${userName()} may not read (${code}).`;
  return code && `${name} is ${folder}, where no index.html is (${code}): npm run build makes it.`;
}

function writingFault(subject: string, folder: string): string | null {
  const code = refusal(folder, constants.W_OK | constants.X_OK);
  if (code === "ENOENT") return `${subject}, but there is no folder ${folder}: make it.`;
  if (code) return `${subject}, but ${userName()} may not write in ${folder} (${code}).`;
  return statSync(folder).isDirectory() ? null : `${subject}, but ${folder} is no folder.`;
}

/** The code of the error with which this user is refused a file or folder; null: it may be used. */
function refusal(path: string, mode: number): string | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  }
}

/** Outside PROD the first image makes its folder, and those above it. */
const firstThere = (folder: string): string =>
  refusal(folder, constants.F_OK) !== "ENOENT" || folder === dirname(folder)
    ? folder
    : firstThere(dirname(folder));

/** A container's user has no name. */
function userName(): string {
  try {
    return `the user ${userInfo().username}`;
  } catch {
    return `the user ${process.getuid?.()}`;
  }
}
