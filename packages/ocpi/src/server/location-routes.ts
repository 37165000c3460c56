import { reading } from "../types/schemas.ts";
import type { EmspHandlers, Peer } from "./handlers.ts";
import { matching, owned, ownerPairs, type Route, withBody } from "./routes.ts";

/** OCPI 2.2.1 mod_locations, receiver: a location, an evse of it or a connector of that, by length of the address. */
export function locationRoutes<P extends Peer>(
  locations: NonNullable<EmspHandlers<P>["locations"]>,
): Route<P>[] {
  const row = { module: "locations", role: "RECEIVER" } as const;
  const { getLocation, getEvse, getConnector } = locations;
  const routes: Route<P>[] = [
    {
      ...row,
      method: "PUT",
      path: [":", ":", ":"],
      run: (incoming, country, party, id) =>
        owned(incoming, country, party, (owner) =>
          withBody(
            incoming,
            reading.location,
            (location) =>
              matching([...ownerPairs(owner, location), ["id", id, location.id]], () =>
                locations.putLocation(incoming.context, owner, location),
              ),
            { ...owner, id },
          ),
        ),
    },
    {
      ...row,
      method: "PUT",
      path: [":", ":", ":", ":"],
      run: (incoming, country, party, id, uid) =>
        owned(incoming, country, party, (owner) =>
          withBody(
            incoming,
            reading.evse,
            (evse) =>
              matching([["uid", uid, evse.uid]], () =>
                locations.putEvse(incoming.context, owner, id, evse),
              ),
            { uid },
          ),
        ),
    },
    {
      ...row,
      method: "PUT",
      path: [":", ":", ":", ":", ":"],
      run: (incoming, country, party, id, uid, connectorId) =>
        owned(incoming, country, party, (owner) =>
          withBody(
            incoming,
            reading.connector,
            (connector) =>
              matching([["id", connectorId, connector.id]], () =>
                locations.putConnector(incoming.context, owner, id, uid, connector),
              ),
            { id: connectorId },
          ),
        ),
    },
    {
      ...row,
      method: "PATCH",
      path: [":", ":", ":"],
      run: (incoming, country, party, id) =>
        owned(incoming, country, party, (owner) =>
          withBody(incoming, reading.locationPatch, (patch) =>
            matching([...ownerPairs(owner, patch), ["id", id, patch.id]], () =>
              locations.patchLocation(incoming.context, owner, id, patch),
            ),
          ),
        ),
    },
    {
      ...row,
      method: "PATCH",
      path: [":", ":", ":", ":"],
      run: (incoming, country, party, id, uid) =>
        owned(incoming, country, party, (owner) =>
          withBody(incoming, reading.evsePatch, (patch) =>
            matching([["uid", uid, patch.uid]], () =>
              locations.patchEvse(incoming.context, owner, id, uid, patch),
            ),
          ),
        ),
    },
    {
      ...row,
      method: "PATCH",
      path: [":", ":", ":", ":", ":"],
      run: (incoming, country, party, id, uid, connectorId) =>
        owned(incoming, country, party, (owner) =>
          withBody(incoming, reading.connectorPatch, (patch) =>
            matching([["id", connectorId, patch.id]], () =>
              locations.patchConnector(incoming.context, owner, id, uid, connectorId, patch),
            ),
          ),
        ),
    },
  ];

  const get = { ...row, method: "GET" } as const;
  if (getLocation) {
    routes.push({
      ...get,
      path: [":", ":", ":"],
      run: (incoming, country, party, id) =>
        owned(incoming, country, party, (owner) => getLocation(incoming.context, owner, id)),
    });
  }
  if (getEvse) {
    routes.push({
      ...get,
      path: [":", ":", ":", ":"],
      run: (incoming, country, party, id, uid) =>
        owned(incoming, country, party, (owner) => getEvse(incoming.context, owner, id, uid)),
    });
  }
  if (getConnector) {
    routes.push({
      ...get,
      path: [":", ":", ":", ":", ":"],
      run: (incoming, country, party, id, uid, connectorId) =>
        owned(incoming, country, party, (owner) =>
          getConnector(incoming.context, owner, id, uid, connectorId),
        ),
    });
  }
  return routes;
}
