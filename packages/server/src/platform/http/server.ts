import { USUAL_BODY } from "@voltmarg/contract";
import { appCalls, isAppPage } from "@voltmarg/contract/app-pages";
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import type { Config } from "../config/config.ts";
import { newSecret } from "../ids.ts";
import { loggablePath, type Logger } from "../observability/logger.ts";
import { isOutage } from "../database/database-outage.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { BackofficeCall } from "./backoffice-call.ts";
import { addApiDocs } from "./api-docs.ts";
import { serveConsole } from "./console-files.ts";
import { addCors } from "./cors.ts";
import { InvalidFields, validatorCompiler } from "./field-problems.ts";
import type { Caller } from "./admit.ts";
import { sendProblem } from "./problem.ts";
import { logRequests } from "./request-log.ts";
import { serveNamed } from "./named-files.ts";
import { addSecurityHeaders } from "./security-headers.ts";
import { newXsrfToken, readCookie, XSRF_COOKIE, xsrfHolds } from "./xsrf.ts";

/** The HTTP framework's type, for code that only passes it on. */
export type HttpServer = FastifyInstance;

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
    backoffice: BackofficeCall | null;
  }
}

/** The HTTP surface: limits, headers, errors, request log, the app's files. Routes are mounted by compose. */
export async function createHttp(deps: {
  config: Config;
  logger: Logger;
  metrics: Metrics;
  xsrfKey: Buffer;
  /** Validate answers against the contract: on in tests, off in production for speed. */
  checkAnswers: boolean;
}): Promise<FastifyInstance> {
  const { config, logger, metrics } = deps;
  const loggerInstance: FastifyBaseLogger = logger;
  const app = fastify({
    loggerInstance,
    // `logRequests` writes the lines.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    // Push tokens are path parameters.
    routerOptions: { maxParamLength: 4096 },
    // A path the router itself rejects: badly encoded, or a parameter too long.
    frameworkErrors: (_error, _request, reply) => void sendProblem(reply, "INVALID_INPUT"),
    // For requests that match no route; each route sets its own limit.
    bodyLimit: USUAL_BODY,
    requestTimeout: 30_000,
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : newSecret();
    },
  });
  app.decorateRequest("caller", null);
  app.decorateRequest("backoffice", null);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(deps.checkAnswers ? serializerCompiler : () => JSON.stringify);

  await addSecurityHeaders(app, config);
  await addApiDocs(app, config);

  // First, so that an app on another origin can read the errors of later hooks.
  addCors(app, config.corsOrigins);
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("x-request-id", request.id);
    if (request.method === "GET" || request.method === "HEAD" || !appCalls.test(request.url))
      return;
    const cookie = readCookie(request.headers.cookie, XSRF_COOKIE);
    if (cookie === null) return;
    const header = request.headers["x-xsrf-token"];
    if (!xsrfHolds(deps.xsrfKey, cookie, typeof header === "string" ? header : undefined)) {
      return sendProblem(reply, "XSRF_REJECTED");
    }
  });
  // Otherwise the rest of a body of unknown length would be read to its end and discarded.
  app.addHook("onSend", async (request, reply) => {
    if (reply.statusCode >= 400 && request.headers["transfer-encoding"] !== undefined)
      void reply.header("connection", "close");
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    const seconds = reply.elapsedTime / 1000;
    metrics.httpSeconds.observe(
      { method: request.method, route, status: reply.statusCode },
      seconds,
    );
  });
  logRequests(app, logger);

  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof InvalidFields)
      return sendProblem(reply, "INVALID_INPUT", { errors: error.problems });
    if (error.statusCode === 413) {
      const most = request.routeOptions.bodyLimit ?? USUAL_BODY;
      return sendProblem(reply, "INVALID_INPUT", {
        status: 413,
        message: `This is too large. Send ${most / 1024} KB at most.`,
      });
    }
    if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
      return sendProblem(reply, error.statusCode === 404 ? "NOT_FOUND" : "INVALID_INPUT", {
        // It may repeat what was sent.
        message: error.message.slice(0, 200),
      });
    }
    logger.error(
      {
        err: error,
        request_id: request.id,
        path: loggablePath(request.url, request.routeOptions.url),
      },
      "request broke",
    );
    const code = isOutage(error) ? "UNAVAILABLE" : "INTERNAL";
    return sendProblem(reply, code, { extra: { request_id: request.id } });
  });

  await serveConsole(app, config);
  await serveApp(app, config, deps.xsrfKey);
  return app;
}

async function serveApp(app: FastifyInstance, config: Config, xsrfKey: Buffer): Promise<void> {
  const { appDir } = config;
  if (!appDir) {
    app.setNotFoundHandler((_request, reply) => sendProblem(reply, "NOT_FOUND"));
    return;
  }
  const index = await serveNamed(app, appDir, config.party);
  // Every path of the app gets the same document, as the app has its own router.
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    if (request.method !== "GET" || !isAppPage(path)) return sendProblem(reply, "NOT_FOUND");
    if (readCookie(request.headers.cookie, XSRF_COOKIE) === null) {
      const secure = config.publicUrl.startsWith("https:") ? "; Secure" : "";
      void reply.header(
        "set-cookie",
        `${XSRF_COOKIE}=${newXsrfToken(xsrfKey)}; Path=/; SameSite=Strict${secure}`,
      );
    }
    return reply
      .code(200)
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(index);
  });
}
