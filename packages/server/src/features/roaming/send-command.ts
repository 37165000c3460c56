import {
  writeDateTime,
  type CommandResponse,
  type CommandResult,
  type Result,
  type Token,
} from "@voltmarg/ocpi";
import {
  claimCommand,
  findCommand,
  findOperator,
  noteContact,
  noteResponse,
  noteResult,
} from "./operators.store.ts";
import {
  OCPI_BASE,
  registeredClient,
  type CommandOutcome,
  type RoamingDeps,
} from "./roaming-deps.ts";

export type CommandOrder = {
  commandId: string;
  operatorId: string;
  userId: string;
  sessionId: string;
} & (
  | { kind: "START_SESSION"; locationId: string; evseUid: string; connectorId: string }
  | { kind: "STOP_SESSION"; ocpiSessionId: string }
);

/** The driver as OCPI knows them; whitelist NEVER is recommended for app users. */
function tokenOf(deps: RoamingDeps, userId: string): Token {
  const { countryCode, partyId, name } = deps.party;
  return {
    country_code: countryCode,
    party_id: partyId,
    uid: userId,
    type: "APP_USER",
    contract_id:
      `${countryCode}-${partyId}-${userId.replace(/\W|_/g, "").toUpperCase().slice(-20)}`.slice(
        0,
        36,
      ),
    issuer: name,
    valid: true,
    whitelist: "NEVER",
    last_updated: writeDateTime(deps.clock.now()),
  };
}

function outcomeOf(answer: Result<CommandResponse>): CommandOutcome {
  if (answer.ok) {
    const { result, timeout, message } = answer.data;
    if (result === "ACCEPTED") return { outcome: "ACCEPTED", timeoutSeconds: timeout };
    return { outcome: "REFUSED", result, text: textOf(message) };
  }
  // A refusal of ours by HTTP 4xx or OCPI 2xxx never reached a charger; anything else may have.
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

const textOf = (message: readonly { text: string }[] | undefined) =>
  (message ?? []).map((m) => m.text).join(" ");

/**
 * Sends a command once. It is claimed in the database before it goes out, so that a crash in between leaves it
 * unknown (and asked about), never sent twice.
 */
export async function sendCommand(deps: RoamingDeps, order: CommandOrder): Promise<void> {
  const { db } = deps.database;
  const at = { kind: order.kind, userId: order.userId, sessionId: order.sessionId };
  const claimed = await claimCommand(db, { ...order, id: order.commandId, at: deps.clock.now() });
  if (!claimed) {
    const before = await findCommand(db, order.commandId);
    if (!before?.response) await deps.news.onCommand({ ...at, outcome: "UNKNOWN" });
    return;
  }
  const operator = await findOperator(db, order.operatorId);
  const client = registeredClient(deps, operator);
  if (!client) {
    await deps.news.onCommand({ ...at, outcome: "REFUSED", result: "REJECTED", text: "" });
    return;
  }
  const response_url = `${deps.publicUrl}${OCPI_BASE}/emsp/2.2.1/commands/${order.kind}/${order.commandId}`;
  const answer =
    order.kind === "START_SESSION"
      ? await client.startSession({
          response_url,
          token: tokenOf(deps, order.userId),
          location_id: order.locationId,
          evse_uid: order.evseUid,
          connector_id: order.connectorId,
          authorization_reference: order.sessionId,
        })
      : await client.stopSession({ response_url, session_id: order.ocpiSessionId });
  const outcome = outcomeOf(answer);
  if (answer.ok) await noteContact(db, order.operatorId, deps.clock.now());
  await noteResponse(
    db,
    order.commandId,
    answer.ok ? answer.data.result : `no: ${answer.message}`.slice(0, 200),
  );
  await deps.news.onCommand({ ...at, ...outcome });
}

/** The later result, on our unguessable address. Unknown or another partner's command: false. */
export async function takeResult(
  deps: RoamingDeps,
  operatorId: string,
  kind: string,
  commandId: string,
  result: CommandResult,
): Promise<boolean> {
  const { db } = deps.database;
  const command = await findCommand(db, commandId);
  if (!command || command.operator_id !== operatorId || command.kind !== kind) return false;
  if (!(await noteResult(db, commandId, result.result, deps.clock.now()))) return true;
  await deps.news.onCommand({
    kind: command.kind,
    userId: command.user_id,
    sessionId: command.session_id,
    ...resultOutcome(result),
  });
  return true;
}

function resultOutcome(result: CommandResult): CommandOutcome {
  if (result.result === "ACCEPTED") return { outcome: "DONE" };
  // The charge point did not say anything in time: it may still start.
  if (result.result === "TIMEOUT") return { outcome: "UNKNOWN" };
  return { outcome: "REFUSED", result: result.result, text: textOf(result.message) };
}
