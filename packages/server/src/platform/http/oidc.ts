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
export type OidcPerson = {
  /** As the ID token says it; with `subject` it names the account. */
  issuer: string;
  subject: string;
  name: string | null;
  email: string | null;
  /** When the person signed in to the account, where the provider says it. */
  authenticatedAt: Date | null;
};

export type Oidc = {
  providers: readonly { id: string; name: string }[];
  /**
   * The URL to send the person to, and the state to store. `again`: they sign in anew even where they are signed in.
   * Throws when the provider cannot be reached.
   */
  begin(id: string, how?: { again: boolean }): Promise<{ url: string; checks: OidcChecks }>;
  /** The identity that signed in, from the query of the callback. Throws when any check fails: see `faultOf`. */
  finish(id: string, query: URLSearchParams, checks: OidcChecks): Promise<OidcPerson>;
};

const TIMEOUT_SECONDS = 10;
const SCOPE = "openid email profile";

/**
 * Authorization code flow with PKCE (OpenID Connect Core 3.1, RFC 7636), each provider discovered at its first use. The
 * client checks issuer, audience, expiry, nonce and signature of the ID token.
 */
export function createOidc(deps: {
  providers: readonly OidcProvider[];
  redirectUri: string;
  /** Allows issuers without TLS, for tests and demonstrations. */
  insecure: boolean;
  scope?: string;
  /** For each request to a provider. */
  timeoutSeconds?: number;
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
        timeout: deps.timeoutSeconds ?? TIMEOUT_SECONDS,
        execute: [
          // Without it the client believes an unsigned token that came over TLS.
          oidc.enableNonRepudiationChecks,
          ...(deps.insecure ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
    discovered.set(id, configuration);
    // A failed discovery is retried at the next sign-in.
    configuration.catch(() => discovered.delete(id));
    return configuration;
  };

  return {
    providers: deps.providers.map(({ id, name }) => ({ id, name })),
    begin: async (id, how) => {
      const configuration = await configurationOf(id);
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: deps.redirectUri,
        scope: deps.scope ?? SCOPE,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: "S256",
        ...(how?.again ? { prompt: "login", max_age: "0" } : {}),
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
        issuer: claims.iss,
        subject: claims.sub,
        name: textOf(claims["name"]),
        email: claims["email_verified"] === true ? textOf(claims["email"]) : null,
        authenticatedAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
      };
    },
  };
}

/** What a failed `finish` means: the person went back, the provider is away or broken, or what it said does not hold. */
export function faultOf(error: unknown): "cancelled" | "away" | "rejected" {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === "access_denied") return "cancelled";
    return /^(server_error|temporarily_unavailable)$/.test(error.error) ? "away" : "rejected";
  }
  const isAway =
    (error instanceof oidc.ResponseBodyError && error.status >= 500) ||
    (error instanceof oidc.ClientError && AWAY.has(error.code ?? "")) ||
    (error instanceof TypeError && error.message === "fetch failed");
  return isAway ? "away" : "rejected";
}

const AWAY = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM"]);

const textOf = (claim: unknown): string | null =>
  typeof claim === "string" && claim.trim() !== "" ? claim.trim().slice(0, 254) : null;
