import type { Party, Peer } from "@voltmarg/ocpi";
import { monotonicMs } from "../../platform/clock.ts";
import {
  findByTokenHash,
  noteContact,
  ownPartyOf,
  promoteToken,
  tokenHash,
} from "./operators.store.ts";
import { partiesOf } from "./parties.store.ts";
import type { PartnerKind } from "./operators.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { askSync } from "./sync.ts";

export type OperatorPeer = Peer & {
  operatorId: string;
  kind: PartnerKind;
  /** Its own party; of a hub the hub's. Null: the back office has not said yet. */
  own: Party | null;
};
type Known = { peer: OperatorPeer; pending: boolean; until: number; lookedAt: number };

/** How long a token is believed without a look, in milliseconds: a revoked one dies with its entry at once here. */
const BELIEVED_MS = 2_000;
/** Contact is noted at each look, so looks are as far apart as notes. */
const NOTED_EVERY_MS = 5_000;
const MOST_KNOWN = 1_000;
/** A partner that says nothing this long may have said what did not reach us. */
const SILENCE_MS = 5 * 60_000;

export type Peers = {
  authenticate(token: string, functional: boolean): Promise<OperatorPeer | null>;
  /** Registrations changed: every token is looked up again. */
  forget(): void;
};

/** Who a token belongs to, and for which parties its bearer may speak. */
export function createPeers(deps: RoamingDeps): Peers {
  const { db } = deps.database;
  const known = new Map<string, Known>();
  const at = () => deps.clock.now().getTime();

  const look = async (hash: string): Promise<Known | null> => {
    const operator = await findByTokenHash(db, hash);
    if (!operator) return null;
    const own = ownPartyOf(operator);
    const parties = await partiesOf(db, operator.id);
    const registered = operator.registered_at !== null && operator.introduction_hash !== hash;
    const { last_contact_at } = operator;
    const today = deps.clock.now();
    if (registered) {
      // What was pushed while we did not listen is lost: the partner does not queue. We look.
      if (!last_contact_at || today.getTime() - last_contact_at.getTime() > SILENCE_MS)
        await deps.database.transact((tx) => askSync(deps, tx, operator.id));
      await noteContact(db, operator.id, today);
      deps.circuitBreakers.of(operator.id).heard();
    }
    return {
      peer: {
        registered,
        parties: [...(own ? [own] : []), ...parties],
        own,
        operatorId: operator.id,
        kind: operator.kind,
      },
      pending: operator.pending_token_hash === hash,
      until: monotonicMs() + BELIEVED_MS,
      lookedAt: today.getTime(),
    };
  };

  return {
    authenticate: async (token, functional) => {
      const hash = tokenHash(token);
      let found = known.get(hash) ?? null;
      if (!found || found.until < monotonicMs() || at() - found.lookedAt > NOTED_EVERY_MS) {
        known.delete(hash);
        found = await look(hash);
        if (!found) return null;
        if (known.size >= MOST_KNOWN) known.clear();
        // A handshake goes on in a moment: its tokens are looked up each time.
        if (found.peer.registered) known.set(hash, found);
      }
      if (found.pending && found.peer.registered && functional) {
        // Only somebody who has taken the new token over calls a functional module with it.
        await promoteToken(db, found.peer.operatorId, hash);
        known.clear();
        known.set(hash, { ...found, pending: false });
      }
      return found.peer;
    },
    forget: () => known.clear(),
  };
}
