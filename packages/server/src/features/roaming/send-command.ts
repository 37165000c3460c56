import type { CommandResponse, CommandResult, OcpiClient, Party, Result } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import type { OutboxRun } from "../../platform/outbox/outbox.ts";
import { traced, traceparent } from "../../platform/observability/tracing.ts";
import {
  claimCommand,
  findCommand,
  noteResponse,
  noteResult,
  REFUSALS,
  type CommandKind,
} from "./commands.store.ts";
import { registeredClient } from "./circuit-breakers.ts";
import { findOperator, noteContact, type OperatorRow } from "./operators.store.ts";
import { findParty } from "./parties.store.ts";
import { OCPI_BASE, type CommandOutcome, type RoamingDeps } from "./roaming-deps.ts";
import { tokenOf } from "./tokens.ts";

export type CommandOrder = {
  commandId: string;
  operatorId: string;
  userId: string;
  /** Our session's id; for a reservation, its id. */
  sessionId: string;
  /** The party that runs the location. */
  party: Party;
} & (
  | { kind: "START_SESSION"; locationId: string; evseUid: string; connectorId: string }
  | { kind: "STOP_SESSION"; ocpiSessionId: string }
  | { kind: "RESERVE_NOW"; locationId: string; evseUid?: string; expiresAt: string }
  | { kind: "CANCEL_RESERVATION" }
);

function outcomeOf(answer: Result<CommandResponse>): CommandOutcome {
  if (answer.ok) {
    const { result, timeout, message } = answer.data;
    if (result === "ACCEPTED") return { outcome: "ACCEPTED", timeoutSeconds: timeout ?? null };
    return refusedBy(result, message);
  }
  // HTTP 429: it takes no commands for now, whatever they are.
  if (answer.reason === "unsent" || answer.status === 429)
    return { outcome: "REFUSED", result: "UNREACHABLE", text: "" };
  // A request refused with HTTP 4xx or OCPI 2xxx never reached a charger; any other may have.
  const refused =
    (answer.reason === "http" &&
      answer.status !== undefined &&
      answer.status >= 400 &&
      answer.status < 500) ||
    (answer.reason === "ocpi" &&
      answer.status_code !== undefined &&
      answer.status_code >= 2000 &&
      answer.status_code < 3000);
  return refused ? { outcome: "REFUSED", result: "REJECTED", text: "" } : { outcome: "UNKNOWN" };
}

/** A refusal that OCPI defines is certain; after TIMEOUT or an unknown value the charger may still start. */
const refusedBy = (result: string, message: CommandResponse["message"]): CommandOutcome =>
  REFUSALS.includes(result)
    ? { outcome: "REFUSED", result, text: textOf(message) }
    : { outcome: "UNKNOWN" };

const textOf = (message: readonly { text: string }[] | undefined) =>
  (message ?? []).map((m) => m.text).join(" ");

/**
 * Sends a command once. It is claimed in the database before it is sent, so that after a crash in between its outcome is
 * unknown (and asked about), and it is never sent twice.
 */
export async function sendCommand(
  deps: RoamingDeps,
  order: CommandOrder,
  run?: Pick<OutboxRun, "finish">,
): Promise<void> {
  const { db } = deps.database;
  const { kind, userId, sessionId } = order;
  const at = { kind, userId, sessionId, ...(run && { alongside: run.finish }) };
  const place = "locationId" in order ? order : null;
  const claimed = await claimCommand(db, {
    ...order,
    id: order.commandId,
    locationId: place?.locationId ?? null,
    evseUid: place?.evseUid ?? null,
    at: deps.clock.now(),
    trace: traceparent(),
  });
  if (!claimed) {
    const before = await findCommand(db, order.commandId);
    if (!before?.response) await reportOutcome(deps, { ...at, outcome: "UNKNOWN" });
    return;
  }
  const operator = await findOperator(db, order.operatorId);
  const to = addresseeOf(operator, order.party);
  const client = registeredClient(deps, operator, to ? { to } : {});
  // A running session must be stoppable, whatever its hub says.
  const isStart = kind === "START_SESSION" || kind === "RESERVE_NOW";
  const isAway = isStart && to && (await findParty(db, to))?.is_unreachable;
  if (!operator || !client || isAway) {
    await reportOutcome(deps, { ...at, outcome: "REFUSED", result: "UNREACHABLE", text: "" });
    return;
  }
  const response_url = `${deps.publicUrl}${OCPI_BASE}/emsp/${operator.ocpi_version}/commands/${order.kind}/${order.commandId}`;
  const answer = await send(deps, client, order, response_url);
  const outcome = outcomeOf(answer);
  if (answer.ok) await noteContact(db, order.operatorId, deps.clock.now());
  await noteResponse(
    db,
    order.commandId,
    answer.ok ? answer.data.result : `no: ${answer.message}`.slice(0, 200),
  );
  await reportOutcome(deps, { ...at, ...outcome });
}

/** Behind a hub, the party that runs the location; undefined: the partner itself. */
export const addresseeOf = (operator: OperatorRow | null, party: Party): Party | undefined =>
  operator?.kind === "HUB" ? party : undefined;

async function send(
  deps: RoamingDeps,
  client: OcpiClient,
  order: CommandOrder,
  response_url: string,
): Promise<Result<CommandResponse>> {
  const token = async () => {
    const uid = await deps.drivers.uidAt(order.operatorId, order.userId);
    return tokenOf(deps, { uid, valid: true });
  };
  switch (order.kind) {
    case "START_SESSION":
      return client.startSession({
        response_url,
        token: await token(),
        location_id: order.locationId,
        evse_uid: order.evseUid,
        connector_id: order.connectorId,
        authorization_reference: order.sessionId,
      });
    case "STOP_SESSION":
      return client.stopSession({ response_url, session_id: order.ocpiSessionId });
    case "RESERVE_NOW":
      return client.reserveNow({
        response_url,
        token: await token(),
        expiry_date: order.expiresAt,
        reservation_id: order.sessionId,
        location_id: order.locationId,
        ...(order.evseUid ? { evse_uid: order.evseUid } : {}),
        authorization_reference: order.sessionId,
      });
    case "CANCEL_RESERVATION":
      return client.cancelReservation({ response_url, reservation_id: order.sessionId });
  }
}

type About = {
  kind: CommandKind;
  userId: string;
  sessionId: string;
  alongside?: (tx: Tx) => Promise<unknown>;
} & CommandOutcome;

/** Passes the outcome of a session's command on. The outcome of a reservation is only stored. */
async function reportOutcome(deps: RoamingDeps, about: About): Promise<void> {
  if (about.kind === "START_SESSION" || about.kind === "STOP_SESSION")
    await deps.events.onCommand({ ...about, kind: about.kind });
}

/** Stores the asynchronous result, sent to our unguessable URL. False: unknown, or another partner's command. */
export async function storeResult(
  deps: RoamingDeps,
  operatorId: string,
  kind: string,
  commandId: string,
  result: CommandResult,
): Promise<boolean> {
  const { db } = deps.database;
  const command = await findCommand(db, commandId);
  if (!command || command.operator_id !== operatorId || command.kind !== kind) return false;
  // Operators do not send our trace back: it is stored with the command.
  const work = { name: `result of ${kind}`, kind: "consumer", parent: command.trace } as const;
  const take = async () => {
    if (!(await noteResult(db, commandId, result.result, deps.clock.now()))) return;
    await reportOutcome(deps, {
      kind: command.kind,
      userId: command.user_id,
      sessionId: command.session_id,
      ...resultOutcome(result),
    });
  };
  await (command.trace ? traced(work, take) : take());
  return true;
}

function resultOutcome(result: CommandResult): CommandOutcome {
  if (result.result === "ACCEPTED" || result.result === "CANCELED_RESERVATION")
    return { outcome: "DONE" };
  return refusedBy(result.result, result.message);
}
