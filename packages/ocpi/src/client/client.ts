import * as z from "zod/mini";
import { header } from "../transport.ts";
import {
  type AuthorizationInfo,
  type CancelReservation,
  type Cdr,
  type ChargingPreferences,
  type ChargingPreferencesResponse,
  type ClientInfo,
  type CommandResponse,
  type CommandResult,
  type Connector,
  type Credentials,
  type Evse,
  type EvsePatch,
  type Location,
  type LocationPatch,
  type LocationReferences,
  reading,
  type ReserveNow,
  type Session,
  type SessionPatch,
  type StartSession,
  type StopSession,
  type Tariff,
  type Token,
  type TokenPatch,
  type Version,
  type VersionDetails,
  write,
  writing,
} from "../types/schemas.ts";
import { withRoles } from "../versions.ts";
import { asAnswer, type CommandKind } from "../types/commands.ts";
import {
  type Call,
  type CallOptions,
  type ClientOptions,
  createCaller,
  type Failure,
  type Result,
  withType,
} from "./call.ts";
import { invoiceCalls } from "./invoice-calls.ts";
import { crawl, type ListQuery, type Page } from "./pages.ts";

/** One unknown entry of a later version does not hide the others. */
const looseList = z.array(z.unknown());

/**
 * The client end of OCPI, for both parties. Every call answers `{ok: true, data}` or a Failure;
 * only objects of ours that are not valid OCPI throw. START_SESSION is never repeated here, nor anything else.
 */
export function createOcpiClient(options: ClientOptions) {
  const caller = createCaller(options);
  const { country_code, party_id } = options.from;
  const own = [country_code, party_id] as const;

  type Target = ReturnType<typeof caller.endpoint>;
  const at = caller.endpoint;

  async function to<T>(target: Target, run: (url: string) => Promise<Result<T>>) {
    return target.ok ? run(target.url) : target;
  }

  const push = (target: Target, method: Call["method"], body?: unknown, call: CallOptions = {}) =>
    to(target, (url) => caller.push({ ...call, method, url, body, routed: true }));

  async function* list<S extends z.ZodMiniType>(
    module: string,
    item: S,
    query: ListQuery,
    routed = true,
  ): AsyncGenerator<Result<Page<z.output<S>>>> {
    const target = at(module, "SENDER");
    if (target.ok) yield* crawl(caller, { item, module }, target.url, query, routed);
    else yield target satisfies Failure;
  }

  const command = (
    kind: CommandKind,
    body: unknown,
    call: CallOptions = {},
  ): Promise<Result<CommandResponse>> =>
    to(at("commands", "RECEIVER", kind), (url) =>
      caller.ask(
        reading.commandResponse,
        { ...call, method: "POST", url, body, routed: true },
        asAnswer,
      ),
    );

  const credentials = (method: "GET" | "POST" | "PUT", body?: Credentials) =>
    to(at("credentials", null), (url) =>
      caller.ask(reading.credentials, {
        method,
        url,
        body: body && write(writing.credentials, body),
        routed: false,
      }),
    );

  return {
    // Configuration modules, both parties

    getVersions: async (url: string): Promise<Result<Version[]>> => {
      const answer = await caller.ask(looseList, { method: "GET", url, routed: false });
      if (!answer.ok) return answer;
      const versions = answer.data.flatMap((each) => {
        const version = caller.read(reading.version, each);
        return version.ok ? [version.data] : [];
      });
      return { ...answer, data: versions };
    },

    getVersionDetails: async (url: string): Promise<Result<VersionDetails>> => {
      const shape = z.object({ version: z.string(), endpoints: looseList });
      const answer = await caller.ask(shape, { method: "GET", url, routed: false });
      if (!answer.ok) return answer;
      const { version, endpoints: all } = answer.data;
      const endpoints = withRoles(version, all, options.peer ?? "CPO").flatMap((each) => {
        const endpoint = caller.read(reading.endpoint, each);
        return endpoint.ok ? [endpoint.data] : [];
      });
      return { ...answer, data: { version, endpoints } };
    },

    getCredentials: () => credentials("GET"),
    postCredentials: (body: Credentials) => credentials("POST", body),
    putCredentials: (body: Credentials) => credentials("PUT", body),
    deleteCredentials: () =>
      to(at("credentials", null), (url) => caller.push({ method: "DELETE", url, routed: false })),

    // Pull: an eMSP from a CPO (and tokens the other way)

    getLocations: (query: ListQuery = {}) => list("locations", reading.location, query),
    getTariffs: (query: ListQuery = {}) => list("tariffs", reading.tariff, query),
    getSessions: (query: ListQuery & { date_from: string }) =>
      list("sessions", reading.session, query),
    getCdrs: (query: ListQuery = {}) => list("cdrs", reading.cdr, query),
    /** The parties behind a hub; a configuration module, so without routing headers. */
    getClientInfos: (query: ListQuery = {}): AsyncGenerator<Result<Page<ClientInfo>>> =>
      list("hubclientinfo", reading.clientInfo, query, false),
    getTokens: (query: ListQuery = {}) => list("tokens", reading.token, query),

    getLocation: (id: string, call: CallOptions = {}): Promise<Result<Location>> =>
      to(at("locations", "SENDER", id), (url) =>
        caller.ask(reading.location, { ...call, method: "GET", url, routed: true }),
      ),
    getEvse: (id: string, evseUid: string, call: CallOptions = {}): Promise<Result<Evse>> =>
      to(at("locations", "SENDER", id, evseUid), (url) =>
        caller.ask(reading.evse, { ...call, method: "GET", url, routed: true }),
      ),

    // eMSP to CPO

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
    // UNLOCK_CONNECTOR is left out on purpose: a driver must never reach it.
    startSession: (body: StartSession, call?: CallOptions) =>
      command("START_SESSION", write(writing.startSession, body), call),
    stopSession: (body: StopSession, call?: CallOptions) =>
      command("STOP_SESSION", write(writing.stopSession, body), call),
    reserveNow: (body: ReserveNow, call?: CallOptions) =>
      command("RESERVE_NOW", write(writing.reserveNow, body), call),
    cancelReservation: (body: CancelReservation, call?: CallOptions) =>
      command("CANCEL_RESERVATION", write(writing.cancelReservation, body), call),
    /** Sends the operator the driver's preferences for a running charge. */
    setChargingPreferences: (
      sessionId: string,
      preferences: ChargingPreferences,
      call: CallOptions = {},
    ): Promise<Result<ChargingPreferencesResponse>> =>
      to(at("sessions", "SENDER", sessionId, "charging_preferences"), (url) =>
        caller.ask(reading.chargingPreferencesResponse, {
          ...call,
          method: "PUT",
          url,
          body: write(writing.chargingPreferences, preferences),
          routed: true,
        }),
      ),

    // CPO to eMSP

    putLocation: (location: Location, call?: CallOptions) =>
      push(
        at("locations", "RECEIVER", ...own, location.id),
        "PUT",
        write(writing.location, location),
        call,
      ),
    patchLocation: (id: string, patch: LocationPatch, call?: CallOptions) =>
      push(
        at("locations", "RECEIVER", ...own, id),
        "PATCH",
        write(writing.locationPatch, patch),
        call,
      ),
    putEvse: (locationId: string, evse: Evse, call?: CallOptions) =>
      push(
        at("locations", "RECEIVER", ...own, locationId, evse.uid),
        "PUT",
        write(writing.evse, evse),
        call,
      ),
    patchEvse: (locationId: string, evseUid: string, patch: EvsePatch, call?: CallOptions) =>
      push(
        at("locations", "RECEIVER", ...own, locationId, evseUid),
        "PATCH",
        write(writing.evsePatch, patch),
        call,
      ),
    putConnector: (locationId: string, evseUid: string, connector: Connector, call?: CallOptions) =>
      push(
        at("locations", "RECEIVER", ...own, locationId, evseUid, connector.id),
        "PUT",
        write(writing.connector, connector),
        call,
      ),
    putTariff: (tariff: Tariff, call?: CallOptions) =>
      push(
        at("tariffs", "RECEIVER", ...own, tariff.id),
        "PUT",
        write(writing.tariff, tariff),
        call,
      ),
    deleteTariff: (id: string, call?: CallOptions) =>
      push(at("tariffs", "RECEIVER", ...own, id), "DELETE", undefined, call),
    putSession: (session: Session, call?: CallOptions) =>
      push(
        at("sessions", "RECEIVER", ...own, session.id),
        "PUT",
        write(writing.session, session),
        call,
      ),
    patchSession: (id: string, patch: SessionPatch, call?: CallOptions) =>
      push(
        at("sessions", "RECEIVER", ...own, id),
        "PATCH",
        write(writing.sessionPatch, patch),
        call,
      ),
    getSession: (id: string, call: CallOptions = {}): Promise<Result<Session>> =>
      to(at("sessions", "RECEIVER", ...own, id), (url) =>
        caller.ask(reading.session, { ...call, method: "GET", url, routed: true }),
      ),
    /** `data.location` is where the eMSP keeps the record; the standard requires it, not every peer sends it. */
    postCdr: async (cdr: Cdr, call?: CallOptions): Promise<Result<{ location: string | null }>> => {
      const answer = await push(at("cdrs", "RECEIVER"), "POST", write(writing.cdr, cdr), call);
      if (!answer.ok) return answer;
      return { ...answer, data: { location: header(answer.headers, "location") ?? null } };
    },
    getCdrAt: (url: string, call: CallOptions = {}): Promise<Result<Cdr>> =>
      caller.ask(reading.cdr, { ...call, method: "GET", url, routed: true }),
    postCommandResult: (responseUrl: string, result: CommandResult, call: CallOptions = {}) =>
      caller.push({
        ...call,
        method: "POST",
        url: responseUrl,
        body: write(writing.commandResult, result),
        routed: true,
      }),
    authorizeToken: (
      uid: string,
      type: string = "RFID",
      place?: LocationReferences,
      call: CallOptions = {},
    ): Promise<Result<AuthorizationInfo>> =>
      to(withType(at("tokens", "SENDER", uid, "authorize"), type), (url) =>
        caller.ask(reading.authorizationInfo, {
          ...call,
          method: "POST",
          url,
          body: place && write(writing.locationReferences, place),
          routed: true,
        }),
      ),
    ...invoiceCalls(caller, push, options.from),
  };
}

export type OcpiClient = ReturnType<typeof createOcpiClient>;
