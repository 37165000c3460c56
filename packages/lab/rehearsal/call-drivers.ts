import { fork } from "node:child_process";
import { join } from "node:path";
import type { WorldAddress } from "@voltmarg/testkit/driver";

export type Drivers = ((act: string, word?: string) => Promise<unknown>) & { leave(): void };

/**
 * Starts the drivers in another network. `enter` is the command that leads there; `certificate`: a file with a certificate
 * that they trust.
 */
export function callDrivers(
  enter: readonly [string, ...string[]],
  address: WorldAddress,
  certificate?: string,
): Drivers {
  const [execPath, ...words] = enter;
  const execArgv = [...words, process.execPath];
  const child = fork(join(import.meta.dirname, "drivers.ts"), [JSON.stringify(address)], {
    execPath,
    execArgv,
    env: { ...process.env, ...(certificate && { NODE_EXTRA_CA_CERTS: certificate }) },
  });
  const act = (name: string, word = "") =>
    new Promise<unknown>((resolve, reject) => {
      child.once("message", (answer: { result?: unknown; error?: string }) => {
        if (answer.error === undefined) resolve(answer.result);
        else reject(new Error(`${name}: ${answer.error}`));
      });
      child.send({ act: name, word });
    });
  return Object.assign(act, { leave: () => child.disconnect() });
}
