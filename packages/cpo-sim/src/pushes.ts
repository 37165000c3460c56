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
  /** Remembers a push; it goes out after those of the same lane. */
  add(operator: string, lane: string, push: Push): void;
  /** Sends what was remembered. */
  flush(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** From now on nothing is sent, and what is under way counts as not sent. */
  stop(): void;
};

/**
 * What goes out to the eMSP, in order within a lane (one charge, one evse). As OCPI wants it, a failed push is not kept
 * for later: whoever missed it pulls. A row lives until its push was tried, so a killed process loses none.
 */
export function createPushes(
  store: Store,
  clientOf: (operator: string) => OcpiClient | null,
  currentSession: (id: string) => Session | null,
  onError: (error: unknown) => void,
  /** Whether an operator's charge records wait for a better day. */
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

  /** OCPI 2.2.1 transport, PATCH: after a failure the client looks whether the object is there, and puts it if not. */
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
      // Only an object of ours that is not OCPI gets here.
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
        // Those kept back are tried again: what kept them may be over.
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
