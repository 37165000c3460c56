import fastifyHelmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";

/** Where Google's library asks for addresses, whatever address it came from. */
const GOOGLE_PLACES = "https://places.googleapis.com";
/** What the app may make of strings where the browser would run them: `packages/app/src/native/trusted-types.ts`. */
const POLICIES = ["default", "voltmarg-drawings"];
/** What pages of ours may ask a phone for; everything else that can be switched off is. */
const PERMISSIONS = [
  "camera=(self)",
  "geolocation=(self)",
  "publickey-credentials-create=(self)",
  "publickey-credentials-get=(self)",
  ...[
    "accelerometer",
    "bluetooth",
    "browsing-topics",
    "display-capture",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "serial",
    "usb",
    "xr-spatial-tracking",
  ].map((name) => `${name}=()`),
].join(", ");

function sourceOf(url: string | null | undefined): string[] {
  return url ? [new URL(url).origin] : [];
}

/**
 * Headers that restrict what browsers allow our pages: scripts, loads, frames, referrers and device permissions. A
 * route may set a stricter policy of its own.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, "profile" | "googleMaps" | "mapStyleUrl" | "appServers">,
): Promise<void> {
  // The app can be configured to use another server of the provider.
  const otherServers = config.appServers;
  const { googleMaps } = config;
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The reader of QR codes, where the browser has none of its own, is WebAssembly.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...sourceOf(googleMaps?.url)],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:", "blob:", ...otherServers],
        fontSrc: ["'self'"],
        connectSrc: [
          "'self'",
          ...sourceOf(config.mapStyleUrl),
          ...(googleMaps ? [...sourceOf(googleMaps.url), GOOGLE_PLACES] : []),
          ...otherServers,
        ],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // Google's library brings policies of its own, whose names it does not promise to keep.
        trustedTypes: googleMaps ? ["*"] : POLICIES,
      },
    },
    strictTransportSecurity: config.profile === "PROD" && { maxAge: 31_536_000 },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("permissions-policy", PERMISSIONS);
  });
}
