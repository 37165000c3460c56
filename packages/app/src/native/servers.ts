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

/** The origin of a typed address, without its path; null: not an address of a server. */
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
 * Whether this app may use a server. An app of PROD, or one whose own server does not name its profile, may use
 * its own server and those it was built with, and no other.
 */
export function isAllowed(
  address: string,
  own: { origin: string; environment: Environment | null },
  known: Partial<Record<Environment, string>> = knownServers,
): boolean {
  if (address === own.origin || Object.values(known).includes(address)) return true;
  return own.environment !== null && own.environment !== "PROD";
}

/** Whether a server answers that it is healthy. False also when the browser refuses the request. */
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

/** Used from the next request on; the page's own server is stored as none. */
export const keepServer = (address: string): void =>
  writeServer(address === location.origin ? "" : address);

/** The profile of the server that this app came from, whichever is in use; null: it names none. */
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
