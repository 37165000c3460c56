import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Cdr,
  type CommandResult,
  createOcpiClient,
  created,
  createOcpiServer,
  type Credentials,
  done,
  type Endpoint,
  type EvsePatch,
  missing,
  type OcpiClient,
  type Peer,
  type Session,
  type SessionPatch,
  type Token,
  type Transport,
} from "@voltmarg/ocpi";
import type { SimOperator } from "../src/index.ts";

const self = { country_code: "IN", party_id: "VMT" };
export const token: Token = {
  ...self,
  uid: "driver-7",
  type: "APP_USER",
  contract_id: "IN-VMT-C00000007-X",
  issuer: "Voltmarg",
  valid: true,
  whitelist: "NEVER",
  last_updated: "2026-03-01T10:00:00Z",
};

const transport: Transport = async ({ method, url, headers, body }) => {
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
};

export type Heard = {
  results: { kind: string; id: string; result: CommandResult }[];
  sessions: Session[];
  patches: { id: string; patch: SessionPatch }[];
  evses: { uid: string; patch: EvsePatch }[];
  cdrs: Cdr[];
  /** All messages in order of arrival, by kind. */
  order: string[];
};

export type TestEmsp = Awaited<ReturnType<typeof startEmsp>>;

/**
 * A minimal eMSP that records what it receives. `deaf` answers CDRs with HTTP 503, `forgetful` knows no session to
 * patch.
 */
export async function startEmsp(
  peerParties: readonly { country_code: string; party_id: string }[],
) {
  const heard: Heard = { results: [], sessions: [], patches: [], evses: [], cdrs: [], order: [] };
  const mood = { deaf: false, forgetful: false };
  const waiting = new Set<() => void>();
  const note = (what: string) => {
    heard.order.push(what);
    for (const look of waiting) look();
  };
  const tokenB = randomUUID();
  let url = "";
  const ignore = () => done();
  const credentials = (secret: string): Credentials => ({
    token: secret,
    url: `${url}/ocpi/versions`,
    roles: [{ role: "EMSP", business_details: { name: "Voltmarg" }, ...self }],
  });
  const server = createOcpiServer<Peer>({
    role: "EMSP",
    base: "/ocpi",
    origin: () => url,
    authenticate: (secret) =>
      secret === tokenB ? { registered: true, parties: peerParties } : null,
    handlers: {
      credentials: { get: ignore, post: ignore, put: ignore, delete: ignore },
      locations: {
        putLocation: ignore,
        putEvse: ignore,
        putConnector: ignore,
        patchLocation: ignore,
        patchConnector: ignore,
        patchEvse: (_, __, ___, uid, patch) => {
          heard.evses.push({ uid, patch });
          note(`evse ${patch.status}`);
          return done();
        },
      },
      sessions: {
        get: (_, __, id) => {
          const found = heard.sessions.findLast((session) => session.id === id);
          return found && !mood.forgetful ? done(found) : missing("unknown session");
        },
        put: (_, __, session) => {
          heard.sessions.push(session);
          note(`session ${session.status}`);
          return created();
        },
        patch: (_, __, id, patch) => {
          if (mood.forgetful) return missing("unknown session");
          heard.patches.push({ id, patch });
          note(`patch ${patch.status}`);
          return done();
        },
      },
      cdrs: {
        post: (_, cdr) => {
          heard.cdrs.push(cdr);
          note("cdr");
          return created({ id: cdr.id });
        },
        get: () => missing("unknown cdr"),
      },
      commandResult: (_, kind, id, result) => {
        heard.results.push({ kind, id, result });
        note(`result ${result.result}`);
        return done();
      },
    },
  });
  const http = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const address = new URL(request.url!, url);
      const answer =
        mood.deaf && address.pathname.endsWith("/cdrs")
          ? { status: 503, headers: {}, body: "" }
          : await server.handle({
              method: request.method!,
              path: address.pathname,
              query: address.searchParams,
              headers: request.headers,
              body,
            });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    })();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const plain = (secret: string, endpoints?: Endpoint[]) =>
    createOcpiClient({
      transport,
      token: secret,
      from: self,
      newId: randomUUID,
      ...(endpoints && { endpoints }),
    });

  return {
    url,
    heard,
    mood,
    tokenB,
    credentials,
    client: plain,
    /** The handshake from the side that received TOKEN_A. */
    register: async (
      operator: SimOperator,
    ): Promise<{ client: OcpiClient; tokenC: string; endpoints: Endpoint[] }> => {
      const stranger = plain(operator.tokenA);
      const versions = await stranger.getVersions(operator.versionsUrl);
      if (!versions.ok) throw new Error(versions.message);
      const details = await stranger.getVersionDetails(versions.data[0]!.url);
      if (!details.ok) throw new Error(details.message);
      const { endpoints } = details.data;
      const answer = await plain(operator.tokenA, endpoints).postCredentials(credentials(tokenB));
      if (!answer.ok) throw new Error(answer.message);
      return { client: plain(answer.data.token, endpoints), tokenC: answer.data.token, endpoints };
    },
    /** Resolves once the recorded messages meet the condition. */
    until: (satisfied: (heard: Heard) => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!satisfied(heard)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    responseUrl: (kind: string, id: string) => `${url}/ocpi/emsp/2.2.1/commands/${kind}/${id}`,
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
