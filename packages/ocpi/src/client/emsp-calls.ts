import { asAnswer, type CommandKind } from "../types/commands.ts";
import type {
  CancelReservation,
  Cdr,
  ChargingPreferences,
  ChargingPreferencesResponse,
  CommandResponse,
  Connector,
  Evse,
  InvoiceRecord,
  Location,
  ReserveNow,
  Session,
  StartSession,
  StopSession,
  Tariff,
  Token,
  TokenPatch,
} from "../types/objects.ts";
import { reading, write, writing } from "../types/schemas.ts";
import type { Answer, CallOptions } from "./call.ts";
import type { ListQuery, Pages } from "./pages.ts";
import { type Requests, withType } from "./requests.ts";

/** What an eMSP asks of a CPO, and sends to it. */
export function emspCalls({ ask, push, get, list, endpoint: at, to, own }: Requests) {
  const command = (
    kind: CommandKind,
    body: unknown,
    call: CallOptions = {},
  ): Answer<CommandResponse> =>
    to(at("commands", "RECEIVER", kind), (url) =>
      ask(reading.commandResponse, { ...call, method: "POST", url, body, routed: true }, asAnswer),
    );

  return {
    getLocations: (query: ListQuery = {}): Pages<Location> =>
      list("locations", reading.location, query),
    getTariffs: (query: ListQuery = {}): Pages<Tariff> => list("tariffs", reading.tariff, query),
    getSessions: (query: ListQuery & { date_from: string }): Pages<Session> =>
      list("sessions", reading.session, query),
    getCdrs: (query: ListQuery = {}): Pages<Cdr> => list("cdrs", reading.cdr, query),
    /** OCPI 2.3.0 */
    getInvoices: (query: ListQuery = {}): Pages<InvoiceRecord> =>
      list("invoicereconciliation", reading.invoiceRecord, query),

    getLocation: (id: string, call?: CallOptions): Answer<Location> =>
      get(at("locations", "SENDER", id), reading.location, call),
    getEvse: (id: string, evseUid: string, call?: CallOptions): Answer<Evse> =>
      get(at("locations", "SENDER", id, evseUid), reading.evse, call),
    getConnector: (
      id: string,
      evseUid: string,
      connectorId: string,
      call?: CallOptions,
    ): Answer<Connector> =>
      get(at("locations", "SENDER", id, evseUid, connectorId), reading.connector, call),

    putToken: (token: Token, call?: CallOptions) =>
      push(
        withType(
          at("tokens", "RECEIVER", token.country_code, token.party_id, token.uid),
          token.type,
        ),
        "PUT",
        write(writing.token, token),
        call,
      ),
    patchToken: (uid: string, type: string, patch: TokenPatch, call?: CallOptions) =>
      push(
        withType(at("tokens", "RECEIVER", ...own, uid), type),
        "PATCH",
        write(writing.tokenPatch, patch),
        call,
      ),
    /** As the CPO has stored it. */
    getToken: (uid: string, type: string, call?: CallOptions): Answer<Token> =>
      get(withType(at("tokens", "RECEIVER", ...own, uid), type), reading.token, call),

    // UNLOCK_CONNECTOR is left out: OCPI reserves it for help desks, and programs for drivers must not reach it.
    startSession: (body: StartSession, call?: CallOptions) =>
      command("START_SESSION", write(writing.startSession, body), call),
    stopSession: (body: StopSession, call?: CallOptions) =>
      command("STOP_SESSION", write(writing.stopSession, body), call),
    reserveNow: (body: ReserveNow, call?: CallOptions) =>
      command("RESERVE_NOW", write(writing.reserveNow, body), call),
    cancelReservation: (body: CancelReservation, call?: CallOptions) =>
      command("CANCEL_RESERVATION", write(writing.cancelReservation, body), call),
    /** The driver's preferences for a running session. */
    setChargingPreferences: (
      sessionId: string,
      preferences: ChargingPreferences,
      call: CallOptions = {},
    ): Answer<ChargingPreferencesResponse> =>
      to(at("sessions", "SENDER", sessionId, "charging_preferences"), (url) =>
        ask(reading.chargingPreferencesResponse, {
          ...call,
          method: "PUT",
          url,
          body: write(writing.chargingPreferences, preferences),
          routed: true,
        }),
      ),
  };
}
