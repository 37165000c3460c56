import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "@voltmarg/client/node";

/** Below the range of outgoing connections. */
const highestPort = 32_767;

export async function isFree(port: number): Promise<boolean> {
  for (const host of ["127.0.0.1", "0.0.0.0"]) {
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once("error", () => resolve(false));
      server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
    });
    if (!free) return false;
  }
  return true;
}

/** Programs of a killed world need a moment to notice and release their ports. */
async function isSoonFree(port: number): Promise<boolean> {
  for (let tries = 0; tries < 30; tries += 1) {
    if (await isFree(port)) return true;
    await wait(100);
  }
  return false;
}

export async function claimPort(port: number): Promise<void> {
  if (!(await isSoonFree(port))) {
    throw new StartError(
      `Port ${port} is taken by another program; choose another one with PORT=….`,
    );
  }
}

/** A random free port, so that several worlds can be started at once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * (highestPort - 20_000));
    if (await isFree(port)) return port;
  }
}

export type SimulatorPorts = { operator: number; payments: number; roads: number };

/** Ports of the simulators, stored in the data folder: the service and the simulators store each other's addresses. */
export async function simulatorPorts(dataDir: string, port: number): Promise<SimulatorPorts> {
  const file = join(dataDir, "ports.json");
  const saved: Partial<SimulatorPorts> = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : {};
  const choose = async (remembered: number | undefined, preferred: number) => {
    if (remembered && (await isSoonFree(remembered))) return remembered;
    const usable = preferred <= highestPort && preferred !== remembered;
    return usable && (await isFree(preferred)) ? preferred : freePort();
  };
  const ports = {
    operator: await choose(saved.operator, port + 1),
    payments: await choose(saved.payments, port + 2),
    roads: await choose(saved.roads, port + 3),
  };
  writeFileSync(file, `${JSON.stringify(ports)}\n`);
  return ports;
}
