import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

export type PeerPerson = { sub: string; name?: string; email?: string; email_verified?: boolean };

export type OidcPeer = {
  issuer: string;
  /** The user at the provider; null cancels. */
  person: PeerPerson | null;
  /** The provider's configuration of the client, once the redirect URI is known. */
  register(redirectUri: string): void;
  close(): Promise<void>;
};

export const PEER_CLIENT = { client_id: "voltmarg-tests", client_secret: "secret-of-tests" };

/** A real OpenID provider whose user signs in and consents at once. */
export async function startOidcPeer(): Promise<OidcPeer> {
  let handle: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const peer: OidcPeer = {
    issuer,
    person: null,
    register: (redirectUri) => {
      const provider = new Provider(issuer, {
        clients: [
          {
            ...PEER_CLIENT,
            redirect_uris: [redirectUri],
            token_endpoint_auth_method: "client_secret_post",
          },
        ],
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
        conformIdTokenClaims: false,
        pkce: { required: () => true },
        ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
        cookies: { keys: ["a key of tests"] },
        features: { devInteractions: { enabled: false } },
        findAccount: (_context, sub) => ({
          accountId: sub,
          claims: () => ({ ...peer.person, sub }),
        }),
        interactions: { url: (_context, { uid }) => `/keyboard/${uid}` },
        loadExistingGrant: async ({ oidc }) => {
          const { client, session } = oidc;
          const grant = new provider.Grant({
            clientId: client!.clientId,
            accountId: session!.accountId!,
          });
          grant.addOIDCScope("openid email profile");
          await grant.save();
          return grant;
        },
      });
      const callback = provider.callback();
      handle = (request, response) => {
        if (!request.url?.startsWith("/keyboard/")) return void callback(request, response);
        const result = peer.person
          ? { login: { accountId: peer.person.sub } }
          : { error: "access_denied", error_description: "the person went back" };
        void provider.interactionFinished(request, response, result);
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return peer;
}
