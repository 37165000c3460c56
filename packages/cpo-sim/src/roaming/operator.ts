import {
  created,
  createOcpiServer,
  type Cdr,
  done,
  type Listed,
  type ListRequest,
  missing,
  type Peer,
  readDateTime,
  type Session,
  type Tariff,
  type Token,
  type VersionNumber,
} from "@voltmarg/ocpi";
import type { ChargeRecord } from "../charging/charge-record.ts";
import type { Commands } from "../commands.ts";
import type { Stations } from "../stations.ts";
import type { Store } from "../store.ts";
import type { Registrations } from "./registration.ts";

/** The OCPI interfaces of one operator. */
export function createOperatorServer(options: {
  store: Store;
  stations: Stations;
  backoffice: Registrations;
  commands: Commands;
  wire(record: ChargeRecord): Session;
  versions: () => readonly VersionNumber[];
  base: string;
  origin: () => string;
  onError(error: unknown): void;
}) {
  const { store, stations, backoffice, commands, wire, versions, base, origin, onError } = options;
  const { facts, tariffs } = stations.catalogue;
  const operator = facts.party_id;

  function changed<T>(
    table: "session" | "cdr",
    page: ListRequest,
    read: (data: string) => T,
  ): Listed<T> {
    const from = page.date_from === undefined ? 0 : readDateTime(page.date_from)!;
    const to = page.date_to === undefined ? Number.MAX_SAFE_INTEGER : readDateTime(page.date_to)!;
    const where = `FROM ${table} WHERE operator = ? AND updated_at >= ? AND updated_at < ?`;
    const total = Number(store.get(`SELECT count(*) AS total ${where}`, operator, from, to)!.total);
    const rows = store.all(
      `SELECT data ${where} ORDER BY seq LIMIT ? OFFSET ?`,
      operator,
      from,
      to,
      page.limit,
      page.offset,
    );
    return { items: rows.map(({ data }) => read(String(data))), total };
  }

  const loadToken = (uid: string, type: string): Token | null => {
    const row = store.get(
      "SELECT data FROM driver_token WHERE operator = ? AND uid = ? AND type = ?",
      operator,
      uid.toLowerCase(),
      type,
    );
    return row ? (JSON.parse(String(row.data)) as Token) : null;
  };
  const saveToken = (token: Token) =>
    store.run(
      `INSERT INTO driver_token (operator, uid, type, data) VALUES (?, ?, ?, ?)
       ON CONFLICT (operator, uid, type) DO UPDATE SET data = excluded.data`,
      operator,
      token.uid.toLowerCase(),
      token.type,
      JSON.stringify(token),
    );

  return createOcpiServer<Peer>({
    role: "CPO",
    base,
    origin,
    versions,
    maxLimit: 500,
    authenticate: backoffice.authenticate,
    onError,
    handlers: {
      credentials: backoffice.handlers,
      locations: {
        list: (_, page) => stations.list(page),
        getLocation: (_, id) => {
          const location = stations.find(id);
          return location && location.id.toLowerCase() === id.toLowerCase()
            ? done(location)
            : missing(`unknown location ${id}`);
        },
        getEvse: (_, id, uid) => {
          const place = stations.place(id, uid);
          return place ? done(place.evse) : missing(`unknown evse ${uid}`);
        },
        getConnector: (_, id, uid, connectorId) => {
          const connector = stations
            .place(id, uid)
            ?.evse.connectors.find((each) => each.id === connectorId);
          return connector ? done(connector) : missing(`unknown connector ${connectorId}`);
        },
      },
      tariffs: { list: (_, page) => listTariffs(tariffs, page) },
      sessions: {
        list: (_, page) =>
          changed("session", page, (data) => wire(JSON.parse(data) as ChargeRecord)),
      },
      cdrs: { list: (_, page) => changed("cdr", page, (data) => JSON.parse(data) as Cdr) },
      tokens: {
        get: (_, __, uid, type) => {
          const token = loadToken(uid, type);
          return token ? done(token) : missing(`unknown token ${uid}`);
        },
        put: (_, __, token) => {
          const known = loadToken(token.uid, token.type);
          saveToken(token);
          return known ? done() : created();
        },
        patch: (_, __, uid, type, patch) => {
          const known = loadToken(uid, type);
          if (!known) return missing(`unknown token ${uid}`);
          saveToken({ ...known, ...patch });
          return done();
        },
      },
      command: (_, command) => commands.receive(operator, command),
    },
  });
}

function listTariffs(tariffs: readonly Tariff[], page: ListRequest): Listed<Tariff> {
  const within = tariffs.filter(({ last_updated }) => {
    const at = readDateTime(last_updated)!;
    return (
      (page.date_from === undefined || at >= readDateTime(page.date_from)!) &&
      (page.date_to === undefined || at < readDateTime(page.date_to)!)
    );
  });
  return { items: within.slice(page.offset, page.offset + page.limit), total: within.length };
}
