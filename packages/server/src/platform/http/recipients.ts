import type { Config } from "../config/config.ts";

/**
 * Everybody who gets data of drivers from us or from our app, besides the driver. Each call that leaves the service names
 * one of them, or that it carries nothing of a driver (`NOBODY`); the privacy notice has a sentence for each.
 */
export type Recipient =
  | "operators"
  | "company"
  | "payments"
  | "sms"
  | "mail"
  | "push"
  | "tax"
  | "social"
  | "drivers"
  | "shared"
  | "map"
  | "addresses"
  | "router"
  | "storage"
  | "staff";

const hostOf = (url: string) => new URL(url).host;

/** The recipients that an installation has by its settings, in the order of the notice, with the hosts that were chosen. */
export function recipientsOf(
  config: Pick<
    Config,
    "social" | "eInvoice" | "mapStyleUrl" | "googleMaps" | "router" | "blobs" | "messages"
  >,
): { recipient: Recipient; host?: string }[] {
  const { eInvoice, mapStyleUrl, router, blobs } = config;
  const s3 =
    blobs.kind === "s3" ? (blobs.endpoint ?? `https://s3.${blobs.region}.amazonaws.com`) : null;
  return [
    { recipient: "operators" },
    { recipient: "company" },
    { recipient: "payments" },
    ...(config.messages.sms ? [{ recipient: "sms" as const }] : []),
    ...(config.messages.mail ? [{ recipient: "mail" as const }] : []),
    { recipient: "push" },
    ...(eInvoice ? [{ recipient: "tax" as const }] : []),
    ...(config.social.length > 0 ? [{ recipient: "social" as const }] : []),
    { recipient: "drivers" },
    { recipient: "shared" },
    ...(mapStyleUrl ? [{ recipient: "map" as const, host: hostOf(mapStyleUrl) }] : []),
    ...(config.googleMaps ? [{ recipient: "addresses" as const }] : []),
    ...(router ? [{ recipient: "router" as const, host: hostOf(router.url) }] : []),
    ...(s3 ? [{ recipient: "storage" as const, host: hostOf(s3) }] : []),
    { recipient: "staff" },
  ];
}
