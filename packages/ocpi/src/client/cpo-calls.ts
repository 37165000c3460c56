import { header } from "../transport.ts";
import type {
  AuthorizationInfo,
  Cdr,
  CommandResult,
  Connector,
  ConnectorPatch,
  Evse,
  EvsePatch,
  InvoiceRecord,
  Location,
  LocationPatch,
  LocationReferences,
  Session,
  SessionPatch,
  Tariff,
  Token,
} from "../types/objects.ts";
import { reading, write, writing } from "../types/schemas.ts";
import type { Answer, CallOptions } from "./call.ts";
import type { ListQuery, Pages } from "./pages.ts";
import { type Requests, withType } from "./requests.ts";

const INVOICES = "invoicereconciliation";

/** What a CPO sends to an eMSP, and asks of it. `getStored…`: an object of ours as the eMSP has stored it. */
export function cpoCalls({ ask, push, get, list, endpoint: at, to, own }: Requests) {
  return {
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
    patchConnector: (
      locationId: string,
      evseUid: string,
      connectorId: string,
      patch: ConnectorPatch,
      call?: CallOptions,
    ) =>
      push(
        at("locations", "RECEIVER", ...own, locationId, evseUid, connectorId),
        "PATCH",
        write(writing.connectorPatch, patch),
        call,
      ),
    getStoredLocation: (id: string, call?: CallOptions): Answer<Location> =>
      get(at("locations", "RECEIVER", ...own, id), reading.location, call),
    getStoredEvse: (id: string, evseUid: string, call?: CallOptions): Answer<Evse> =>
      get(at("locations", "RECEIVER", ...own, id, evseUid), reading.evse, call),
    getStoredConnector: (
      id: string,
      evseUid: string,
      connectorId: string,
      call?: CallOptions,
    ): Answer<Connector> =>
      get(at("locations", "RECEIVER", ...own, id, evseUid, connectorId), reading.connector, call),
    putTariff: (tariff: Tariff, call?: CallOptions) =>
      push(
        at("tariffs", "RECEIVER", ...own, tariff.id),
        "PUT",
        write(writing.tariff, tariff),
        call,
      ),
    deleteTariff: (id: string, call?: CallOptions) =>
      push(at("tariffs", "RECEIVER", ...own, id), "DELETE", undefined, call),
    getStoredTariff: (id: string, call?: CallOptions): Answer<Tariff> =>
      get(at("tariffs", "RECEIVER", ...own, id), reading.tariff, call),
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
    /** As the eMSP has stored it. */
    getSession: (id: string, call?: CallOptions): Answer<Session> =>
      get(at("sessions", "RECEIVER", ...own, id), reading.session, call),
    /** `data.location` is where the eMSP keeps the record; the standard requires it, not every peer sends it. */
    postCdr: async (cdr: Cdr, call?: CallOptions): Answer<{ location: string | null }> => {
      const answer = await push(at("cdrs", "RECEIVER"), "POST", write(writing.cdr, cdr), call);
      if (!answer.ok) return answer;
      return { ...answer, data: { location: header(answer.headers, "location") ?? null } };
    },
    getCdrAt: (url: string, call?: CallOptions): Answer<Cdr> =>
      get({ ok: true, url }, reading.cdr, call),
    /** OCPI 2.3.0: a new record of an invoice, one that changed, one that was an error. */
    postInvoice: (record: InvoiceRecord, call?: CallOptions) =>
      push(at(INVOICES, "RECEIVER"), "POST", write(writing.invoiceRecord, record), call),
    putInvoice: (record: InvoiceRecord, call?: CallOptions) =>
      push(
        at(INVOICES, "RECEIVER", ...own, record.id),
        "PUT",
        write(writing.invoiceRecord, record),
        call,
      ),
    deleteInvoice: (id: string, call?: CallOptions) =>
      push(at(INVOICES, "RECEIVER", ...own, id), "DELETE", undefined, call),
    postCommandResult: (responseUrl: string, result: CommandResult, call?: CallOptions) =>
      push({ ok: true, url: responseUrl }, "POST", write(writing.commandResult, result), call),
    getTokens: (query: ListQuery = {}): Pages<Token> => list("tokens", reading.token, query),
    authorizeToken: (
      uid: string,
      type: string = "RFID",
      place?: LocationReferences,
      call: CallOptions = {},
    ): Answer<AuthorizationInfo> =>
      to(withType(at("tokens", "SENDER", uid, "authorize"), type), (url) =>
        ask(reading.authorizationInfo, {
          ...call,
          method: "POST",
          url,
          body: place && write(writing.locationReferences, place),
          routed: true,
        }),
      ),
  };
}
