import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "@voltmarg/client/node";
import { copyNode, freshDebian, run } from "./machine.ts";

export const docker = (...args: string[]) => run("docker", ...args).trim();
/** As `docker`; nothing where it fails. */
export const attempt = (...args: string[]) => {
  try {
    return docker(...args);
  } catch {
    return "";
  }
};

/** Starts Docker's daemon unless it runs; `folder` is where it keeps its images. */
export async function startDocker(folder: string): Promise<void> {
  if (attempt("info", "--format={{.ServerVersion}}")) return;
  // vfs works on any file system.
  const daemon = spawn("dockerd", ["--storage-driver=vfs", `--data-root=${folder}`], {
    stdio: "ignore",
  });
  process.once("exit", () => daemon.kill());
  for (let tries = 0; !attempt("info", "--format={{.ServerVersion}}"); tries += 1) {
    if (tries === 60)
      throw new StartError("Docker's daemon does not start: run dockerd to see why.");
    await wait(500);
  }
}

/** Makes an image of a folder. */
export const bringIn = (folder: string, tag: string, ...changes: string[]) =>
  run("sh", "-c", `tar -C ${folder} -c . | docker import ${changes.join(" ")} - ${tag}`);

/** Debian without what an image needs not, and the same with Node and npm; as arguments of the build. */
export function makeBases(tag: string, cache: string, folder: string): string[] {
  freshDebian(cache, folder, ["ca-certificates"]);
  for (const path of ["usr/share/doc", "usr/share/locale", "var/cache/apt", "var/lib/apt/lists"])
    rmSync(join(folder, path), { recursive: true, force: true });
  bringIn(folder, `${tag}-system`);
  copyNode(folder);
  const trust = '--change "ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt"';
  bringIn(folder, `${tag}-build`, trust);
  return [`--build-arg=SYSTEM=${tag}-system`, `--build-arg=BUILD=${tag}-build`];
}
