/** The relying party (WebAuthn) of this service's passkeys, and the origins that may use them. */
export type PasskeySite = { name: string; rpId: string; origins: readonly string[] };

/**
 * The relying party of a service at a public URL: its host, unless another is set, and its origin, plus further origins
 * if set. Null where browsers allow no passkeys: at a bare IP address, and without TLS except on localhost.
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

/** The relying party of the staff's passkeys: the console's host, and its origin alone. */
export const staffSite = (of: {
  party: { name: string };
  publicUrl: string;
  consoleOrigin: string;
  passkeys: { rpId: string | null };
}): PasskeySite | null =>
  passkeySite({
    name: of.party.name,
    publicUrl: of.consoleOrigin,
    rpId: of.consoleOrigin === new URL(of.publicUrl).origin ? of.passkeys.rpId : null,
  });
