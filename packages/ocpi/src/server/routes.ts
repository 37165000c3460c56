import type * as z from "zod/mini";
import type { Finding } from "../findings.ts";
import { type Party, sameId, sameParty } from "../ids.ts";
import type { Method } from "../transport.ts";
import type { ReadingOptions } from "../types/rules.ts";
import { read } from "../types/schemas.ts";
import { isAbove, type VersionNumber } from "../versions.ts";
import type { Context, ListRequest, Listed, Peer } from "./handlers.ts";
import { invalid, missing, type Reply } from "./reply.ts";

/** A request that has passed authentication and JSON. */
export type Incoming<P extends Peer> = {
  context: Context<P>;
  query: URLSearchParams;
  body: unknown;
  page: ListRequest;
  reading: Pick<ReadingOptions, "now" | "peer" | "rules">;
  /** Called for each part of the body that was not read as sent. */
  note(findings: readonly Finding[]): void;
};

type Run<P extends Peer> = (
  incoming: Incoming<P>,
  ...segments: string[]
) => Promise<ListedReply | Reply<unknown>> | ListedReply | Reply<unknown>;

export type ListedReply = { listed: Listed<unknown> };

/** One row per method and number of path segments behind the module. */
export type Route<P extends Peer> = {
  method: Method;
  module: string;
  /** The interface this side implements; configuration modules have a fixed one. */
  role: "SENDER" | "RECEIVER";
  /** `:` stands for any segment, other entries for themselves. */
  path: readonly string[];
  /** The oldest version that has it; absent: all. */
  since?: VersionNumber;
  dateFromRequired?: boolean;
  run: Run<P>;
};

/** `address`: ids of the address, used if the body lacks them. */
export function withBody<S extends z.ZodMiniType, R>(
  { body, reading, note, context }: Pick<Incoming<Peer>, "body" | "reading" | "note" | "context">,
  schema: S,
  run: (value: z.output<S>) => R,
  address?: Readonly<Record<string, string>>,
): R | Reply<never> {
  const { parties } = context.peer;
  // OCPI 2.1.1 names no party in an object.
  const [first] = parties;
  const owner = first && parties.every((each) => sameParty(each, first)) ? first : undefined;
  const parsed = read(schema, body, { ...reading, address, owner });
  note(parsed.findings);
  return parsed.ok ? run(parsed.data) : invalid(parsed.message);
}

/** OCPI 2.2.1 transport, errors: objects of another party may be answered with 404. */
export function owned<P extends Peer, R>(
  { context }: Incoming<P>,
  country_code: string,
  party_id: string,
  run: (owner: Party) => R,
): R | Reply<never> {
  const owner = context.peer.parties.find((party) => sameParty(party, { country_code, party_id }));
  return owner ? run(owner) : missing(`${country_code}/${party_id} is not a party of yours`);
}

/** The ids of the address and of the body must agree (otherwise 2001), if the body has them. */
export function matching<R>(
  pairs: readonly (readonly [name: string, inUrl: string, inBody: string | undefined])[],
  run: () => R,
): R | Reply<never> {
  const wrong = pairs.find(([, inUrl, inBody]) => inBody !== undefined && !sameId(inUrl, inBody));
  return wrong ? invalid(`${wrong[0]} differs between address and body`) : run();
}

export const ownerPairs = (owner: Party, body: Partial<Party>) =>
  [
    ["country_code", owner.country_code, body.country_code],
    ["party_id", owner.party_id, body.party_id],
  ] as const;

export function pathSegments(path: string, area: string): string[] | null {
  if (!path.startsWith(`${area}/`)) return null;
  try {
    return path
      .slice(area.length + 1)
      .replace(/\/+$/, "")
      .split("/")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

export const isIn = <P extends Peer>({ since }: Route<P>, version: VersionNumber): boolean =>
  since === undefined || !isAbove(since, version);

export function fits<P extends Peer>(
  route: Route<P>,
  [module, ...rest]: readonly string[],
): boolean {
  return (
    route.module === module &&
    route.path.length === rest.length &&
    route.path.every((part, index) => part === rest[index] || (part === ":" && rest[index] !== ""))
  );
}
