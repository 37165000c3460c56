export type Answer = {
  status: number;
  headers?: Record<string, string>;
  body: string;
  /** It is sent only after so long. */
  afterMs?: number;
};

export const json = (status: number, value: unknown): Answer => ({
  status,
  headers: { "content-type": "application/json;charset=utf-8" },
  body: JSON.stringify(value),
});

const STATUSES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  500: "Internal Server Error",
};

/** A refusal in Valhalla's form. Its codes: valhalla.github.io/valhalla/api/turn-by-turn/api-reference */
export const refused = (error_code: number, error: string, status_code = 400): Answer =>
  json(status_code, { error_code, error, status_code, status: STATUSES[status_code] });
