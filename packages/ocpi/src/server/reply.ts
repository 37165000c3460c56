import { type Envelope, fail, ok, statusCodes } from "../envelope.ts";

/** The result of a handler. `status` is HTTP and only needed where the standard requires another than 200. */
export type Reply<T = undefined> =
  | { ok: true; status?: 200 | 201; data?: T; headers?: Record<string, string> }
  | { ok: false; status?: 404 | 405; status_code: number; message: string };

/** It worked. */
export const done = <T = undefined>(data?: T): Reply<T> => ({
  ok: true,
  ...(data === undefined ? {} : { data }),
});

/** The object is new here. */
export const created = <T = undefined>(data?: T): Reply<T> => ({
  ok: true,
  status: 201,
  ...(data === undefined ? {} : { data }),
});

/** A refusal of the OCPI layer: HTTP 200 with a 2xxx or 3xxx status code. */
export const refuse = (status_code: number, message: string): Reply<never> => ({
  ok: false,
  status_code,
  message,
});

/** HTTP 404, for a GET of a missing object, an address that is not the peer's, and an unknown token (2004). */
export const missing = (
  message: string,
  status_code: number = statusCodes.clientError,
): Reply<never> => ({
  ok: false,
  status: 404,
  status_code,
  message,
});

/** The body or a parameter is not what it must be: 2001. */
export const invalid = (message: string): Reply<never> =>
  refuse(statusCodes.invalidParameters, message);

export function envelopeOf(reply: Reply<unknown>): Envelope {
  return reply.ok ? ok(reply.data) : fail(reply.status_code, reply.message);
}
