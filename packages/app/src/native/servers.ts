import { readServer, writeServer } from "./storage.ts";

export type Environment = "DEV" | "INT" | "TEST" | "PROD";
export const environments: readonly Environment[] = ["DEV", "INT", "TEST", "PROD"];

/** Addresses of the provider's own servers, set when the app is built: `VITE_SERVERS={"TEST":"https://…"}`. */
export const knownServers: Partial<Record<Environment, string>> = readKnown(
  import.meta.env?.["VITE_SERVERS"] as string | undefined,
);

function readKnown(text: string | undefined): Partial<Record<Environment, string>> {
  if (!text) return {};
  const said = JSON.parse(text) as Partial<Record<Environment, string>>;
  return Object.fromEntries(
    environments.flatMap((name) => {
      const address = said[name] === undefined ? null : serverAddress(said[name]);
      return address === null ? [] : [[name, address]];
    }),
  );
}

/** The origin of what was typed, without a path; null for what is no address of a server. */
export function serverAddress(typed: string): string | null {
  try {
    const { protocol, origin, username, password, pathname, search, hash } = new URL(typed.trim());
    if (protocol !== "https:" && protocol !== "http:") return null;
    return username || password || search || hash || pathname !== "/" ? null : origin;
  } catch {
    return null;
  }
}

/**
 * Whether this app may use a server. One that belongs to PROD, or whose own server does not say what it is, speaks to
 * its own server and to those it was built with, and to no other.
 */
export function isAllowed(
  address: string,
  own: { origin: string; environment: Environment | null },
  known: Partial<Record<Environment, string>> = knownServers,
): boolean {
  if (address === own.origin || Object.values(known).includes(address)) return true;
  return own.environment !== null && own.environment !== "PROD";
}

/** Whether a server answers and says it is well. False also when the browser may not ask it. */
export async function answers(address: string, timeoutMs: number): Promise<boolean> {
  try {
    const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(timeoutMs) });
    const said = (await response.json()) as { status?: unknown };
    return response.ok && said.status === "ok";
  } catch {
    return false;
  }
}

/** The server in use, as an origin. */
export const currentServer = (): string => readServer() || location.origin;

/** From the next call on; the page's own server is kept as none. */
export const keepServer = (address: string): void =>
  writeServer(address === location.origin ? "" : address);

/** What the server this app came from says it is, whichever is in use; null when it says nothing. */
export async function ownEnvironment(timeoutMs: number): Promise<Environment | null> {
  try {
    const response = await fetch("/api/user/v1/emsp/config/default", {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const said = (await response.json()) as { data?: { environment?: unknown } };
    return environments.find((name) => name === said.data?.environment) ?? null;
  } catch {
    return null;
  }
}
