import type { StaticDocumentSpec } from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";

/**
 * As strict as the app's policy, but without trusted types, because the viewer writes HTML. The page loads from this
 * server only and runs only scripts in its own files.
 */
const VIEWER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

type Described = Pick<Config, "profile"> & { party: Pick<Config["party"], "name"> };

/** The API's description, made at the first request so that it does not delay the start. */
export function describeApi({ profile, party }: Described): () => Promise<object> {
  let made: Promise<object> | undefined;
  const make = async () => {
    const { openApi } = await import("@voltmarg/contract/openapi");
    return openApi({ development: profile !== "PROD", name: party.name });
  };
  return () => (made ??= make());
}

/** In development: `/docs`, a page that shows the API. */
export async function addApiDocs(app: FastifyInstance, config: Described): Promise<void> {
  if (config.profile !== "DEV") return;
  const document: unknown = await describeApi(config)();
  const { default: fastifySwagger } = await import("@fastify/swagger");
  const { default: fastifySwaggerUi } = await import("@fastify/swagger-ui");
  await app.register(fastifySwagger, {
    mode: "static",
    // The plugin's types know OpenAPI 3.0 only.
    specification: { document: document as StaticDocumentSpec["document"] },
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: "/docs",
    staticCSP: VIEWER_POLICY,
    theme: { title: `${config.party.name} API` },
    uiConfig: { layout: "BaseLayout", docExpansion: "none", filter: true },
  });
}
