import { refused, type ApiError, type Outcome } from "./api-error.ts";

export type Answer = {
  status: number;
  type: string;
  body: string | Buffer;
  policy?: string;
  headers?: Record<string, string>;
};

export function json(status: number, value: unknown): Answer {
  return { status, type: "application/json; charset=utf-8", body: JSON.stringify(value) };
}

export function failed({ status, error, headers }: ApiError): Answer {
  return { ...json(status, { error }), ...(headers === undefined ? {} : { headers }) };
}

export function answerTo(outcome: Outcome<unknown>): Answer {
  return outcome.ok ? json(200, outcome.value) : failed(outcome.failure);
}

export function notThere(): Answer {
  return failed(refused("The requested URL was not found on the server.", { status: 404 }).failure);
}

/** Handles a body that is a JSON object; refuses any other. */
export function withObject(
  body: string,
  answer: (value: Record<string, unknown>) => Answer,
): Answer {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    value = null;
  }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? answer(value as Record<string, unknown>)
    : failed(refused("The request body must be a JSON object.").failure);
}
