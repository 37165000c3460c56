import { statusCodes } from "../envelope.ts";
import { reading } from "../types/schemas.ts";
import type { CredentialsHandlers, Peer } from "./handlers.ts";
import type { Reply } from "./reply.ts";
import { type Route, withBody } from "./routes.ts";

export function credentialsRoutes<P extends Peer>(handlers: CredentialsHandlers<P>): Route<P>[] {
  const row = { module: "credentials", role: "RECEIVER", path: [] } as const;
  return [
    { ...row, method: "GET", run: ({ context }) => handlers.get(context) },
    {
      ...row,
      method: "POST",
      run: (incoming) =>
        incoming.context.peer.registered
          ? notAllowed("already registered: use PUT")
          : withBody(incoming, reading.credentials, (value) =>
              handlers.post(incoming.context, value),
            ),
    },
    {
      ...row,
      method: "PUT",
      run: (incoming) =>
        incoming.context.peer.registered
          ? withBody(incoming, reading.credentials, (value) =>
              handlers.put(incoming.context, value),
            )
          : notAllowed("not registered yet: use POST"),
    },
    {
      ...row,
      method: "DELETE",
      run: ({ context }) =>
        context.peer.registered ? handlers.delete(context) : notAllowed("not registered"),
    },
  ];
}

function notAllowed(message: string): Reply<never> {
  return { ok: false, status: 405, status_code: statusCodes.clientError, message };
}
