import { setTimeout as wait } from "node:timers/promises";
import { stations } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { registerStub, stubLocation } from "@voltmarg/testkit/stub-partner";
import { until } from "@voltmarg/world/until";
import { pushStatus } from "../../push.ts";
import type { ReplicasBed } from "../../test-bed.ts";

const PLACES = 20;
const LANES = 4;
const FIRST_LATITUDE = 30;

/** An operator that pushes statuses in a loop through the balancer, and remembers the last one that was accepted. */
export type Pusher = {
  readonly pushed: number;
  /** Stops pushing. */
  stop(): Promise<void>;
  /** Plugs whose last status this replica does not show in a search, after a delay. */
  unseenAt(replicaUrl: string, token: string): Promise<number>;
};

export async function startPushing(testBed: ReplicasBed): Promise<Pusher> {
  const party = { country_code: "IN", party_id: "STB" };
  const places = Array.from({ length: PLACES }, (_, n) =>
    stubLocation(party, `P${n}`, 2, FIRST_LATITUDE + n * 0.05),
  );
  const stub = await registerStub(testBed, party.party_id, places);
  const taken = new Map<string, string>();
  let pushed = 0;
  const state = { over: false };

  const hand = async (_: unknown, own: number) => {
    for (let n = own; !state.over; n += LANES) {
      const uid = `P${n % PLACES}-1`;
      const status = Math.random() < 0.5 ? "CHARGING" : "AVAILABLE";
      // The partner does not know about replicas: it retries until the push is accepted.
      while (!(await pushStatus(stub, uid, status))) await wait(100);
      taken.set(uid, status);
      pushed += 1;
      await wait(50);
    }
  };
  const hands = Array.from({ length: LANES }, hand);
  return {
    get pushed() {
      return pushed;
    },
    stop: async () => {
      state.over = true;
      await Promise.all(hands);
      await stub.close();
    },
    unseenAt: async (replicaUrl, token) => {
      let unseen = PLACES;
      await until(
        "a replica shows what was pushed",
        async () => {
          const { content } = await callRoute(replicaUrl, stations.searchLocations, {
            token,
            query: {
              latitude: FIRST_LATITUDE + 0.5,
              longitude: 73.85,
              distance: 200,
              page_size: 100,
            },
          });
          const shown = new Map(
            content.flatMap(({ evses }) => evses.map((evse) => [evse.uid, evse.status] as const)),
          );
          unseen = [...taken].filter(([uid, status]) => shown.get(uid) !== status).length;
          return unseen === 0;
        },
        20_000,
      ).catch(() => {});
      return unseen;
    },
  };
}
