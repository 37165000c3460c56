import { DEFAULT_NAME } from "../provider-name.ts";
import { EFFECTS } from "../effects.ts";
import { guardOf } from "../route.ts";
import { createExamples } from "./examples.ts";
import { operations } from "./operations.ts";
import { problemExamples, problemResponses, problemSchema } from "./responses.ts";
import type { Operation } from "./route-texts.ts";
import { componentSchemas, fieldSchemas, hasJson, nameOf, refTo, type Schema } from "./schemas.ts";
import { tags } from "./tags.ts";

type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: Schema;
  example?: unknown;
};

const components = componentSchemas(operations);
const exampleOf = createExamples(components);

/** What is sent may be named apart from what is answered. */
function bodyName(body: Parameters<typeof nameOf>[0], operation: Operation): string {
  const name = nameOf(body, operation, "Request");
  return `${name}Input` in components ? `${name}Input` : name;
}

/** Examples of an operation's parts; absent where it has no such part. */
export type Example = Partial<
  Record<"params" | "query" | "headers" | "body" | "response", unknown>
>;

export function exampleFor(operation: Operation): Example {
  const { route, id, text } = operation;
  if (!("response" in route)) return {};
  const fields = (part: Parameters<typeof fieldSchemas>[0] | undefined) =>
    part &&
    Object.fromEntries(
      fieldSchemas(part).map(([name, schema]) => [name, exampleOf(schema, name, id)]),
    );
  const whole = (name: string) => exampleOf(refTo(name), name, name);
  const { params, query, headers, body, response } = route;
  const made: Example = {
    params: fields(params),
    query: fields(query),
    headers: fields(headers),
    body: body && whole(bodyName(body, operation)),
    response: hasJson(response) ? whole(nameOf(response, operation, "Response")) : undefined,
  };
  const own: Example = text.example ?? {};
  for (const part of Object.keys(own) as (keyof Example)[])
    made[part] = { ...(made[part] as object), ...(own[part] as object) };
  return made;
}

function parametersOf({ route }: Operation, example: Example): Parameter[] {
  if (!("response" in route)) return [];
  const of = (place: Parameter["in"], part: "params" | "query" | "headers"): Parameter[] => {
    const schema = route[part];
    const values = (example[part] ?? {}) as Record<string, unknown>;
    if (!schema) return [];
    return fieldSchemas(schema).map(([name, each, isRequired]) => ({
      name,
      in: place,
      required: place === "path" || isRequired,
      schema: each,
      example: values[name],
    }));
  };
  return [...of("path", "params"), ...of("query", "query"), ...of("header", "headers")];
}

function requestBodyOf(operation: Operation, example: Example): Schema | undefined {
  const { route, text } = operation;
  if (text.file) {
    const file = { type: "string", contentMediaType: "application/octet-stream" };
    const schema = { type: "object", properties: { [text.file]: file }, required: [text.file] };
    return { required: true, content: { "multipart/form-data": { schema } } };
  }
  if (!("body" in route) || !route.body) return undefined;
  const schema = refTo(bodyName(route.body, operation));
  const required = !route.body.safeParse(undefined).success;
  return { required, content: { "application/json": { schema, example: example.body } } };
}

function successOf(operation: Operation, example: Example): Schema {
  const { route } = operation;
  const binary = { type: "string", contentMediaType: "application/octet-stream" };
  if (!("response" in route)) {
    const schema = { type: "string", description: "Server-sent events." };
    return { description: "A stream.", content: { "text/event-stream": { schema } } };
  }
  const schema = refTo(nameOf(route.response, operation, "Response"));
  const documents = (route.documents ?? []).map((type) => [type, { schema: binary }]);
  const json = { "application/json": { schema, example: example.response } };
  return {
    description: "Success.",
    content: { ...Object.fromEntries(documents), ...(hasJson(route.response) ? json : {}) },
  };
}

/** Bearer tokens of two kinds, or the cookie of a member of the staff; for the back office with the role that is needed. */
function securityOf({ route }: Operation): Schema[] {
  const { access } = route;
  if (access.rule === "public") return [];
  if (access.rule !== "provider") return [{ driverToken: [] }];
  const roles = guardOf(route)!.roles;
  return [{ backOfficeCredential: roles }, { staffSession: roles }];
}

const sizeOf = (bytes: number) =>
  bytes < 1024 ** 2 ? `${bytes / 1024} KB` : `${bytes / 1024 ** 2} MB`;

export function descriptionOf({ route, text }: Operation): string | undefined {
  const { access } = route;
  const guard = guardOf(route);
  const budget = guard?.budget ?? route.budget;
  const said = [
    text.description,
    access.rule === "self" && `\`${access.param}\` must be the caller's own id.`,
    access.rule === "provider" && `Effect \`${access.effect}\`: ${EFFECTS[access.effect].what}.`,
    guard?.passkey &&
      "By cookie only within five minutes after the passkey was used; later PASSKEY_NEEDED.",
    guard?.second && `A second member has to confirm it: ${guard.second}.`,
    "mostBody" in route && route.mostBody && `The body has at most ${sizeOf(route.mostBody)}.`,
    budget && `At most ${budget.perMinute} calls a minute, ${budget.burst} at a stretch.`,
  ];
  return said.filter(Boolean).join("\n\n") || undefined;
}

function operationObject(operation: Operation): Schema {
  const example = exampleFor(operation);
  const parameters = parametersOf(operation, example);
  const requestBody = requestBodyOf(operation, example);
  const description = descriptionOf(operation);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.text.summary,
    ...(description ? { description } : {}),
    security: securityOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { 200: successOf(operation, example), ...problemResponses(operation) },
  };
}

const securitySchemes = {
  driverToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A driver's access token, from Sign-in. Good for ten minutes.",
  },
  backOfficeCredential: {
    type: "http",
    scheme: "bearer",
    description:
      "A credential of the provider's staff. Its role is `read`, `support`, `finance` or `admin`; `admin` may call everything.",
  },
  staffSession: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-staff",
    description:
      "A member of the staff, signed in by passkey in a browser. Writes must come from the console's own pages. Roles as above.",
  },
};

/** The OpenAPI 3.1 document of the contract. `development`: with what only answers outside production. */
export function openApi(options: { development: boolean; name?: string }) {
  const shown = operations.filter(({ tag }) => options.development || tag !== "Development");
  const paths: Record<string, Record<string, Schema>> = {};
  for (const operation of shown) {
    const path = operation.route.path.replaceAll(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[operation.route.method.toLowerCase()] = operationObject(operation);
  }
  const used = new Set(shown.map(({ tag }) => tag as string));
  return {
    openapi: "3.1.1",
    info: {
      title: options.name ?? DEFAULT_NAME,
      version: "1",
      description: "The API of the driver's app and of the provider's back office.",
    },
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...components, Problem: problemSchema },
      examples: problemExamples,
      securitySchemes,
    },
  };
}
