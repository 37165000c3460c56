import type { Party, Peer } from "@voltmarg/ocpi";
import { monotonicMs } from "../../platform/clock.ts";
import {
  findByTokenHash,
  noteContact,
  ownPartyOf,
  promoteToken,
  tokenHash,
} from "./operators.store.ts";
import type { PartnerKind } from "./operators.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { askSync } from "./sync.ts";

export type OperatorPeer = Peer & {
  operatorId: string;
  kind: PartnerKind;
  /** Its own party; for a hub, the hub's. Null: the back office has not decided yet. */
  own: Party | null;
};
type LookUp = { began: number; found: Promise<Known | null> };
type Known = { peer: OperatorPeer; pending: boolean; until: number; lookedAt: number };

/** How long a token is cached, in milliseconds. This replica forgets a revoked token at once, others after this time. */
const CACHED_MS = 2_000;
/** Each look-up stores the time of contact, so there is one at least this often. */
const NOTED_EVERY_MS = 5_000;
const MOST_CACHED = 1_000;
/** After a silence this long, pushes of a partner may have been lost. */
const SILENCE_MS = 5 * 60_000;

export type Peers = {
  authenticate(token: string, functional: boolean): Promise<OperatorPeer | null>;
  /** Empties the cache, so that every token is looked up again. Call it when registrations have changed. */
  forget(): void;
};

/** The partner that a token belongs to, and the parties it may write for. */
export function createPeers(deps: RoamingDeps): Peers {
  const { db } = deps.database;
  const known = new Map<string, Known>();
  /** Calls with one token that come at the same time share a look-up: each would wait for the same row. */
  const lookUps = new Map<string, LookUp>();
  const at = () => deps.clock.now().getTime();

  const lookUp = async (hash: string): Promise<Known | null> => {
    const now = deps.clock.now();
    const until = monotonicMs() + CACHED_MS;
    const silentSince = new Date(now.getTime() - SILENCE_MS);
    const operator = await findByTokenHash(db, hash, now, silentSince);
    if (!operator) return null;
    const own = ownPartyOf(operator);
    const registered = operator.registered_at !== null && operator.introduction_hash !== hash;
    const { last_contact_at, parties } = operator;
    if (registered) {
      // Partners do not queue pushes: those sent while the service was down are lost, so a pull is requested.
      if (!last_contact_at || last_contact_at < silentSince) {
        await deps.database.transact((tx) => askSync(deps, tx, operator.id));
        await noteContact(db, operator.id, now);
      }
      deps.circuitBreakers.of(operator.id).heard();
    }
    return {
      peer: {
        registered,
        parties: [...(own ? [own] : []), ...parties],
        own,
        operatorId: operator.id,
        kind: operator.kind,
        version: operator.ocpi_version,
      },
      pending: operator.pending_token_hash === hash,
      until,
      lookedAt: now.getTime(),
    };
  };

  const share = async (hash: string): Promise<Known | null> => {
    const running = lookUps.get(hash);
    // One that takes longer may answer what is no longer so.
    if (running && monotonicMs() - running.began < CACHED_MS) return running.found;
    const looking = { began: monotonicMs(), found: lookUp(hash) };
    lookUps.set(hash, looking);
    // Not when registrations have changed since it began.
    const isLatest = () => lookUps.get(hash) === looking;
    try {
      const found = await looking.found;
      // During a handshake tokens change quickly, so they are looked up each time.
      if (found?.peer.registered && isLatest()) {
        if (known.size >= MOST_CACHED) known.clear();
        known.set(hash, found);
      }
      return found;
    } finally {
      if (isLatest()) lookUps.delete(hash);
    }
  };

  const forget = () => {
    known.clear();
    lookUps.clear();
  };

  return {
    authenticate: async (token, functional) => {
      const hash = tokenHash(token);
      let found = known.get(hash) ?? null;
      if (!found || found.until < monotonicMs() || at() - found.lookedAt > NOTED_EVERY_MS) {
        known.delete(hash);
        found = await share(hash);
        if (!found) return null;
      }
      if (found.pending && found.peer.registered && functional) {
        // A call of a functional module with the new token proves that the partner has stored it.
        await promoteToken(db, found.peer.operatorId, hash);
        forget();
      }
      return found.peer;
    },
    forget,
  };
}
