import { appCalls } from "../app-pages.ts";
import { guardOf } from "../route.ts";
import { errorCatalogue, type ErrorCode } from "../errors.ts";
import { fieldRules } from "../field-problems.ts";
import type { Operation } from "./route-texts.ts";
import { refTo, type Schema } from "./schemas.ts";

const PROBLEM = "application/problem+json";

export const problemSchema: Schema = {
  type: "object",
  description: "RFC 9457. Some refusals carry more fields, such as the amount that is missing.",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { type: "string", enum: Object.keys(errorCatalogue), description: "What to decide by." },
    message: { type: "string", description: "A sentence for the driver." },
    errors: {
      type: "array",
      description: "With INVALID_INPUT: the fields that are wrong, the first twenty of them.",
      items: {
        type: "object",
        properties: {
          path: { type: "string", description: "Such as `points.0.latitude`." },
          rule: { type: "string", enum: fieldRules },
          limit: { type: "number" },
          message: { type: "string" },
        },
        required: ["path", "rule", "message"],
      },
    },
  },
  required: ["type", "title", "status", "detail", "code", "message"],
};

const codes = Object.keys(errorCatalogue) as ErrorCode[];

/** A problem document of each code. */
export const problemExamples = Object.fromEntries(
  codes.map((code) => {
    const [status, message] = errorCatalogue[code];
    const title = code.toLowerCase().replaceAll("_", " ");
    const problem = { type: "about:blank", title, status, detail: message, code, message };
    return [code, { summary: message, value: problem }];
  }),
);

/** Every code an operation can be refused with: its own, and those of its kind. */
export function codesOf({ route }: Operation): ErrorCode[] {
  const { access, method, path } = route;
  const takesInput = "body" in route || "query" in route || "params" in route;
  const implied: (ErrorCode | false)[] = [
    takesInput && "INVALID_INPUT",
    access.rule !== "public" && "UNAUTHENTICATED",
    access.rule === "provider" && "FORBIDDEN",
    guardOf(route)?.passkey === true && "PASSKEY_NEEDED",
    access.rule === "provider" && "TOO_MANY_REQUESTS",
    (access.rule === "driver" || access.rule === "self") && "TOO_MANY_REQUESTS",
    method !== "GET" && (access.rule === "provider" || appCalls.test(path)) && "XSRF_REJECTED",
    "INTERNAL",
    "UNAVAILABLE",
  ];
  const own: readonly ErrorCode[] = "errors" in route ? route.errors : [];
  const all = new Set([...own, ...implied.filter((code) => code !== false)]);
  return codes.filter((code) => all.has(code));
}

/** One response for each status, which names its codes. */
export function problemResponses(operation: Operation): Record<string, Schema> {
  const byStatus = Map.groupBy(codesOf(operation), (code) => errorCatalogue[code][0]);
  const responses = Object.fromEntries(
    [...byStatus].map(([status, group]) => [String(status), problemResponse(group)]),
  );
  // Uploads have a code of their own for it.
  const hasJsonBody = "body" in operation.route && operation.route.body !== undefined;
  return hasJsonBody ? { ...responses, 413: problemResponse(["INVALID_INPUT"]) } : responses;
}

function problemResponse(group: ErrorCode[]): Schema {
  return {
    description: group.map((code) => `\`${code}\`: ${errorCatalogue[code][1]}`).join("\n\n"),
    content: {
      [PROBLEM]: {
        schema: {
          allOf: [
            refTo("Problem"),
            { type: "object", properties: { code: { type: "string", enum: group } } },
          ],
        },
        examples: Object.fromEntries(
          group.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}
