import * as oidc from "openid-client";

/** A configured OpenID provider. `issuer` is the base URL of its discovery document. */
export type OidcProvider = {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
};

/** State that the caller stores between the two steps and passes back unchanged. */
export type OidcChecks = { state: string; nonce: string; codeVerifier: string };
export type OidcPerson = { subject: string; name: string | null; email: string | null };

export type Oidc = {
  providers: readonly { id: string; name: string }[];
  /** The URL to send the person to, and the state to store. Throws when the provider cannot be reached. */
  begin(id: string): Promise<{ url: string; checks: OidcChecks }>;
  /** The identity that signed in, from the query of the callback. Throws when any check fails. */
  finish(id: string, query: URLSearchParams, checks: OidcChecks): Promise<OidcPerson>;
};

const TIMEOUT_SECONDS = 10;

/** Authorization code flow with PKCE (OpenID Connect Core 3.1, RFC 7636), each provider discovered at its first use. */
export function createOidc(deps: {
  providers: readonly OidcProvider[];
  redirectUri: string;
  /** Allows issuers without TLS, for tests and demonstrations. */
  insecure: boolean;
}): Oidc {
  const discovered = new Map<string, Promise<oidc.Configuration>>();

  const configurationOf = (id: string) => {
    const known = discovered.get(id);
    if (known) return known;
    const provider = deps.providers.find((each) => each.id === id);
    if (!provider) throw new Error(`no provider ${id}`);
    const configuration = oidc.discovery(
      new URL(provider.issuer),
      provider.clientId,
      undefined,
      oidc.ClientSecretPost(provider.clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        execute: deps.insecure ? [oidc.allowInsecureRequests] : [],
      },
    );
    discovered.set(id, configuration);
    // A failed discovery is retried at the next sign-in.
    configuration.catch(() => discovered.delete(id));
    return configuration;
  };

  return {
    providers: deps.providers.map(({ id, name }) => ({ id, name })),
    begin: async (id) => {
      const configuration = await configurationOf(id);
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: deps.redirectUri,
        scope: "openid email profile",
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, checks };
    },
    finish: async (id, query, checks) => {
      const configuration = await configurationOf(id);
      const tokens = await oidc.authorizationCodeGrant(
        configuration,
        new URL(`${deps.redirectUri}?${query.toString()}`),
        {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.codeVerifier,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims()!;
      return {
        subject: claims.sub,
        name: textOf(claims["name"]),
        email: claims["email_verified"] === true ? textOf(claims["email"]) : null,
      };
    },
  };
}

const textOf = (claim: unknown): string | null =>
  typeof claim === "string" && claim.trim() !== "" ? claim.trim().slice(0, 254) : null;
