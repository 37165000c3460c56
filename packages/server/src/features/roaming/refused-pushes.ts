import { read, reading, sameParty, type Exchange } from "@voltmarg/ocpi";
import type { OperatorPeer } from "./counterparties.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { findSession } from "./announced-sessions.store.ts";
import { markUnreadable } from "./unreadable-sessions.store.ts";

/** Records refused pushes, before the refusal is sent. */
export type RefusedPushes = {
  hear(peer: OperatorPeer, exchange: Exchange): void;
  /** Resolves when everything so far is stored. */
  kept(): Promise<unknown>;
};

export function createRefusedPushes(deps: RoamingDeps): RefusedPushes {
  const { database, clock, logger } = deps;
  const writing = new Set<Promise<unknown>>();

  const keep = async (peer: OperatorPeer, exchange: Exchange): Promise<void> => {
    const { operatorId } = peer;
    if (exchange.module === "cdrs") return keepRecord(peer, exchange);
    if (exchange.module !== "sessions") return;
    // A PATCH of a session that was unknown before: still unknown.
    const [country_code = "", party_id = "", id = ""] = exchange.segments;
    const party = { country_code, party_id };
    const isKnown = exchange.method === "PATCH" && exchange.status === 404;
    if (isKnown && (await findSession(database.db, operatorId, party, id))) return;
    await markUnreadable(database.db, operatorId, clock.now());
  };

  async function keepRecord(
    { operatorId, parties }: OperatorPeer,
    { sent, request }: Exchange,
  ): Promise<void> {
    const result = read(reading.cdr, sent);
    // A readable push was refused for its content.
    if (result.ok || request.trim() === "") return;
    const { country_code, party_id } = (sent ?? {}) as Partial<Record<string, unknown>>;
    const isOthers =
      typeof country_code === "string" &&
      typeof party_id === "string" &&
      !parties.some((party) => sameParty(party, { country_code, party_id }));
    if (isOthers) return;
    const why = sent === undefined ? "it is not JSON" : result.message;
    const text = sent === undefined ? request : JSON.stringify(sent);
    await deps.events.onUnreadCdr(operatorId, { text, why });
  }

  return {
    hear: (peer, exchange) => {
      if (!isRefused(exchange)) return;
      const work = keep(peer, exchange)
        .catch((error: unknown) =>
          logger.error({ err: error, operator: peer.operatorId }, "a refused push was not kept"),
        )
        .finally(() => writing.delete(work));
      writing.add(work);
    },
    kept: () => Promise.all(writing),
  };
}

/** "Try again later" is not a refusal. */
const isRefused = ({ method, status, statusCode }: Exchange): boolean =>
  (method === "PUT" || method === "PATCH" || method === "POST") &&
  status !== 401 &&
  status !== 429 &&
  (statusCode === null || statusCode >= 2000);
