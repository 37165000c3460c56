import { randomUUID } from "node:crypto";
import {
  type Command,
  type CommandResponse,
  type CommandResult,
  done,
  refuse,
  type Reply,
  type StartSession,
  statusCodes,
  type StopSession,
  writeDateTime,
} from "@voltmarg/ocpi";
import type { Schedule, Due } from "./schedule.ts";
import type { Charges, Order } from "./charging/charges.ts";
import type { Pushes } from "./pushes.ts";
import { say, type ScenarioBindings, type Step } from "./scenarios.ts";
import type { Stations } from "./stations.ts";
import type { Store } from "./store.ts";

type Planned = { step: Step; order: Order; responseUrl: string };
type Stopping = { sessionId: string; responseUrl: string };

const stopAfterMs = 1000;
const rejected = (text: string): Reply<CommandResponse> =>
  done<CommandResponse>({ result: "REJECTED", timeout: 0, message: say(text) });

export type Commands = ReturnType<typeof createCommands>;

/** OCPI commands at the operator: an immediate answer, and the following steps in the schedule. */
export function createCommands(options: {
  store: Store;
  schedule: () => Schedule;
  pushes: Pushes;
  charges: Charges;
  scenarios: ScenarioBindings;
  stationsOf(operator: string): Stations;
  now(): number;
}) {
  const { store, pushes, charges, scenarios, stationsOf, now } = options;

  function receive(operator: string, command: Command): Reply<CommandResponse> {
    return store.transact(() => {
      const id = randomUUID();
      const reply =
        command.kind === "START_SESSION"
          ? start(operator, id, command.body)
          : command.kind === "STOP_SESSION"
            ? stop(operator, command.body)
            : done<CommandResponse>({ result: "NOT_SUPPORTED", timeout: 0 });
      const seen = {
        kind: command.kind,
        operator,
        received_at: writeDateTime(now()),
        ...(command.kind === "START_SESSION" && {
          token: command.body.token,
          authorization_reference: command.body.authorization_reference ?? null,
        }),
        body: command.body,
        response: reply.ok ? reply.data : { status_code: reply.status_code },
      };
      store.run(
        "INSERT INTO command (id, operator, data) VALUES (?, ?, ?)",
        id,
        operator,
        JSON.stringify(seen),
      );
      return reply;
    });
  }

  function start(operator: string, commandId: string, body: StartSession): Reply<CommandResponse> {
    const stations = stationsOf(operator);
    const location = stations.find(body.location_id);
    if (!location)
      return refuse(statusCodes.unknownLocation, `unknown location ${body.location_id}`);
    const evse =
      body.evse_uid === undefined
        ? location.evses!.find(({ status }) => status === "AVAILABLE")
        : stations.place(location.id, body.evse_uid)?.evse;
    if (!evse) return rejected("No such charge point here");
    const connector = evse.connectors.find(
      ({ id }) => id === (body.connector_id ?? evse.connectors[0]!.id),
    );
    if (!connector) return rejected("No such connector here");
    if (!body.token.valid) return rejected("The token is not valid");

    const { response, steps, habits } = scenarios.take(evse.uid);
    const { country_code, party_id, uid, type, contract_id } = body.token;
    const order: Order = {
      lane: commandId,
      operator,
      locationId: location.id,
      evseUid: evse.uid,
      connectorId: connector.id,
      token: { country_code, party_id, uid, type, contract_id },
      ...(body.authorization_reference !== undefined && {
        authorizationReference: body.authorization_reference,
      }),
      ...(habits && { habits }),
    };
    for (const step of steps) {
      const planned: Planned = { step, order, responseUrl: body.response_url };
      options.schedule().plan(now() + step.after * 1000, "step", commandId, planned);
    }
    return done(response);
  }

  function stop(operator: string, body: StopSession): Reply<CommandResponse> {
    const record = charges.load(body.session_id);
    if (record?.operator !== operator) {
      return done<CommandResponse>({ result: "UNKNOWN_SESSION", timeout: 0 });
    }
    if (record.status !== "ACTIVE" && record.status !== "PENDING")
      return rejected("The session has ended");
    if (record.habits?.refusesStop) return rejected("This charge point does not stop from afar");
    const stopping: Stopping = { sessionId: record.id, responseUrl: body.response_url };
    options.schedule().plan(now() + stopAfterMs, "stop", randomUUID(), stopping);
    return done<CommandResponse>({ result: "ACCEPTED", timeout: 30 });
  }

  function answer(operator: string, lane: string, responseUrl: string, result: CommandResult) {
    pushes.add(operator, lane, { kind: "result", responseUrl, result });
  }

  function takeStep({ at, data }: Due) {
    const { step, order, responseUrl } = data as Planned;
    const tell = (result: CommandResult["result"], text?: string) =>
      answer(order.operator, order.lane, responseUrl, {
        result,
        ...(text !== undefined && { message: say(text) }),
      });
    if (step.do === "answer") {
      tell(step.result, step.text);
      return;
    }
    const place = stationsOf(order.operator).place(order.locationId, order.evseUid)!;
    const hindrance = whyNot(place.evse.status, charges.openAt(order.evseUid) !== null);
    if (hindrance) {
      if (step.answer) tell(hindrance);
    } else if (step.onlyIfPlugged && !place.plugged) {
      tell("FAILED", "No vehicle is connected");
    } else {
      if (step.answer) tell("ACCEPTED");
      charges.begin(order, place, at);
    }
  }

  function takeStop({ at, data }: Due) {
    const { sessionId, responseUrl } = data as Stopping;
    const record = charges.load(sessionId);
    if (!record) return;
    answer(record.operator, record.lane, responseUrl, { result: "ACCEPTED" });
    if (record.status === "ACTIVE" || record.status === "PENDING") charges.end(record, at);
  }

  return { receive, actions: { step: takeStep, stop: takeStop } };
}

function whyNot(status: string, busy: boolean): CommandResult["result"] | null {
  if (busy || status === "CHARGING" || status === "RESERVED") return "EVSE_OCCUPIED";
  return status === "AVAILABLE" || status === "UNKNOWN" ? null : "EVSE_INOPERATIVE";
}
