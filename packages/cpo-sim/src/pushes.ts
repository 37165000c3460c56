import type {
  Cdr,
  CommandResult,
  EvsePatch,
  Failure,
  OcpiClient,
  Result,
  Session,
  SessionPatch,
} from "@voltmarg/ocpi";
import type { Store } from "./store.ts";

type Push =
  | { kind: "evse"; locationId: string; evseUid: string; patch: EvsePatch }
  | { kind: "session"; session: Session }
  | { kind: "sessionPatch"; id: string; patch: SessionPatch }
  | { kind: "cdr"; cdr: Cdr }
  | { kind: "result"; responseUrl: string; result: CommandResult };

export type Pushes = {
  /** Queues a push; it is sent after earlier ones of the same lane. */
  add(operator: string, lane: string, push: Push): void;
  /** Sends the queued pushes. */
  flush(): void;
  /** Resolves when no push is being sent. */
  idle(): Promise<void>;
  /** Stops sending; pushes in flight count as not sent. */
  stop(): void;
};

/**
 * Messages to the eMSP, in order within a lane (one charge, one EVSE). As OCPI specifies, a failed push is not
 * repeated: an eMSP that missed it pulls. A row lives until its push was tried, so a killed process loses none.
 */
export function createPushes(
  store: Store,
  clientOf: (operator: string) => OcpiClient | null,
  currentSession: (id: string) => Session | null,
  onError: (error: unknown) => void,
  /** Whether an operator delays its CDRs. */
  keepsCdrs: (operator: string) => boolean = () => false,
): Pushes {
  const lanes = new Map<string, Promise<void>>();
  const kept = new Set<number>();
  let taken = 0;
  let stopped = false;

  async function send(client: OcpiClient, push: Push): Promise<Result<unknown>> {
    switch (push.kind) {
      case "evse":
        return client.patchEvse(push.locationId, push.evseUid, push.patch);
      case "session":
        return client.putSession(push.session);
      case "sessionPatch": {
        const answer = await client.patchSession(push.id, push.patch);
        return answer.ok ? answer : repair(client, push.id, answer);
      }
      case "cdr":
        return client.postCdr(push.cdr);
      case "result":
        return client.postCommandResult(push.responseUrl, push.result);
    }
  }

  /**
   * OCPI 2.2.1 transport, PATCH: after a failure the client checks whether the object exists, and sends a PUT if
   * not.
   */
  async function repair(
    client: OcpiClient,
    id: string,
    failure: Failure,
  ): Promise<Result<unknown>> {
    if (failure.reason === "network") return failure;
    const there = await client.getSession(id);
    const session = currentSession(id);
    // Any refusal counts: not every eMSP offers the GET.
    if (there.ok || there.reason === "network" || !session) return failure;
    return client.putSession(session);
  }

  async function deliver(row: { seq: number; operator: string; push: Push }) {
    if (stopped) return;
    if (row.push.kind === "cdr" && keepsCdrs(row.operator)) return void kept.add(row.seq);
    try {
      const client = clientOf(row.operator);
      if (client) await send(client, row.push);
    } catch (error) {
      // Only an invalid OCPI object of ours gets here.
      onError(error);
    }
    if (!stopped) store.run("DELETE FROM push WHERE seq = ?", row.seq);
  }

  return {
    add: (operator, lane, push) =>
      store.run(
        "INSERT INTO push (operator, lane, data) VALUES (?, ?, ?)",
        operator,
        lane,
        JSON.stringify(push),
      ),
    flush: () => {
      if (stopped) return;
      for (const row of store.all("SELECT * FROM push ORDER BY seq")) {
        // Delayed pushes are tried again: the reason for the delay may be gone.
        if (Number(row.seq) <= taken && !kept.delete(Number(row.seq))) continue;
        taken = Math.max(taken, Number(row.seq));
        const lane = `${row.operator}/${row.lane}`;
        const work = (lanes.get(lane) ?? Promise.resolve()).then(() =>
          deliver({
            seq: Number(row.seq),
            operator: String(row.operator),
            push: JSON.parse(String(row.data)) as Push,
          }),
        );
        lanes.set(lane, work);
        void work.finally(() => {
          if (lanes.get(lane) === work) lanes.delete(lane);
        });
      }
    },
    stop: () => {
      stopped = true;
    },
    idle: async () => {
      while (lanes.size > 0) await Promise.all(lanes.values());
    },
  };
}
