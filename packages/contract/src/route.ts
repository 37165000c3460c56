import type * as z from "zod/mini";
import { EFFECTS, type Budget, type Effect, type EffectRule } from "./effects.ts";
import type { ErrorCode } from "./errors.ts";

/**
 * Who may call a route.
 * - `public`: no sign-in.
 * - `driver`: any signed-in driver; what it names must be theirs, checked where the data is read.
 * - `self`: a signed-in driver whose id equals the named path parameter; anybody else gets NOT_FOUND.
 * - `provider`: the provider's staff and its credentials, never a driver. What that asks for follows from the effect alone.
 */
export type Access =
  | { rule: "public" }
  | { rule: "driver" }
  | { rule: "self"; param: string }
  | { rule: "provider"; effect: Effect };

/** What a driver's calls of all routes without a budget of their own share. An app at work makes one or two a second. */
export const SHARED_BUDGET: Budget = { perMinute: 1_200, burst: 600 };

const KB = 1024;
const MB = 1024 * KB;
/** Bytes of bodies that one driver or one member of the staff may send. Ten photos of 12 MB at a stretch. */
export const BYTES_IN: Budget = { perMinute: 64 * MB, burst: 128 * MB };
/** Bytes that are sent to one of them. A whole map has some 5 MB, a CSV file of 50,000 rows some 20. */
export const BYTES_OUT: Budget = { perMinute: 128 * MB, burst: 256 * MB };

/** Most bytes of a body where the route says nothing else: a text of 4,000 characters in any script. */
export const USUAL_BODY = 16 * KB;

export type RouteSpec = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Absolute path with `:name` parameters. */
  path: string;
  access: Access;
  /**
   * Of this route alone, for each driver; calls of other routes do not use it up. Absent: `SHARED_BUDGET`, and for the
   * back office that of the effect. Beyond it the answer is 429 TOO_MANY_REQUESTS with Retry-After. Most routes without
   * sign-in have limits of their own kinds.
   */
  budget?: Budget;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  headers?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Most bytes of the body; absent: `USUAL_BODY`. A larger one is answered with 413. */
  mostBody?: number;
  response: z.ZodMiniType;
  /** Media types the route can answer with instead of JSON, to a request whose Accept asks for one of them. */
  documents?: readonly string[];
  /** Every refusal the route may answer with; INVALID_INPUT, UNAUTHENTICATED, INTERNAL and TOO_MANY_REQUESTS are implied, in the back office FORBIDDEN. */
  errors: readonly ErrorCode[];
};

type Out<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type In<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** What a handler receives, after validation. */
export type RouteInput<R extends RouteSpec> = {
  params: Out<R["params"]>;
  query: Out<R["query"]>;
  headers: Out<R["headers"]>;
  body: Out<R["body"]>;
};

/** What a caller passes, before defaults are filled in. */
export type RouteCall<R extends RouteSpec> = {
  params: In<R["params"]>;
  query: In<R["query"]>;
  headers: In<R["headers"]>;
  body: In<R["body"]>;
};

export type RouteOutput<R extends RouteSpec> = z.output<R["response"]>;
export type RouteError<R extends RouteSpec> = R["errors"][number];

/** Declares a route and keeps its literal types. */
export function route<const R extends RouteSpec>(spec: R): R {
  return spec;
}

export const mostBodyOf = ({ mostBody }: Pick<RouteSpec, "mostBody">): number =>
  mostBody ?? USUAL_BODY;

/** What guards an operation of the back office; null: it is no such operation. */
export const guardOf = ({
  access,
  budget,
}: Pick<RouteSpec, "access" | "budget">): EffectRule | null => {
  if (access.rule !== "provider") return null;
  const rule: EffectRule = EFFECTS[access.effect];
  return budget ? { ...rule, budget } : rule;
};
