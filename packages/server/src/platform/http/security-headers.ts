import fastifyHelmet, { type FastifyHelmetOptions } from "@fastify/helmet";
import { fastify, type FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";

/** The host that Google's library requests addresses from, whatever URL it was loaded from. */
const GOOGLE_PLACES = "https://places.googleapis.com";
/** The app's trusted types policies: `packages/app/src/native/trusted-types.ts`. */
const POLICIES = ["default", "voltmarg-drawings"];
/** Permissions that our pages may request; all others that can be switched off are off. */
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
 * Headers that restrict our pages in browsers: scripts, loads, frames, referrers and device permissions. A route may
 * set a stricter policy.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, "profile" | "googleMaps" | "mapStyleUrl" | "appServers">,
): Promise<void> {
  // The app can be configured to use another server of the provider.
  const otherServers = config.appServers;
  const { googleMaps } = config;
  const headers = await headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Where the browser has no QR code reader of its own, the app uses one in WebAssembly.
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
        // Google's library has its own policies, whose names it may change.
        trustedTypes: googleMaps ? ["*"] : POLICIES,
      },
    },
    strictTransportSecurity: config.profile === "PROD" && { maxAge: 31_536_000 },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook("onRequest", async (_request, reply) => {
    void reply.headers(headers).header("permissions-policy", PERMISSIONS);
  });
}

/** The headers of the library, which would put the same ones together for each request. */
async function headersOf(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const app = fastify();
  await app.register(fastifyHelmet, options);
  app.get("/", async (_request, reply) => reply.getHeaders());
  return (await app.inject("/")).json();
}
