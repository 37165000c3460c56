import {
  created,
  done,
  invalid,
  missing,
  read as readOcpi,
  reading,
  refuse,
  sameId,
  statusCodes,
  type Connector,
  type ConnectorPatch,
  type EmspHandlers,
  type Evse,
  type Location,
  type LocationPatch,
  type Party,
  type Reply,
} from "@voltmarg/ocpi";
import { createKeyedMutex } from "../../platform/locks/keyed-mutex.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import { registeredClient } from "./circuit-breakers.ts";
import { findOperator } from "./operators.store.ts";
import type { OperatorPeer } from "./counterparties.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { judgePower } from "./judge-power.ts";
import { readingRules } from "./reading-rules.ts";
import { clampFutureDates } from "./clamp-future-dates.ts";

type Handlers = NonNullable<EmspHandlers<OperatorPeer>["locations"]>;

const unknown = refuse(statusCodes.unknownLocation, "no such location, EVSE or connector");

/**
 * OCPI 2.2.1 mod_locations, receiver: PUT, PATCH and GET of locations, EVSEs and connectors. An older update never
 * overwrites a newer one. A PUT of a new object is answered 201 (RFC 9110, 9.3.4). An unknown location is requested
 * from the partner, as often as `lookUps` allows.
 */
export function locationReceiver(deps: RoamingDeps, lookUps: RateLimiter): Handlers {
  const { events } = deps;
  /**
   * Reads, changes and writes a location under a lease: two changes of one location run one after the other, on whichever
   * replicas they arrive. An unknown location is pulled first, outside the lease.
   */
  async function changeLocation(
    operatorId: string,
    owner: Party,
    id: string,
    work: (location: Location) => Promise<Reply>,
  ): Promise<Reply> {
    const change = () =>
      deps.turns(nameOf(owner, id), async () => {
        const location = await events.readLocation(owner, id);
        return location && work(location);
      });
    const changed = await change();
    if (changed) return changed;
    return ((await fetchLocation(operatorId, owner, id)) && (await change())) ?? unknown;
  }

  const fetches = createKeyedMutex();
  /** PATCH or part of a PUT that came before the location itself. Several that wait for one location fetch it once. */
  const fetchLocation = (operatorId: string, owner: Party, id: string): Promise<Location | null> =>
    fetches(
      nameOf(owner, id),
      async () => (await events.readLocation(owner, id)) ?? fetchNow(operatorId, owner, id),
    );

  async function fetchNow(operatorId: string, owner: Party, id: string): Promise<Location | null> {
    const place = lookUps.enter(operatorId);
    if (!place.ok) return null;
    try {
      const operator = await findOperator(deps.database.db, operatorId);
      const found = await registeredClient(deps, operator, { to: owner, owner })?.getLocation(id);
      if (!found?.ok || !sameId(found.data.id, id)) return null;
      if (!sameId(found.data.party_id, owner.party_id)) return null;
      if (!sameId(found.data.country_code, owner.country_code)) return null;
      await events.onLocations(operatorId, [clampFutureDates(deps, found.data)]);
      return events.readLocation(owner, id);
    } finally {
      place.leave();
    }
  }

  /** Changes one EVSE of a stored location. `change` returns null if there is nothing to change. */
  const onEvseOf = (
    operatorId: string,
    owner: Party,
    id: string,
    uid: string,
    change: (evse: Evse) => Evse | null,
    isNew: (evse: Evse) => boolean = () => false,
  ): Promise<Reply> =>
    changeLocation(operatorId, owner, id, async (location) => {
      const evse = evseIn(location, uid);
      const changed = evse && change(evse);
      if (!changed) return unknown;
      if (!(await events.onEvse(owner, id, changed))) return unknown;
      return isNew(evse) ? created() : done();
    });

  return {
    getLocation: async (_context, owner, id) => {
      const location = await events.readLocation(owner, id);
      return location ? done(location) : missing("no such location");
    },
    getEvse: async (_context, owner, id, uid) => {
      const evse = evseIn(await events.readLocation(owner, id), uid);
      return evse ? done(evse) : missing("no such EVSE");
    },
    getConnector: async (_context, owner, id, uid, connectorId) => {
      const evse = evseIn(await events.readLocation(owner, id), uid);
      const connector = evse?.connectors.find((each) => sameId(each.id, connectorId));
      return connector ? done(connector) : missing("no such connector");
    },
    putLocation: async ({ peer }, owner, location) => {
      const known = await events.readLocation(owner, location.id);
      await events.onLocations(peer.operatorId, [clampFutureDates(deps, location)]);
      return known ? done() : created();
    },
    putEvse: async ({ peer }, owner, id, evse) => {
      // OCPI compares ids case-insensitively: the EVSE keeps the uid it had first.
      const known = evseIn(await events.readLocation(owner, id), evse.uid);
      const normal = { ...clampFutureDates(deps, evse), uid: known?.uid ?? evse.uid };
      const answer = known ? done() : created();
      if (await events.onEvse(owner, id, normal)) return answer;
      if (!(await fetchLocation(peer.operatorId, owner, id))) return unknown;
      return (await events.onEvse(owner, id, normal)) ? answer : unknown;
    },
    patchEvse: async ({ peer }, owner, id, uid, patch) => {
      const normal = { party: owner, locationId: id, uid, patch: clampFutureDates(deps, patch) };
      if (await events.onEvsePatch(normal)) return done();
      const location = await events.readLocation(owner, id);
      if (location || !(await fetchLocation(peer.operatorId, owner, id))) return unknown;
      return (await events.onEvsePatch(normal)) ? done() : unknown;
    },
    patchLocation: ({ peer }, owner, id, patch) =>
      changeLocation(peer.operatorId, owner, id, async (location) => {
        const normal: LocationPatch = clampFutureDates(deps, patch);
        if (isOlder(normal, location)) return done();
        const whole = { ...location, ...normal, id: location.id, ...partyOf(location) };
        // Fields that contradict each other are found in the whole alone.
        const read = readOcpi(reading.location, whole, { rules: readingRules(deps) });
        if (!read.ok) return invalid(read.message);
        await events.onLocations(peer.operatorId, [read.data]);
        return done();
      }),
    putConnector: ({ peer }, owner, id, uid, connector) =>
      onEvseOf(
        peer.operatorId,
        owner,
        id,
        uid,
        (evse) => withConnector(evse, clampFutureDates(deps, connector)),
        (evse) => !evse.connectors.some((each) => sameId(each.id, connector.id)),
      ),
    patchConnector: ({ peer }, owner, id, uid, connectorId, patch) =>
      onEvseOf(peer.operatorId, owner, id, uid, (evse) => {
        const normal: ConnectorPatch = clampFutureDates(deps, patch);
        const known = evse.connectors.find((each) => sameId(each.id, connectorId));
        if (!known) return null;
        const connector = { ...known, ...normal, id: known.id };
        // A patch alone does not say what its power is compared with.
        deps.findings.note(peer.operatorId, {
          module: "locations",
          object: [owner.country_code, owner.party_id, id, uid, connectorId].join("/"),
          findings: judgePower(reading.connector, connector),
        });
        return withConnector(evse, connector);
      }),
  };
}

const nameOf = (owner: Party, id: string) =>
  `location ${owner.country_code}/${owner.party_id}/${id}`.toLowerCase();
const partyOf = ({ country_code, party_id }: Party): Party => ({ country_code, party_id });
const isOlder = (one: { last_updated: string }, other: { last_updated: string }) =>
  Date.parse(one.last_updated) < Date.parse(other.last_updated);

const evseIn = (location: Location | null, uid: string): Evse | undefined =>
  location?.evses?.find((each) => sameId(each.uid, uid));

/** OCPI 2.2.1 mod_locations: a change of a connector also changes its EVSE. A stale change is ignored. */
function withConnector(evse: Evse, connector: Connector): Evse {
  const at = evse.connectors.findIndex((each) => sameId(each.id, connector.id));
  const known = evse.connectors[at];
  if (known && isOlder(connector, known)) return evse;
  return {
    ...evse,
    connectors: known ? evse.connectors.with(at, connector) : [...evse.connectors, connector],
    last_updated: isOlder(connector, evse) ? evse.last_updated : connector.last_updated,
  };
}
