import {
  type ClientOptions,
  createOcpiClient,
  createOcpiServer,
  type Endpoint,
  type Envelope,
  type ServerOptions,
  type ServerRequest,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  type Peer,
} from "../src/index.ts";

export const cpo = { country_code: "IN", party_id: "CPX" };
export const emsp = { country_code: "IN", party_id: "VMT" };

type Server = { handle(request: ServerRequest): Promise<TransportResponse> };

/** A transport without a network: the client's request goes directly to the server, and `sent` records it. */
export function wireTo(server: Server): { transport: Transport; sent: TransportRequest[] } {
  const sent: TransportRequest[] = [];
  return {
    sent,
    transport: async (request) => {
      sent.push(request);
      const url = new URL(request.url);
      return server.handle({
        method: request.method,
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: request.body ?? "",
      });
    },
  };
}

export function endpointsOf(role: "emsp" | "cpo"): Endpoint[] {
  const ours = {
    emsp: {
      locations: "RECEIVER",
      tariffs: "RECEIVER",
      sessions: "RECEIVER",
      cdrs: "RECEIVER",
      tokens: "SENDER",
      commands: "SENDER",
      credentials: "RECEIVER",
    },
    cpo: {
      locations: "SENDER",
      tariffs: "SENDER",
      sessions: "SENDER",
      cdrs: "SENDER",
      tokens: "RECEIVER",
      commands: "RECEIVER",
      credentials: "RECEIVER",
    },
  }[role];
  return Object.entries(ours).map(([identifier, interfaceRole]) => ({
    identifier,
    role: interfaceRole,
    url: `https://peer.example/ocpi/${role}/2.2.1/${identifier}`,
  }));
}

let ids = 0;
const newId = () => `id-${(ids += 1)}`;

export function clientOf(transport: Transport, options: Partial<ClientOptions> = {}) {
  return createOcpiClient({
    transport,
    token: "token-c",
    from: cpo,
    to: emsp,
    endpoints: endpointsOf("emsp"),
    newId,
    ...options,
  });
}

export function serverOf<P extends Peer>(
  options: Omit<ServerOptions<P>, "base" | "origin"> & {
    authenticate: ServerOptions<P>["authenticate"];
  },
) {
  return createOcpiServer({
    base: "/ocpi",
    origin: "https://peer.example",
    ...options,
  } as ServerOptions<P>);
}

/** Sends a request to a server as a known peer. `at` is the path with its query, `body` a value or a raw text. */
export async function ask(
  server: Server,
  method: string,
  at: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const [path = "", query] = at.split("?");
  const answer = await server.handle({
    method,
    path,
    query: new URLSearchParams(query),
    headers: { authorization: "Token token-c", ...headers },
    body: typeof body === "string" ? body : (JSON.stringify(body) ?? ""),
  });
  return { ...answer, envelope: JSON.parse(answer.body) as Envelope };
}

/** HTTP status, OCPI status code and message: a refusal as a peer sees it. */
export async function refusal(...asked: Parameters<typeof ask>) {
  const { status, envelope: said } = await ask(...asked);
  return [status, said.status_code, said.status_message];
}

/** Handlers that record their calls by name, and return configured results. */
export function listening() {
  const heard: unknown[] = [];
  const hear =
    <T>(name: string, answer: T) =>
    (_: unknown, ...what: unknown[]) => {
      heard.push([name, ...what]);
      return answer;
    };
  return { heard, hear };
}

/** A transport that returns answers from a list, for answers no correct server would send. */
export function scripted(...answers: (Partial<TransportResponse> | Error)[]) {
  const sent: TransportRequest[] = [];
  const transport: Transport = async (request) => {
    sent.push(request);
    const answer = answers[Math.min(sent.length, answers.length) - 1]!;
    if (answer instanceof Error) throw answer;
    return { status: 200, headers: {}, body: "", ...answer };
  };
  return { transport, sent };
}

export const envelope = (data: unknown, status_code = 1000) =>
  JSON.stringify({ data, status_code, timestamp: "2026-01-01T00:00:00Z" });
