import type { Credentials, Endpoint, Party, VersionNumber } from "@voltmarg/ocpi";
import { columnsOf } from "../../platform/database/database.ts";

export type PartnerKind = "CPO" | "HUB";
export type ClaimedParty = Party & { role: string; name: string };

/** Claims of a partner that wait for the back office. */
export type Waiting = {
  parties: ClaimedParty[];
  /** Null: it claims no other name. */
  name: string | null;
};

export type OperatorRow = {
  id: string;
  name: string;
  /** The name that the back office gave it; null: added before that was stored. */
  desk_name: string | null;
  kind: PartnerKind;
  /** Null: invited, and not registered yet. */
  versions_url: string | null;
  country_code: string | null;
  party_id: string | null;
  roles: Credentials["roles"];
  /** Hosts that its URLs may have besides the one of its versions URL. */
  hosts: string[];
  token_encoding: "base64" | "raw";
  /** Of OCPI, which it speaks with us. */
  ocpi_version: VersionNumber;
  our_token_hash: string | null;
  pending_token_hash: string | null;
  introduction_hash: string | null;
  /** Encrypted. */
  their_token: string | null;
  /** Encrypted. */
  their_introduction: string | null;
  /** The hash of its first token. */
  introduced_with: string | null;
  endpoints: Endpoint[] | null;
  registered_at: Date | null;
  rotating_since: Date | null;
  removed_at: Date | null;
  created_at: Date;
  last_contact_at: Date | null;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  last_failure: string | null;
  /** What of our calls it fails, by lane; ANY: it does not answer. */
  failing: Record<string, { is: "FAILING" | "REJECTED"; since: string }>;
  locations_pulled_at: Date | null;
  whole_pulled_at: Date | null;
  /** The learnt interval between full pulls, in seconds; null: not yet. The rest: what the last full pull corrected, of how many. */
  whole_every_s: number | null;
  whole_healed: number | null;
  whole_of: number | null;
  whole_pages: number | null;
  seen_until: Date | null;
  sessions_seen_until: Date | null;
  cdrs_seen_until: Date | null;
  invoices_seen_until: Date | null;
  sync_due_at: Date | null;
  sync_asked_at: Date | null;
  waiting: Waiting | null;
};

/** What is read of a partner. */
export const operatorColumns = columnsOf<OperatorRow>({
  id: true,
  name: true,
  desk_name: true,
  kind: true,
  versions_url: true,
  country_code: true,
  party_id: true,
  roles: true,
  hosts: true,
  token_encoding: true,
  ocpi_version: true,
  our_token_hash: true,
  pending_token_hash: true,
  introduction_hash: true,
  their_token: true,
  their_introduction: true,
  introduced_with: true,
  endpoints: true,
  registered_at: true,
  rotating_since: true,
  removed_at: true,
  created_at: true,
  last_contact_at: true,
  last_success_at: true,
  last_failure_at: true,
  last_failure: true,
  failing: true,
  locations_pulled_at: true,
  whole_pulled_at: true,
  whole_every_s: true,
  whole_healed: true,
  whole_of: true,
  whole_pages: true,
  seen_until: true,
  sessions_seen_until: true,
  cdrs_seen_until: true,
  invoices_seen_until: true,
  sync_due_at: true,
  sync_asked_at: true,
  waiting: true,
});
