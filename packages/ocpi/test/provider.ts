import {
  type Context,
  createOcpiServer,
  done,
  type EmspHandlers,
  type Peer,
  type ServerOptions,
} from "../src/index.ts";
import { cpo } from "./loopback.ts";
import { tariff, token } from "./objects.ts";

export const area = "/ocpi/emsp/2.2.1";
export const oneTariff = `${area}/tariffs/IN/CPX/T-1`;

/** An eMSP with tariffs and tokens that records the calls of its handlers; its list of tokens fails. */
export function provider(options: Partial<ServerOptions<Peer>> = {}) {
  const contexts: Context<Peer>[] = [];
  const hear = <T>(context: Context<Peer>, answer: T) => (contexts.push(context), answer);
  const handlers: EmspHandlers<Peer> = {
    credentials: { get: () => done(), post: () => done(), put: () => done(), delete: () => done() },
    tariffs: {
      put: (context) => hear(context, done()),
      get: (context) => hear(context, done(tariff)),
      delete: (context) => hear(context, done()),
    },
    tokens: {
      list: () => {
        throw new Error("the database is asleep");
      },
      authorize: (context) => hear(context, done({ allowed: "ALLOWED", token })),
    },
  };
  const server = createOcpiServer({
    base: "/ocpi",
    origin: "https://peer.example",
    role: "EMSP",
    handlers,
    authenticate: (secret: string) =>
      secret === "token-c" ? { registered: true, parties: [cpo] } : null,
    ...options,
  } as ServerOptions<Peer>);
  return { server, contexts };
}
