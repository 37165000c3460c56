import { sameParty } from "../ids.ts";
import { asAnswer, type CommandKind, commandKinds } from "../types/commands.ts";
import { reading } from "../types/schemas.ts";
import type { VersionNumber } from "../versions.ts";
import type { EmspHandlers, Peer } from "./handlers.ts";
import { invalid, missing, type Reply } from "./reply.ts";
import { invoiceRoutes } from "./invoice-routes.ts";
import { locationRoutes } from "./location-routes.ts";
import { matching, owned, ownerPairs, type Route, withBody } from "./routes.ts";

/** The interfaces that an eMSP offers. */
export function emspRoutes<P extends Peer>(
  handlers: EmspHandlers<P>,
  cdrUrl: (version: VersionNumber, id: string) => string,
): Route<P>[] {
  const { locations, tariffs, sessions, cdrs, invoices, tokens, clients, commandResult } = handlers;
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
            withBody(
              incoming,
              reading.tariff,
              (tariff) =>
                matching([...ownerPairs(owner, tariff), ["id", id, tariff.id]], () =>
                  tariffs.put(incoming.context, owner, tariff),
                ),
              { ...owner, id },
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
            withBody(
              incoming,
              reading.session,
              (session) =>
                matching([...ownerPairs(owner, session), ["id", id, session.id]], () =>
                  sessions.put(incoming.context, owner, session),
                ),
              { ...owner, id },
            ),
          ),
      },
      {
        ...row,
        method: "PATCH",
        run: (incoming, country, party, id) =>
          owned(incoming, country, party, (owner) =>
            withBody(incoming, reading.sessionPatch, (patch) =>
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
        run: (incoming) =>
          withBody(incoming, reading.cdr, async (cdr): Promise<Reply<unknown>> => {
            const { context } = incoming;
            if (!context.peer.parties.some((party) => sameParty(party, cdr))) {
              return invalid(`${cdr.country_code}/${cdr.party_id} is not a party of yours`);
            }
            const reply = await cdrs.post(context, cdr);
            if (!reply.ok) return reply;
            const id = reply.data?.id ?? cdr.id;
            return {
              ok: true,
              status: reply.status ?? 200,
              headers: { location: cdrUrl(context.version, id) },
            };
          }),
      },
      { ...row, method: "GET", path: [":"], run: ({ context }, id) => cdrs.get(context, id) },
    );
  }

  if (invoices) routes.push(...invoiceRoutes(invoices));

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
        run: (incoming, uid) => {
          const { context, body, query } = incoming;
          const type = query.get("type") ?? "RFID";
          if (body === undefined) return tokens.authorize(context, uid, type, undefined);
          return withBody(incoming, reading.locationReferences, (place) =>
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
        run: (incoming, country_code, party_id) =>
          withBody(incoming, reading.clientInfo, (client) =>
            matching(ownerPairs({ country_code, party_id }, client), () =>
              clients.put(incoming.context, client),
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
      run: (incoming, kind, commandId) =>
        isCommandKind(kind)
          ? withBody(
              { ...incoming, body: asAnswer(incoming.body) },
              reading.commandResult,
              (result) => commandResult(incoming.context, kind, commandId, result),
            )
          : missing(`no command ${kind}`),
    });
  }
  return routes;
}

function isCommandKind(text: string): text is CommandKind {
  return (commandKinds as readonly string[]).includes(text);
}
