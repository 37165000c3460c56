import { randomUUID } from "node:crypto";
import { readAuthorization } from "../authorization.ts";
import { type Envelope, fail, ok, statusCodes } from "../envelope.ts";
import type { Exchange } from "../exchange.ts";
import { type Finding, type Found, objectOf } from "../findings.ts";
import { parseJson } from "../json.ts";
import { header, readRouting, routingHeaders } from "../transport.ts";
import type { ReadingRules } from "../types/rules.ts";
import type { Endpoint, Version, VersionDetails } from "../types/objects.ts";
import { cpoRoutes } from "./cpo-routes.ts";
import { credentialsRoutes } from "./credentials-routes.ts";
import { emspRoutes } from "./emsp-routes.ts";
import type { Context, CpoHandlers, EmspHandlers, Peer } from "./handlers.ts";
import { pagingHeaders, readPage } from "./paging.ts";
import { envelopeOf, type Reply } from "./reply.ts";
import { fits, isIn, pathSegments, type Route } from "./routes.ts";
import { namesRoles, offeredVersions, type VersionNumber, versions } from "../versions.ts";
import { writeFor } from "../write-for.ts";

const configurationModules = new Set(["credentials", "hubclientinfo"]);

/** A request, as any HTTP framework has it. */
export type ServerRequest = {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};
/** What to send back. */
export type ServerResponse = { status: number; headers: Record<string, string>; body: string };

type Common<P extends Peer> = {
  /** Path prefix, such as `/ocpi`; empty for none. */
  base: string;
  /** Scheme, host and port under which peers reach us; a function if it is known only after listening. */
  origin: string | (() => string);
  /**
   * Tried with each possible token of the header (decoded, raw) until one is known. `functional`: the call is for a
   * functional module, which a peer that has not taken over its token yet would not call.
   */
  authenticate(token: string, functional: boolean): Promise<P | null> | P | null;
  /** Accepts a peer's call, or returns the seconds after which to retry: HTTP 429. */
  enter?(peer: P): { ok: true; leave: () => void } | { ok: false; retryAfterSeconds: number };
  /** The versions to offer to everybody; a peer with an older one is offered that as well. Default: those in use. */
  versions?: readonly VersionNumber[] | (() => readonly VersionNumber[]);
  /** Upper bound of a page (X-Limit). */
  maxLimit?: number;
  /** Epoch milliseconds: an object without a date counts as changed now. Default: the machine's clock. */
  now?(): number;
  /** The caller's own rules for what peers send. Default: none. */
  rules?: ReadingRules;
  /** Called for each part of a body that was not read as sent; must not throw. */
  onFindings?(peer: P, found: Found): void;
  /** Called with an exception of a handler; the peer gets 3000 and no detail. */
  onError?(error: unknown, request: ServerRequest): void;
  /** Called for every request of a known peer with its answer; must not throw. */
  onExchange?(peer: P, exchange: Exchange): void;
};
/** What a server is, and what it answers with. */
export type ServerOptions<P extends Peer> = Common<P> &
  ({ role: "EMSP"; handlers: EmspHandlers<P> } | { role: "CPO"; handlers: CpoHandlers<P> });

/** The context of a request. */
type Seen<P extends Peer> = Pick<
  Exchange,
  "requestId" | "correlationId" | "sent" | "statusCode"
> & { peer: P | null; version: VersionNumber | null; segments: readonly string[] | null };

/** The server side of OCPI: a function from request to response, for any HTTP framework. */
export function createOcpiServer<P extends Peer>(options: ServerOptions<P>) {
  const { base, authenticate, maxLimit = 100, onError } = options;
  const origin = () => (typeof options.origin === "string" ? options.origin : options.origin());
  const offered = () =>
    typeof options.versions === "function"
      ? options.versions()
      : (options.versions ?? offeredVersions);
  const areaOf = (version: VersionNumber) => `${base}/${options.role.toLowerCase()}/${version}`;
  const routes: Route<P>[] = [
    ...credentialsRoutes(options.handlers.credentials),
    ...(options.role === "EMSP"
      ? emspRoutes(
          options.handlers,
          (version, id) => `${origin()}${areaOf(version)}/cdrs/${encodeURIComponent(id)}`,
        )
      : cpoRoutes(options.handlers)),
  ];

  const versionsFor = ({ version }: P): readonly VersionNumber[] =>
    version && !offered().includes(version) ? [version, ...offered()] : offered();
  const listVersions = (peer: P): Version[] =>
    versionsFor(peer).map((version) => ({ version, url: `${origin()}${base}/${version}` }));
  const details = (version: VersionNumber): VersionDetails => {
    const seen = new Map<string, Endpoint>();
    for (const { module, role } of routes.filter((route) => isIn(route, version))) {
      const url = `${origin()}${areaOf(version)}/${module}`;
      const interfaceRole = namesRoles(version) ? { role } : {};
      seen.set(module, { identifier: module, ...interfaceRole, url } as Endpoint);
    }
    return { version, endpoints: [...seen.values()] };
  };
  /** The version in an address, with the segments behind it. */
  const placeIn = (path: string): { version: VersionNumber; segments: string[] } | null => {
    for (const version of versions) {
      const segments = pathSegments(path, areaOf(version));
      if (segments) return { version, segments };
    }
    return null;
  };

  async function identify(request: Pick<ServerRequest, "headers">, functional: boolean) {
    for (const token of readAuthorization(header(request.headers, "authorization"))) {
      const peer = await authenticate(token, functional);
      if (peer) return { peer, token };
    }
    return null;
  }

  /**
   * Null when the caller's token is known; otherwise the answer. Lets the framework authenticate before it reads a
   * body.
   */
  async function refuseStranger(headers: ServerRequest["headers"]): Promise<ServerResponse | null> {
    if (await identify({ headers }, false)) return null;
    return {
      status: 401,
      headers: { "content-type": "application/json", "www-authenticate": "Token" },
      body: JSON.stringify(fail(statusCodes.clientError, "unknown credentials token")),
    };
  }

  async function handle(request: ServerRequest): Promise<ServerResponse> {
    const begun = performance.now();
    const place = placeIn(request.path);
    const seen: Seen<P> = {
      peer: null,
      version: place?.version ?? null,
      segments: place?.segments ?? null,
      requestId: header(request.headers, "x-request-id") ?? randomUUID(),
      correlationId: header(request.headers, "x-correlation-id") ?? randomUUID(),
      sent: undefined,
      statusCode: null,
    };
    const response = await respond(request, seen);
    const { peer, segments, version: _, ...rest } = seen;
    if (peer)
      options.onExchange?.(peer, {
        ...rest,
        method: request.method,
        path: request.path,
        query: request.query,
        module: segments?.[0] ?? null,
        segments: segments?.slice(1) ?? [],
        request: request.body,
        answer: response.body,
        status: response.status,
        failure: null,
        milliseconds: performance.now() - begun,
      });
    return response;
  }

  async function respond(request: ServerRequest, seen: Seen<P>): Promise<ServerResponse> {
    const { segments, version, requestId, correlationId } = seen;
    const from = readRouting(request.headers, "from");
    const to = readRouting(request.headers, "to");
    const module = segments?.[0];

    const answer = (
      status: number,
      envelope: Envelope,
      headers: Record<string, string> = {},
    ): ServerResponse => {
      seen.statusCode = envelope.status_code;
      return {
        status,
        headers: {
          "content-type": "application/json",
          "x-request-id": requestId,
          "x-correlation-id": correlationId,
          // The answer is routed back to the sender.
          ...(module && !configurationModules.has(module) ? routingHeaders(to, from) : {}),
          ...headers,
        },
        body: JSON.stringify(seen.version ? writeEnvelope(seen.version, envelope) : envelope),
      };
    };
    let leave = () => {};
    const refuse = (status: number, message: string, headers?: Record<string, string>) =>
      answer(status, fail(statusCodes.clientError, message), headers);

    try {
      const functional = module !== undefined && !configurationModules.has(module);
      const known = await identify(request, functional);
      if (!known) {
        return refuse(401, "unknown credentials token", { "www-authenticate": "Token" });
      }
      const { peer, token } = known;
      seen.peer = peer;
      const entered = options.enter?.(peer);
      if (entered?.ok === false) {
        return refuse(429, "too many requests, come again later", {
          "retry-after": String(entered.retryAfterSeconds),
        });
      }
      if (entered) ({ leave } = entered);

      const path = request.path.replace(/\/+$/, "");
      const detailed = versionsFor(peer).find((each) => path === `${base}/${each}`);
      if (path === `${base}/versions` || detailed) {
        if (request.method !== "GET") {
          return refuse(405, "only GET is offered here", { allow: "GET" });
        }
        return answer(200, ok(detailed ? details(detailed) : listVersions(peer)));
      }
      if (!peer.registered && module !== "credentials") {
        return refuse(401, "this token is for registration only", { "www-authenticate": "Token" });
      }
      // Of every version: what was called before a peer moved up may still come in.
      const there = segments
        ? routes.filter((route) => isIn(route, version!) && fits(route, segments))
        : [];
      if (there.length === 0) return refuse(404, "no such address");
      const route = there.find(({ method }) => method === request.method);
      if (!route) {
        return refuse(405, `${request.method} is not offered here`, {
          allow: [...new Set(there.map(({ method }) => method))].join(", "),
        });
      }

      let body: unknown;
      if (request.body.trim() !== "" && route.method !== "GET" && route.method !== "DELETE") {
        const parsed = parseJson(request.body);
        if (!parsed) return refuse(400, "the body is not JSON");
        body = parsed.value;
        seen.sent = body;
      }
      const page = readPage(request.query, maxLimit, route.dateFromRequired ?? false);
      if (!page.ok) return answer(200, fail(statusCodes.invalidParameters, page.message));

      const context: Context<P> = {
        peer,
        version: version!,
        ...(from && { from }),
        ...(to && { to }),
        requestId,
        correlationId,
        token,
        raw: body,
      };
      const note = (findings: readonly Finding[]) => {
        const object = segments!.slice(1).join("/") || objectOf(body);
        // Credentials are secret.
        if (findings.length > 0 && module !== "credentials")
          options.onFindings?.(peer, { module: module!, object, findings });
      };
      const peerIs = options.role === "EMSP" ? "CPO" : "EMSP";
      const reading = { now: options.now?.(), peer: peerIs, rules: options.rules } as const;
      const incoming = { context, query: request.query, body, page, reading, note };
      const reply = await route.run(incoming, ...segments!.slice(1));
      if ("listed" in reply) {
        const url = `${origin()}${request.path}`;
        return answer(
          200,
          ok(reply.listed.items),
          pagingHeaders(reply, page, maxLimit, url, request.query),
        );
      }
      return answer(
        reply.status ?? 200,
        envelopeOf(reply),
        reply.ok ? reply.headers : allow(reply),
      );
    } catch (error) {
      onError?.(error, request);
      // OCPI 2.2.1 status_codes: a request that reached the OCPI layer gets no HTTP error.
      return answer(200, fail(statusCodes.serverError, "the request could not be processed"));
    } finally {
      leave();
    }
  }

  /** Every address behind a version, as path segments; `:` stands for any one. */
  const offers = routes.map(({ method, module, path }) => ({ method, path: [module, ...path] }));
  return { handle, refuseStranger, offers };
}

const writeEnvelope = (version: VersionNumber, { data, ...rest }: Envelope): Envelope =>
  data === undefined ? rest : { data: writeFor(version, data), ...rest };

/** RFC 9110: a 405 lists the allowed methods; the credentials endpoint is the only one that can produce it. */
function allow(reply: Reply<unknown> & { ok: false }): Record<string, string> {
  return reply.status === 405 ? { allow: "GET, POST, PUT, DELETE" } : {};
}
