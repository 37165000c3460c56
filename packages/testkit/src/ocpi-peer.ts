import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createOcpiClient,
  createOcpiServer,
  done,
  fetchTransport,
  refuse,
  type Credentials,
  type Endpoint,
  type Location,
  type OcpiClient,
  type Tariff,
} from "@voltmarg/ocpi";

type Role = Credentials["roles"][number];

/** An operator or hub with a complete OCPI implementation, its own token state, and connection faults. */
export type OcpiPeer = {
  url: string;
  versionsUrl: string;
  roles: Role[];
  /** Tokens it accepts, newest last; `strict` peers drop the others at once. */
  tokens: string[];
  shelf: { locations: Location[]; tariffs: Tariff[] };
  /** `before`: the request is lost; `after`: it was handled, and the answer is lost. Counted from 1. */
  cut: { at: number; when: "before" | "after" } | null;
  requests: { method: string; path: string; headers: IncomingMessage["headers"] }[];
  /** The token with which it calls us, once received. */
  ours: { token: string; endpoints: Endpoint[] } | null;
  client(token?: string): OcpiClient;
  /** Registers, or renews its credentials, with a token we know. */
  introduce(
    method: "post" | "put",
    versionsUrl: string,
    token: string,
  ): Promise<Credentials | string>;
  close(): Promise<void>;
};

export async function openOcpiPeer(options: {
  roles: Role[];
  tokenA?: string;
  strict?: boolean;
}): Promise<OcpiPeer> {
  const transport = fetchTransport();
  const [{ country_code, party_id }] = options.roles as [Role];
  const from = { country_code, party_id };
  const clientWith = (token: string, endpoints?: readonly Endpoint[]) =>
    createOcpiClient({
      transport,
      token,
      from,
      newId: randomUUID,
      ...(endpoints ? { endpoints } : {}),
    });
  const read = async (versionsUrl: string, token: string): Promise<Endpoint[] | string> => {
    const versions = await clientWith(token).getVersions(versionsUrl);
    if (!versions.ok) return versions.message;
    const details = await clientWith(token).getVersionDetails(versions.data[0]!.url);
    return details.ok ? details.data.endpoints : details.message;
  };
  const mine = (token: string): Credentials => ({
    token,
    url: peer.versionsUrl,
    roles: peer.roles,
  });
  const take = async (theirs: Credentials) => {
    const endpoints = await read(theirs.url, theirs.token);
    if (typeof endpoints === "string") return refuse(3001, endpoints);
    peer.ours = { token: theirs.token, endpoints };
    const token = randomUUID();
    if (options.strict) peer.tokens.length = 0;
    peer.tokens.push(token);
    return done(mine(token));
  };
  const peer: OcpiPeer = {
    url: "",
    versionsUrl: "",
    roles: options.roles,
    tokens: options.tokenA ? [options.tokenA] : [],
    shelf: { locations: [], tariffs: [] },
    cut: null,
    requests: [],
    ours: null,
    client: (token = peer.ours!.token) => clientWith(token, peer.ours!.endpoints),
    introduce: async (method, versionsUrl, token) => {
      const endpoints = await read(versionsUrl, token);
      if (typeof endpoints === "string") return endpoints;
      const mineNew = randomUUID();
      peer.tokens.push(mineNew);
      const client = clientWith(token, endpoints);
      const answer =
        method === "post"
          ? await client.postCredentials(mine(mineNew))
          : await client.putCredentials(mine(mineNew));
      if (!answer.ok) return answer.message;
      peer.ours = { token: answer.data.token, endpoints };
      return answer.data;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const empty = { list: () => ({ items: [], total: 0 }) };
  const ocpi = createOcpiServer({
    role: "CPO",
    base: "/ocpi",
    origin: () => peer.url,
    // The first token is valid for credentials only; a lenient peer accepts it again until the next one is used.
    authenticate: (token) =>
      peer.tokens.includes(token)
        ? {
            registered: token !== options.tokenA,
            parties: [],
          }
        : null,
    handlers: {
      credentials: {
        get: ({ token }) => done(mine(token)),
        post: (_context, theirs) => take(theirs),
        put: (_context, theirs) => take(theirs),
        delete: () => {
          peer.tokens.length = 0;
          peer.ours = null;
          return done();
        },
      },
      locations: {
        list: () => ({ items: peer.shelf.locations, total: peer.shelf.locations.length }),
      },
      tariffs: { list: () => ({ items: peer.shelf.tariffs, total: peer.shelf.tariffs.length }) },
      sessions: empty,
      cdrs: empty,
      command: () => done({ result: "ACCEPTED", timeout: 30 }),
    },
  });
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", peer.url);
      peer.requests.push({
        method: request.method ?? "",
        path: url.pathname,
        headers: request.headers,
      });
      const cut = peer.cut?.at === peer.requests.length ? peer.cut.when : null;
      if (cut === "before") return request.socket.destroy();
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += chunk as string;
      const answer = await ocpi.handle({
        method: request.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
      });
      if (cut === "after") return request.socket.destroy();
      return response.writeHead(answer.status, answer.headers).end(answer.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  peer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  peer.versionsUrl = `${peer.url}/ocpi/versions`;
  return peer;
}
