/** Whose passkeys are made here, and the pages that may use them (WebAuthn's relying party). */
export type PasskeySite = { name: string; rpId: string; origins: readonly string[] };

/**
 * The relying party of a service at a public address: its host, unless another is set, and its origin, with others of
 * the same host where they are set. Null where browsers give no passkeys: at a bare IP address, and without TLS anywhere
 * but on this machine itself.
 */
export function passkeySite(of: {
  name: string;
  publicUrl: string;
  rpId?: string | null;
  origins?: readonly string[];
}): PasskeySite | null {
  const { hostname, origin, protocol } = new URL(of.publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const isSecure = protocol === "https:" || hostname === "localhost";
  if (isAddress || !isSecure) return null;
  return { name: of.name, rpId: of.rpId || hostname, origins: [origin, ...(of.origins ?? [])] };
}
