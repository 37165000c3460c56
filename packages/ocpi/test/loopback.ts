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

/** A wire without a network: what the client sends is what the server gets, and `sent` remembers it. */
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

/** Asks a server as a known peer would. `at` is the path with its query, `body` a value or a text as it stands. */
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

/** HTTP status, OCPI status code and message: what a peer sees of a refusal. */
export async function refusal(...asked: Parameters<typeof ask>) {
  const { status, envelope: said } = await ask(...asked);
  return [status, said.status_code, said.status_message];
}

/** Handlers that remember, each by its name, what they were asked, and answer what they are told to. */
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

/** A transport that answers from a list, for what no decent server would say. */
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
