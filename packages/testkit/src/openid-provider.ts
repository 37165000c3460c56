import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What an ID token is signed with: its key, another's, the client's secret, or nothing. */
type SignedWith = "own" | "stranger" | "secret" | "none";

/** A small OpenID provider whose user signs in at once. It can return every kind of false answer. */
export type OpenidProvider = {
  issuer: string;
  /** What the service is told of it. */
  env: Record<string, string>;
  /** Who signs in; null goes back. */
  sub: string | null;
  /** When they signed in; null: it does not say. */
  authenticatedAt: Date | null;
  /** Claims of the ID token that are not what they should be; undefined leaves one out. */
  claims: Record<string, unknown>;
  signedWith: SignedWith;
  /** `hangs` accepts what is asked and never answers. */
  state: "up" | "broken" | "hangs";
  /** Everything that was right before, again. */
  behave(): void;
  /** The queries of the browsers' authorization requests, the newest one last. */
  asked: URLSearchParams[];
  close(): Promise<void>;
};

const CLIENT = { id: "console of tests", secret: "secret of the console of tests" };
const RSA = { modulusLength: 2048 };
const [own, stranger] = [generateKeyPairSync("rsa", RSA), generateKeyPairSync("rsa", RSA)];
const KEY_ID = "key-of-tests";

export async function startOpenidProvider(): Promise<OpenidProvider> {
  /** By code: what the browser was sent with. */
  const codes = new Map<string, URLSearchParams>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: OpenidProvider = {
    issuer,
    env: {
      STAFF_OPENID_ISSUER: issuer,
      STAFF_OPENID_CLIENT_ID: CLIENT.id,
      STAFF_OPENID_CLIENT_SECRET: CLIENT.secret,
      STAFF_OPENID_NAME: "Acme",
    },
    ...right(),
    behave: () => void Object.assign(provider, right()),
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (provider.state === "hangs") return;
    if (provider.state === "broken") return void response.writeHead(503).end("down");
    const url = new URL(request.url ?? "/", issuer);
    if (url.pathname === "/authorize") {
      const { location } = authorize(url.searchParams);
      return void response.writeHead(303, { location }).end();
    }
    const [status, body] = await said(url.pathname, request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  function authorize(query: URLSearchParams) {
    provider.asked.push(query);
    const back = new URL(query.get("redirect_uri")!);
    back.searchParams.set("state", query.get("state")!);
    if (provider.sub === null) back.searchParams.set("error", "access_denied");
    else {
      const code = randomBytes(16).toString("hex");
      codes.set(code, query);
      back.searchParams.set("code", code);
    }
    return { location: back.href };
  }

  async function said(path: string, request: IncomingMessage): Promise<[number, object]> {
    if (path === "/.well-known/openid-configuration") return [200, configurationOf(issuer)];
    if (path === "/keys") {
      const jwk = own.publicKey.export({ format: "jwk" });
      return [200, { keys: [{ ...jwk, kid: KEY_ID, alg: "RS256", use: "sig" }] }];
    }
    if (path !== "/token") return [404, {}];
    const form = new URLSearchParams(await textOf(request));
    const code = form.get("code") ?? "";
    const begun = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256").update(form.get("code_verifier") ?? "");
    const holds =
      begun?.get("code_challenge_method") === "S256" &&
      begun.get("code_challenge") === challenge.digest("base64url") &&
      begun.get("redirect_uri") === form.get("redirect_uri") &&
      form.get("client_id") === CLIENT.id &&
      form.get("client_secret") === CLIENT.secret;
    if (!holds) return [400, { error: "invalid_grant" }];
    return [200, { access_token: "x", token_type: "Bearer", id_token: idToken(begun) }];
  }

  function idToken(begun: URLSearchParams): string {
    // The client that reads them has the clock of the machine; who signed in when is asked of the service's.
    const now = Math.floor(Date.now() / 1000);
    const { sub, authenticatedAt, claims, signedWith } = provider;
    const time = authenticatedAt && { auth_time: Math.floor(authenticatedAt.getTime() / 1000) };
    const nonce = begun.get("nonce");
    const whole = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, sub, nonce, ...time };
    return signed({ ...whole, ...claims }, signedWith);
  }
  return provider;
}

const right = () => ({
  sub: "nobody" as string | null,
  authenticatedAt: null as Date | null,
  claims: {},
  signedWith: "own" as const,
  state: "up" as const,
});

const configurationOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  // As careless as a provider can be.
  id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
});

function signed(claims: object, signedWith: SignedWith): string {
  const alg = { own: "RS256", stranger: "RS256", secret: "HS256", none: "none" }[signedWith];
  const part = (of: object) => Buffer.from(JSON.stringify(of)).toString("base64url");
  const text = `${part({ alg, kid: KEY_ID })}.${part(claims)}`;
  if (signedWith === "none") return `${text}.`;
  const signature =
    signedWith === "secret"
      ? createHmac("sha256", CLIENT.secret).update(text).digest()
      : sign("sha256", Buffer.from(text), { own, stranger }[signedWith].privateKey);
  return `${text}.${signature.toString("base64url")}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
