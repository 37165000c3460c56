import { sameParty } from "../ids.ts";
import { type CommandKind, commandKinds } from "../types/commands.ts";
import { reading } from "../types/schemas.ts";
import type { EmspHandlers, Peer } from "./handlers.ts";
import { invalid, missing, type Reply } from "./reply.ts";
import { locationRoutes } from "./location-routes.ts";
import { matching, owned, ownerPairs, type Route, withBody } from "./routes.ts";

/** The interfaces of OCPI 2.2.1 that an eMSP offers. */
export function emspRoutes<P extends Peer>(
  handlers: EmspHandlers<P>,
  cdrUrl: (id: string) => string,
): Route<P>[] {
  const { locations, tariffs, sessions, cdrs, tokens, clients, commandResult } = handlers;
  const routes: Route<P>[] = [];

  if (locations) routes.push(...locationRoutes(locations));

  if (tariffs) {
    const row = { module: "tariffs", role: "RECEIVER", path: [":", ":", ":"] } as const;
    const { get } = tariffs;
    routes.push(
      {
        ...row,
        method: "PUT",
        run: (incoming, country, party, id) =>
          owned(incoming, country, party, (owner) =>
            withBody(reading.tariff, incoming.body, (tariff) =>
              matching([...ownerPairs(owner, tariff), ["id", id, tariff.id]], () =>
                tariffs.put(incoming.context, owner, tariff),
              ),
            ),
          ),
      },
      {
        ...row,
        method: "DELETE",
        run: (incoming, country, party, id) =>
          owned(incoming, country, party, (owner) => tariffs.delete(incoming.context, owner, id)),
      },
    );
    if (get) {
      routes.push({
        ...row,
        method: "GET",
        run: (incoming, country, party, id) =>
          owned(incoming, country, party, (owner) => get(incoming.context, owner, id)),
      });
    }
  }

  if (sessions) {
    const row = { module: "sessions", role: "RECEIVER", path: [":", ":", ":"] } as const;
    const { get } = sessions;
    routes.push(
      {
        ...row,
        method: "PUT",
        run: (incoming, country, party, id) =>
          owned(incoming, country, party, (owner) =>
            withBody(reading.session, incoming.body, (session) =>
              matching([...ownerPairs(owner, session), ["id", id, session.id]], () =>
                sessions.put(incoming.context, owner, session),
              ),
            ),
          ),
      },
      {
        ...row,
        method: "PATCH",
        run: (incoming, country, party, id) =>
          owned(incoming, country, party, (owner) =>
            withBody(reading.sessionPatch, incoming.body, (patch) =>
              matching([...ownerPairs(owner, patch), ["id", id, patch.id]], () =>
                sessions.patch(incoming.context, owner, id, patch),
              ),
            ),
          ),
      },
    );
    if (get) {
      routes.push({
        ...row,
        method: "GET",
        run: (incoming, country, party, id) =>
          owned(incoming, country, party, (owner) => get(incoming.context, owner, id)),
      });
    }
  }

  if (cdrs) {
    const row = { module: "cdrs", role: "RECEIVER" } as const;
    routes.push(
      {
        ...row,
        method: "POST",
        path: [],
        run: ({ context, body }) =>
          withBody(reading.cdr, body, async (cdr): Promise<Reply<unknown>> => {
            if (!context.peer.parties.some((party) => sameParty(party, cdr))) {
              return invalid(`${cdr.country_code}/${cdr.party_id} is not a party of yours`);
            }
            const reply = await cdrs.post(context, cdr);
            if (!reply.ok) return reply;
            const id = reply.data?.id ?? cdr.id;
            return { ok: true, status: reply.status ?? 200, headers: { location: cdrUrl(id) } };
          }),
      },
      { ...row, method: "GET", path: [":"], run: ({ context }, id) => cdrs.get(context, id) },
    );
  }

  if (tokens) {
    const row = { module: "tokens", role: "SENDER" } as const;
    routes.push(
      {
        ...row,
        method: "GET",
        path: [],
        run: async ({ context, page }) => ({ listed: await tokens.list(context, page) }),
      },
      {
        ...row,
        method: "POST",
        path: [":", "authorize"],
        run: ({ context, body, query }, uid) => {
          const type = query.get("type") ?? "RFID";
          if (body === undefined) return tokens.authorize(context, uid, type, undefined);
          return withBody(reading.locationReferences, body, (place) =>
            tokens.authorize(context, uid, type, place),
          );
        },
      },
    );
  }

  if (clients) {
    const row = { module: "hubclientinfo", role: "RECEIVER", path: [":", ":"] } as const;
    routes.push(
      {
        ...row,
        method: "GET",
        run: ({ context }, country_code, party_id) =>
          clients.get(context, { country_code, party_id }),
      },
      {
        ...row,
        method: "PUT",
        run: ({ context, body }, country_code, party_id) =>
          withBody(reading.clientInfo, body, (client) =>
            matching(ownerPairs({ country_code, party_id }, client), () =>
              clients.put(context, client),
            ),
          ),
      },
    );
  }

  if (commandResult) {
    routes.push({
      module: "commands",
      role: "SENDER",
      method: "POST",
      path: [":", ":"],
      run: ({ context, body }, kind, commandId) =>
        isCommandKind(kind)
          ? withBody(reading.commandResult, body, (result) =>
              commandResult(context, kind, commandId, result),
            )
          : missing(`no command ${kind}`),
    });
  }
  return routes;
}

function isCommandKind(text: string): text is CommandKind {
  return (commandKinds as readonly string[]).includes(text);
}
