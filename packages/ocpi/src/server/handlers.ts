import type { Party } from "../ids.ts";
import type { CommandKind } from "../types/commands.ts";
import type {
  AuthorizationInfo,
  CancelReservation,
  Cdr,
  ChargingPreferences,
  ChargingPreferencesResponse,
  ClientInfo,
  CommandResponse,
  CommandResult,
  Connector,
  ConnectorPatch,
  Credentials,
  Evse,
  EvsePatch,
  InvoiceRecord,
  Location,
  LocationPatch,
  LocationReferences,
  ReserveNow,
  Session,
  SessionPatch,
  StartSession,
  StopSession,
  Tariff,
  Token,
  TokenPatch,
} from "../types/objects.ts";
import type { VersionNumber } from "../versions.ts";
import type { Reply } from "./reply.ts";

/** The caller, as returned by `authenticate`. Without `registered` only versions and credentials answer. */
export type Peer = {
  registered: boolean;
  parties: readonly Party[];
  /** The one that it speaks with us, if known. */
  version?: VersionNumber;
};

/** Who called, and how. */
export type Context<P extends Peer> = {
  peer: P;
  /** Of the address that was called. */
  version: VersionNumber;
  /** Routing headers, when the peer sent them. */
  from?: Party;
  to?: Party;
  requestId: string;
  correlationId: string;
  /** The credentials token of the request. */
  token: string;
  /** The body as sent, before unknown fields were dropped. */
  raw: unknown;
};

/** What of a list was asked for: `date_from` inclusive, `date_to` exclusive, in UTC. */
export type ListRequest = {
  date_from?: string;
  date_to?: string;
  offset: number;
  limit: number;
};
/** `total` counts the objects that match the dates, without offset and limit. Oldest first. */
export type Listed<T> = { items: readonly T[]; total: number };

type Answer<T = undefined> = Promise<Reply<T>> | Reply<T>;
type List<P extends Peer, T> = (
  context: Context<P>,
  request: ListRequest,
) => Promise<Listed<T>> | Listed<T>;

/** Registration, which every party offers. */
export type CredentialsHandlers<P extends Peer> = {
  get(context: Context<P>): Answer<Credentials>;
  post(context: Context<P>, credentials: Credentials): Answer<Credentials>;
  put(context: Context<P>, credentials: Credentials): Answer<Credentials>;
  delete(context: Context<P>): Answer;
};

/** What an eMSP offers; absent modules are not offered. `owner` is the country and party of the address, already checked to be the peer's. */
export type EmspHandlers<P extends Peer> = {
  credentials: CredentialsHandlers<P>;
  locations?: {
    getLocation?(context: Context<P>, owner: Party, id: string): Answer<Location>;
    getEvse?(context: Context<P>, owner: Party, id: string, uid: string): Answer<Evse>;
    getConnector?(
      context: Context<P>,
      owner: Party,
      id: string,
      uid: string,
      connectorId: string,
    ): Answer<Connector>;
    putLocation(context: Context<P>, owner: Party, location: Location): Answer;
    putEvse(context: Context<P>, owner: Party, id: string, evse: Evse): Answer;
    putConnector(
      context: Context<P>,
      owner: Party,
      id: string,
      uid: string,
      connector: Connector,
    ): Answer;
    patchLocation(context: Context<P>, owner: Party, id: string, patch: LocationPatch): Answer;
    patchEvse(context: Context<P>, owner: Party, id: string, uid: string, patch: EvsePatch): Answer;
    patchConnector(
      context: Context<P>,
      owner: Party,
      id: string,
      uid: string,
      connectorId: string,
      patch: ConnectorPatch,
    ): Answer;
  };
  tariffs?: {
    get?(context: Context<P>, owner: Party, id: string): Answer<Tariff>;
    put(context: Context<P>, owner: Party, tariff: Tariff): Answer;
    delete(context: Context<P>, owner: Party, id: string): Answer;
  };
  sessions?: {
    get?(context: Context<P>, owner: Party, id: string): Answer<Session>;
    put(context: Context<P>, owner: Party, session: Session): Answer;
    /** charging_periods of a patch are to be appended. */
    patch(context: Context<P>, owner: Party, id: string, patch: SessionPatch): Answer;
  };
  cdrs?: {
    /** Returns the id under which `get` finds it again: it becomes the Location header. */
    post(context: Context<P>, cdr: Cdr): Answer<{ id: string }>;
    get(context: Context<P>, id: string): Answer<Cdr>;
  };
  /** OCPI 2.3.0: which CDRs stand on an operator's invoice. */
  invoices?: {
    get(context: Context<P>, owner: Party, id: string): Answer<InvoiceRecord>;
    /** A new one, or one that changed. */
    put(context: Context<P>, record: InvoiceRecord): Answer;
    delete(context: Context<P>, owner: Party, id: string): Answer;
  };
  tokens?: {
    list: List<P, Token>;
    authorize(
      context: Context<P>,
      uid: string,
      type: string,
      place: LocationReferences | undefined,
    ): Answer<AuthorizationInfo>;
  };
  /** Called for hubs only; any other caller is refused. */
  clients?: {
    get(context: Context<P>, client: Party): Answer<ClientInfo>;
    put(context: Context<P>, client: ClientInfo): Answer;
  };
  commandResult?(
    context: Context<P>,
    kind: CommandKind,
    commandId: string,
    result: CommandResult,
  ): Answer;
};

/** A command, with its body as read. */
export type Command =
  | { kind: "START_SESSION"; body: StartSession }
  | { kind: "STOP_SESSION"; body: StopSession }
  | { kind: "RESERVE_NOW"; body: ReserveNow }
  | { kind: "CANCEL_RESERVATION"; body: CancelReservation };

/** What a CPO offers; absent modules are not offered. */
export type CpoHandlers<P extends Peer> = {
  credentials: CredentialsHandlers<P>;
  locations?: {
    list: List<P, Location>;
    getLocation?(context: Context<P>, id: string): Answer<Location>;
    getEvse?(context: Context<P>, id: string, uid: string): Answer<Evse>;
    getConnector?(
      context: Context<P>,
      id: string,
      uid: string,
      connectorId: string,
    ): Answer<Connector>;
  };
  tariffs?: { list: List<P, Tariff> };
  sessions?: {
    list: List<P, Session>;
    /** Absent: the operator does not support charging preferences. */
    prefer?(
      context: Context<P>,
      sessionId: string,
      preferences: ChargingPreferences,
    ): Answer<ChargingPreferencesResponse>;
  };
  cdrs?: { list: List<P, Cdr> };
  tokens?: {
    get?(context: Context<P>, owner: Party, uid: string, type: string): Answer<Token>;
    put(context: Context<P>, owner: Party, token: Token): Answer;
    patch(context: Context<P>, owner: Party, uid: string, type: string, patch: TokenPatch): Answer;
  };
  /** UNLOCK_CONNECTOR and unknown commands are answered NOT_SUPPORTED without calling a handler. */
  command?(context: Context<P>, command: Command): Answer<CommandResponse>;
};
