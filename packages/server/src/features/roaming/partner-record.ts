import type { PartnerRecord } from "@voltmarg/contract";
import { LANE_NAMES } from "./circuit-breakers.ts";
import { healthOf } from "./operator-health.ts";
import type { OperatorRow } from "./operators.store.ts";
import type { PartyRow } from "./parties.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { leastInterval } from "./whole-interval.ts";

/** A partner as the back office sees it. */
export function toRecord(
  deps: RoamingDeps,
  o: OperatorRow,
  parties: readonly PartyRow[],
): PartnerRecord {
  const {
    state: breaker,
    next_try_at,
    lanes,
    calls,
    failures,
  } = deps.circuitBreakers.of(o.id).health();
  return {
    id: o.id,
    name: o.name,
    desk_name: o.desk_name,
    partner_type: o.kind,
    state: stateOf(o),
    versions_url: o.versions_url,
    hosts: o.hosts,
    token_encoding: o.token_encoding,
    ocpi_version: o.ocpi_version,
    roles: o.roles.map(({ role, country_code, party_id }) => ({ role, country_code, party_id })),
    parties: parties.map(({ role, country_code, party_id, name, status }) => ({
      role,
      country_code,
      party_id,
      name,
      status,
    })),
    waiting: o.waiting,
    endpoints: o.endpoints ?? [],
    created_at: o.created_at.toISOString(),
    registered_at: instant(o.registered_at),
    rotating_since: instant(o.rotating_since),
    pulled_at: instant(o.locations_pulled_at),
    whole_pulled_at: instant(o.whole_pulled_at),
    whole: wholeOf(o),
    health: {
      ...(healthOf(o, parties, deps.clock.now()) ?? { state: null, since: null }),
      last_contact_at: instant(o.last_contact_at),
      last_success_at: instant(o.last_success_at),
      last_failure_at: instant(o.last_failure_at),
      last_failure: o.last_failure,
      breaker,
      next_try_at: instant(next_try_at),
      lanes: LANE_NAMES.map((lane) => ({
        lane,
        state: lanes[lane]!.state,
        next_try_at: instant(lanes[lane]!.next_try_at),
      })),
      calls,
      failures,
      error_rate: calls === 0 ? null : failures / calls,
    },
  };
}

function wholeOf(o: OperatorRow): PartnerRecord["whole"] {
  const { whole_every_s, whole_healed: healed, whole_of: of, whole_pages: pages } = o;
  if (whole_every_s === null || healed === null || of === null || pages === null) return null;
  const least_seconds = Math.round(leastInterval({ of, pages }) / 1000);
  return { every_seconds: whole_every_s, healed, of, pages, least_seconds };
}

const instant = (at: Date | null) => at && at.toISOString();

function stateOf(o: OperatorRow): PartnerRecord["state"] {
  if (o.removed_at) return "REMOVED";
  if (o.registered_at) return "REGISTERED";
  if (o.introduction_hash) return "INVITED";
  return o.their_introduction ? "INTRODUCING" : "LEFT";
}
