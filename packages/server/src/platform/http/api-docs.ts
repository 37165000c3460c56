import fastifySwagger, { type StaticDocumentSpec } from "@fastify/swagger";
import fastifySwaggerUi from "@fastify/swagger-ui";
import { openApi } from "@voltmarg/contract/openapi";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";

/**
 * As strict as the app's, but without trusted types: the viewer writes HTML. It loads from this server only, and runs no
 * scripts but its own files.
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

/** The API's description, and in development a page that shows it: `/docs`. */
export async function addApiDocs(
  app: FastifyInstance,
  { profile }: Pick<Config, "profile">,
): Promise<void> {
  const document: unknown = openApi({ development: profile !== "PROD" });
  await app.register(fastifySwagger, {
    mode: "static",
    // The plugin's types know OpenAPI 3.0 only.
    specification: { document: document as StaticDocumentSpec["document"] },
  });
  if (profile !== "DEV") return;
  await app.register(fastifySwaggerUi, {
    routePrefix: "/docs",
    staticCSP: VIEWER_POLICY,
    theme: { title: "Voltmarg API" },
    uiConfig: { layout: "BaseLayout", docExpansion: "none", filter: true },
  });
}
