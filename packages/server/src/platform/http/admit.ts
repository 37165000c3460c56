import { guardOf, type Access, type ErrorCode, type RouteSpec } from "@voltmarg/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { addressBlock } from "./address-block.ts";
import {
  READ_AT,
  refusedTo,
  sentenceTo,
  STAFF_COOKIE,
  type BackofficeRequest,
  type OpenBackoffice,
  type StaffKey,
} from "./backoffice-call.ts";
import { readInstant } from "./cursor.ts";
import type { Budgeted, DriverBudgets } from "./driver-budgets.ts";
import { asksForCsv } from "./list-csv.ts";
import type { Mask } from "./mask-personal.ts";
import { sendProblem } from "./problem.ts";
import { isWithinBudget } from "./within-budget.ts";
import { readCookie } from "./xsrf.ts";

/** The signed-in driver of a request. */
export type Caller = { userId: string; sid: string };

/** The budgets are those of a driver, a member of the staff or an address. */
export type Gate = DriverBudgets & {
  /** The driver of a bearer token, or null. */
  driverOf(bearer: string): Promise<Caller | null>;
  /** A person's text as somebody sees it who may not show it. */
  mask: Mask;
  /** Opens a back-office call. */
  openBackoffice: OpenBackoffice;
};

export function bearerOf(request: FastifyRequest): string {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
}

export const staffKeyOf = (request: FastifyRequest): StaffKey => ({
  bearer: bearerOf(request),
  cookie: readCookie(request.headers.cookie, STAFF_COOKIE),
  origin: request.headers.origin ?? null,
});

const readAtOf = ({ headers }: FastifyRequest) => readInstant(String(headers[READ_AT]));

export const wantsCsv = (spec: RouteSpec, { headers }: FastifyRequest) =>
  asksForCsv(spec, headers.accept);

/**
 * Authorises a request by its headers, before its body is read. Returns the calling driver, or sends the refusal. With
 * `self`, another driver's id is answered like a missing one.
 */
export async function admit(
  route: Budgeted & { access: Exclude<Access, { rule: "provider" }> },
  request: FastifyRequest,
  reply: FastifyReply,
  gate: Gate,
): Promise<{ ok: true; caller: Caller | null } | { ok: false }> {
  const { access } = route;
  const refused = (reason: ErrorCode) => {
    sendProblem(reply, reason);
    return { ok: false } as const;
  };
  if (access.rule === "public") {
    const wait = route.budget ? gate.spend(addressBlock(request.ip), route) : null;
    if (wait === null) return { ok: true, caller: null };
    void reply.header("retry-after", String(wait));
    return refused("TOO_MANY_REQUESTS");
  }
  const bearer = bearerOf(request);
  const caller = bearer ? await gate.driverOf(bearer) : null;
  if (!caller) return refused("UNAUTHENTICATED");
  if (!isWithinBudget(gate, caller.userId, route, request, reply))
    return refused("TOO_MANY_REQUESTS");
  if (access.rule === "self") {
    const named = (request.params as Record<string, string>)[access.param];
    if (named !== caller.userId) return refused("NOT_FOUND");
  }
  return { ok: true, caller };
}

/**
 * Opens the call of a member of the staff or of a credential, with what the audit log tells of its input; null: it cannot
 * be stored. False: the refusal was sent.
 */
export async function admitStaff(
  spec: RouteSpec,
  request: FastifyRequest,
  reply: FastifyReply,
  gate: Gate,
  parameters: BackofficeRequest["parameters"],
): Promise<boolean> {
  const { method, path: route } = spec;
  const backoffice = await gate.openBackoffice(staffKeyOf(request), {
    method,
    route,
    audit: wantsCsv(spec, request) ? "EACH" : guardOf(spec)!.audit,
    parameters,
    requestId: request.id,
    readAt: readAtOf(request),
  });
  if (typeof backoffice === "string") {
    sendProblem(reply, backoffice);
    return false;
  }
  request.backoffice = backoffice;
  const { budget, perDay } = guardOf(spec)!;
  const who = `staff ${backoffice.name}`;
  const goesOn = isWithinBudget(gate, who, { ...spec, budget }, request, reply);
  const refused =
    refusedTo(backoffice, spec) ??
    (goesOn ? null : "TOO_MANY_REQUESTS") ??
    (perDay !== null && (await backoffice.doneToday()) >= perDay ? "TOO_MANY_REQUESTS" : null) ??
    (parameters ? null : "INVALID_INPUT");
  if (!refused) return true;
  await backoffice.note(refused);
  sendProblem(reply, refused, { message: sentenceTo(backoffice, refused) });
  return false;
}
