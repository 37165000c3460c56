import type { Clock } from "../../platform/clock.ts";
import type { PasskeySite } from "../../platform/config/passkey-site.ts";
import type { Database, Queryable } from "../../platform/database/database.ts";
import type { Encryption } from "../../platform/encryption.ts";
import type { Oidc } from "../../platform/http/oidc.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";

/** The id of the company's OpenID provider in its client. */
export const STAFF_PROVIDER = "staff";

/** A line of the back office's audit log about somebody who is not signed in yet. */
export type StaffAct = {
  name: string;
  method: string;
  route: string;
  parameters: Record<string, unknown>;
  outcome: string;
  requestId: string;
};

export type StaffDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** Signs challenges. */
  key: Buffer;
  /** Where the console is, without a slash at the end. */
  origin: string;
  /** The relying party of the staff's passkeys; null: at this address browsers allow none. */
  site: PasskeySite | null;
  /** The company's own OpenID provider and its name; null: members sign in by passkey only. */
  openid: { name: string; client: Oidc; seal: Encryption } | null;
  writeAct(on: Queryable, act: StaffAct): Promise<unknown>;
  /** Whether a credential has or had this name. */
  isCredential(on: Queryable, name: string): Promise<boolean>;
};

/** Where a request without a sign-in came from, for the audit log. */
export type From = { address: string; requestId: string };
