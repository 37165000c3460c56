import { commandKinds } from "../types/commands.ts";
import type { CommandResponse } from "../types/objects.ts";
import { reading } from "../types/schemas.ts";
import type { CpoHandlers, Peer } from "./handlers.ts";
import { done, missing } from "./reply.ts";
import { matching, owned, ownerPairs, type Route, withBody } from "./routes.ts";

/** The interfaces of OCPI 2.2.1 that a CPO offers. */
export function cpoRoutes<P extends Peer>(handlers: CpoHandlers<P>): Route<P>[] {
  const { locations, tariffs, sessions, cdrs, tokens, command } = handlers;
  const routes: Route<P>[] = [];
  const sender = { method: "GET", role: "SENDER", path: [] } as const;

  if (locations) {
    const row = { ...sender, module: "locations" } as const;
    const { getLocation, getEvse, getConnector } = locations;
    routes.push({
      ...row,
      run: async ({ context, page }) => ({ listed: await locations.list(context, page) }),
    });
    if (getLocation) {
      routes.push({ ...row, path: [":"], run: ({ context }, id) => getLocation(context, id) });
    }
    if (getEvse) {
      routes.push({
        ...row,
        path: [":", ":"],
        run: ({ context }, id, uid) => getEvse(context, id, uid),
      });
    }
    if (getConnector) {
      routes.push({
        ...row,
        path: [":", ":", ":"],
        run: ({ context }, id, uid, connectorId) => getConnector(context, id, uid, connectorId),
      });
    }
  }
  if (tariffs) {
    routes.push({
      ...sender,
      module: "tariffs",
      run: async ({ context, page }) => ({ listed: await tariffs.list(context, page) }),
    });
  }
  if (sessions) {
    routes.push({
      ...sender,
      module: "sessions",
      dateFromRequired: true,
      run: async ({ context, page }) => ({ listed: await sessions.list(context, page) }),
    });
    const { prefer } = sessions;
    if (prefer) {
      routes.push({
        ...sender,
        module: "sessions",
        method: "PUT",
        path: [":", "charging_preferences"],
        run: (incoming, id) =>
          withBody(incoming, reading.chargingPreferences, (wishes) =>
            prefer(incoming.context, id, wishes),
          ),
      });
    }
  }
  if (cdrs) {
    routes.push({
      ...sender,
      module: "cdrs",
      run: async ({ context, page }) => ({ listed: await cdrs.list(context, page) }),
    });
  }

  if (tokens) {
    const row = { module: "tokens", role: "RECEIVER", path: [":", ":", ":"] } as const;
    const { get } = tokens;
    routes.push(
      {
        ...row,
        method: "PUT",
        run: (incoming, country, party, uid) =>
          owned(incoming, country, party, (owner) =>
            withBody(incoming, reading.token, (token) =>
              matching(
                [
                  ...ownerPairs(owner, token),
                  ["uid", uid, token.uid],
                  ["type", incoming.query.get("type") ?? "RFID", token.type],
                ],
                () => tokens.put(incoming.context, owner, token),
              ),
            ),
          ),
      },
      {
        ...row,
        method: "PATCH",
        run: (incoming, country, party, uid) =>
          owned(incoming, country, party, (owner) =>
            withBody(incoming, reading.tokenPatch, (patch) => {
              const type = incoming.query.get("type") ?? "RFID";
              return matching([...ownerPairs(owner, patch), ["uid", uid, patch.uid]], () =>
                tokens.patch(incoming.context, owner, uid, type, patch),
              );
            }),
          ),
      },
    );
    if (get) {
      routes.push({
        ...row,
        method: "GET",
        run: (incoming, country, party, uid) =>
          owned(incoming, country, party, (owner) =>
            get(incoming.context, owner, uid, incoming.query.get("type") ?? "RFID"),
          ),
      });
    }
  }

  if (command) {
    routes.push({
      method: "POST",
      module: "commands",
      role: "RECEIVER",
      path: [":"],
      run: (incoming, kind) => {
        const { context } = incoming;
        if (kind === "START_SESSION") {
          return withBody(incoming, reading.startSession, (value) =>
            command(context, { kind, body: value }),
          );
        }
        if (kind === "STOP_SESSION") {
          return withBody(incoming, reading.stopSession, (value) =>
            command(context, { kind, body: value }),
          );
        }
        if (kind === "RESERVE_NOW") {
          return withBody(incoming, reading.reserveNow, (value) =>
            command(context, { kind, body: value }),
          );
        }
        if (kind === "CANCEL_RESERVATION") {
          return withBody(incoming, reading.cancelReservation, (value) =>
            command(context, { kind, body: value }),
          );
        }
        if (!(commandKinds as readonly string[]).includes(kind)) {
          return missing(`no command ${kind}`);
        }
        return done<CommandResponse>({ result: "NOT_SUPPORTED", timeout: 0 });
      },
    });
  }
  return routes;
}
