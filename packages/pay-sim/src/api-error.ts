/** An error in Razorpay's shape; thrown by an operation, answered by the server. */
export type ApiError = {
  status: number;
  headers?: Record<string, string>;
  error: {
    code: "BAD_REQUEST_ERROR" | "GATEWAY_ERROR" | "SERVER_ERROR";
    description: string;
    source: string;
    step: string;
    reason: string;
    metadata: Record<string, string>;
    field?: string;
  };
};

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: ApiError };

export function done<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** A refused request: 400 by default. */
export function refused(
  description: string,
  extra: { status?: number; field?: string } = {},
): { ok: false; failure: ApiError } {
  const known = extra.field === undefined ? {} : { field: extra.field };
  return {
    ok: false,
    failure: {
      status: extra.status ?? 400,
      error: {
        code: "BAD_REQUEST_ERROR",
        description,
        source: extra.field === undefined ? "NA" : "business",
        step: extra.field === undefined ? "NA" : "payment_initiation",
        reason: extra.field === undefined ? "NA" : "input_validation_failed",
        metadata: {},
        ...known,
      },
    },
  };
}
