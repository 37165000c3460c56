import { randomBytes } from "node:crypto";
import {
  createOcpiClient,
  type Credentials,
  type Endpoint,
  highestOf,
  type OcpiClient,
  type Party,
  type Peer,
  refuse,
  type Reply,
  sameId,
  statusCodes,
  type Transport,
  type VersionNumber,
  done,
} from "@voltmarg/ocpi";
import type { Store } from "../store.ts";

type Registration = {
  /** The credentials with which we call the eMSP. */
  tokenB: string;
  /** The token with which the eMSP calls us. */
  tokenC: string;
  /** Valid until tokenC is used once: a lost answer must not lock the peer out. */
  previous: string | null;
  endpoints: Endpoint[];
  parties: Party[];
  /** Absent: stored by an earlier release. */
  version?: VersionNumber;
  theirVersions?: string;
};

/** How the eMSP called. */
type Called = { token: string; version: VersionNumber };

const needed = [
  ["sessions", "RECEIVER"],
  ["cdrs", "RECEIVER"],
  ["locations", "RECEIVER"],
  ["commands", "SENDER"],
] as const;

export type Registrations = ReturnType<typeof createRegistrations>;

/** OCPI credentials, the side that issued TOKEN_A. One eMSP per operator. */
export function createRegistrations(options: {
  store: Store;
  operator: Party & { name: string; website: string };
  tokenA: string;
  versionsUrl: () => string;
  /** Those that this operator offers. */
  versions: () => readonly VersionNumber[];
  transport: Transport;
  newId: () => string;
}) {
  const { store, operator, tokenA, transport, newId } = options;
  const key = operator.party_id;

  const load = (): Registration | null => {
    const row = store.get("SELECT data FROM registration WHERE operator = ?", key);
    return row ? (JSON.parse(String(row.data)) as Registration) : null;
  };
  const save = (registration: Registration) =>
    store.run(
      "INSERT INTO registration (operator, data) VALUES (?, ?) ON CONFLICT (operator) DO UPDATE SET data = excluded.data",
      key,
      JSON.stringify(registration),
    );
  const forget = () => store.run("DELETE FROM registration WHERE operator = ?", key);

  function authenticate(token: string): Peer | null {
    const registration = load();
    if (!registration) return token === tokenA ? { registered: false, parties: [] } : null;
    const { tokenC, previous, parties } = registration;
    if (token === tokenC) {
      if (previous !== null) save({ ...registration, previous: null });
      return { registered: true, parties };
    }
    if (previous === null || token !== previous) return null;
    return previous === tokenA ? { registered: false, parties: [] } : { registered: true, parties };
  }

  const ours = (token: string): Credentials => ({
    token,
    url: options.versionsUrl(),
    roles: [
      {
        role: "CPO",
        business_details: { name: operator.name, website: operator.website },
        country_code: operator.country_code,
        party_id: operator.party_id,
      },
    ],
  });

  /** The highest version that both know, with the eMSP's endpoints; a text: why there is none. */
  async function spokenBy(
    url: string,
    token: string,
    mutual: readonly VersionNumber[] = options.versions(),
  ): Promise<{ version: VersionNumber; endpoints: Endpoint[] } | string> {
    const client = createOcpiClient({ transport, token, from: operator, peer: "EMSP", newId });
    const listed = await client.getVersions(url);
    if (!listed.ok) return `versions: ${listed.message}`;
    const highest = highestOf(listed.data, mutual);
    if (!highest) return `this operator speaks OCPI ${mutual.join(", ")}`;
    const details = await client.getVersionDetails(highest.named.url);
    if (!details.ok) return `version details: ${details.message}`;
    return { version: highest.version, endpoints: details.data.endpoints };
  }

  /** Looks up the endpoints of a peer that has just registered, in the version that it chose. */
  async function register(
    version: VersionNumber,
    theirs: Credentials,
    previous: string,
  ): Promise<Reply<Credentials>> {
    const spoken = await spokenBy(theirs.url, theirs.token, [version]);
    if (typeof spoken === "string") return refuse(statusCodes.unableToUseClientApi, spoken);
    const { endpoints } = spoken;
    const missing = needed.find(
      ([id, role]) => !endpoints.some((e) => e.identifier === id && e.role === role),
    );
    if (missing) return refuse(statusCodes.noMatchingEndpoints, `no ${missing.join(" ")} endpoint`);

    const tokenC = randomBytes(24).toString("base64url");
    const parties = theirs.roles
      .filter(({ role }) => sameId(role, "EMSP"))
      .map(({ country_code, party_id }) => ({ country_code, party_id }));
    const theirVersions = theirs.url;
    save({ tokenB: theirs.token, tokenC, previous, endpoints, parties, version, theirVersions });
    return done(ours(tokenC));
  }

  return {
    authenticate,
    registered: () => load() !== null,
    forget,
    handlers: {
      get: ({ token }: { token: string }) => done(ours(token)),
      post: ({ version }: Called, theirs: Credentials) => register(version, theirs, tokenA),
      put: ({ version, token }: Called, theirs: Credentials) => register(version, theirs, token),
      delete: () => {
        forget();
        return done();
      },
    },
    /** Registers the operator at an eMSP that issued a token to it. Returns the error, or null. */
    introduce: async (theirVersions: string, theirTokenA: string): Promise<string | null> => {
      const spoken = await spokenBy(theirVersions, theirTokenA);
      if (typeof spoken === "string") return spoken;
      const { endpoints, version } = spoken;
      const tokenC = randomBytes(24).toString("base64url");
      const parties: Party[] = [];
      // The eMSP calls back with the token before it answers.
      save({
        tokenB: theirTokenA,
        tokenC,
        previous: null,
        endpoints,
        parties,
        version,
        theirVersions,
      });
      const client = createOcpiClient({
        transport,
        token: theirTokenA,
        endpoints,
        version,
        from: operator,
        newId,
      });
      const answer = await client.postCredentials(ours(tokenC));
      if (!answer.ok) {
        forget();
        return `credentials: ${answer.message}`;
      }
      const { token, roles } = answer.data;
      for (const { country_code, party_id } of roles) parties.push({ country_code, party_id });
      save({ tokenB: token, tokenC, previous: null, endpoints, parties, version, theirVersions });
      return null;
    },
    /**
     * Renews both tokens by a PUT from our side, in the highest version that both know. Returns the error, or null.
     */
    rotate: async (): Promise<string | null> => {
      const registration = load();
      if (!registration) return "not registered";
      const { tokenB, tokenC, theirVersions } = registration;
      if (!theirVersions) return "their versions are not known";
      const spoken = await spokenBy(theirVersions, tokenB);
      if (typeof spoken === "string") return spoken;
      const client = createOcpiClient({
        transport,
        token: tokenB,
        ...spoken,
        from: operator,
        newId,
      });
      const token = randomBytes(24).toString("base64url");
      // Our previous token stays valid until the new one is used.
      save({ ...registration, tokenC: token, previous: tokenC });
      const answer = await client.putCredentials(ours(token));
      if (!answer.ok) {
        save(registration);
        return answer.message;
      }
      save({ ...load()!, ...spoken, tokenB: answer.data.token });
      return null;
    },
    /** Credentials to call the eMSP, or null while it is not registered. */
    client: (): OcpiClient | null => {
      const registration = load();
      if (!registration) return null;
      const { tokenB, endpoints, parties, version } = registration;
      return createOcpiClient({
        transport,
        token: tokenB,
        endpoints,
        ...(version && { version }),
        from: operator,
        ...(parties[0] && { to: parties[0] }),
        newId,
      });
    },
  };
}
