import { Validator } from "@seriousme/openapi-schema-validator";
import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import * as contract from "../index.ts";
import { exampleFor, openApi, operations, type Operation } from "./index.ts";
import { codesOf } from "./responses.ts";
import { describeRoutes } from "./route-texts.ts";
import { tags } from "./tags.ts";

const document = openApi({ development: true });
const routes = Object.values(contract).flatMap((part) =>
  typeof part === "object"
    ? Object.entries(part).flatMap(([id, value]) =>
        typeof value === "object" && "method" in value && "path" in value
          ? [[id, value] as const]
          : [],
      )
    : [],
);
const objectOf = ({ route }: Operation) =>
  document.paths[route.path.replaceAll(/:(\w+)/g, "{$1}")]![route.method.toLowerCase()]! as {
    operationId: string;
    tags: string[];
    summary: string;
    security: Record<string, string[]>[];
    responses: Record<string, { content: Record<string, { schema: object; examples?: object }> }>;
  };

describe("the OpenAPI document", () => {
  test("is valid", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test("has every route of the contract once", () => {
    expect(operations.map(({ id }) => id).toSorted()).toEqual(routes.map(([id]) => id).toSorted());
    expect(operations.length).toBeGreaterThan(150);
    const listed = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((each) => String(each["operationId"])),
    );
    expect(listed.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  });

  test("has a chapter and a short summary for every route, and no chapter without routes", () => {
    for (const operation of operations) {
      const { summary, tags: chapters } = objectOf(operation);
      expect(summary, operation.id).toMatch(/^[A-Z].{5,70}[^.]$/);
      expect(chapters).toHaveLength(1);
    }
    expect([...new Set(operations.map(({ tag }) => tag))].toSorted()).toEqual(
      Object.keys(tags).toSorted(),
    );
  });

  test("says which kind of token a route needs", () => {
    for (const operation of operations) {
      const { rule } = operation.route.access;
      const schemes = objectOf(operation).security.flatMap((each) => Object.keys(each));
      const needed = { public: [], driver: ["driverToken"], self: ["driverToken"] };
      expect([operation.id, schemes]).toEqual([
        operation.id,
        rule === "provider" ? ["backOfficeCredential", "staffSession"] : needed[rule],
      ]);
    }
  });

  test("has every error of a route with its status and an example", () => {
    for (const operation of operations) {
      const { responses } = objectOf(operation);
      if ("errors" in operation.route)
        expect(codesOf(operation)).toEqual(expect.arrayContaining([...operation.route.errors]));
      for (const code of codesOf(operation)) {
        const [status] = contract.errorCatalogue[code];
        const { examples } = responses[status]!.content["application/problem+json"]!;
        expect([operation.id, Object.keys(examples!)]).toEqual([
          operation.id,
          expect.arrayContaining([code]),
        ]);
      }
    }
  });

  test("names every body and answer in its components", () => {
    const inlined: string[] = [];
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { requestBody, responses } of Object.values(methods) as {
        requestBody?: { content: Record<string, { schema: object }> };
        responses: ReturnType<typeof objectOf>["responses"];
      }[]) {
        for (const content of [requestBody?.content, responses["200"]?.content]) {
          const schema = content?.["application/json"]?.schema;
          // A file has no shape.
          if (schema && !("$ref" in schema) && !("contentMediaType" in schema)) inlined.push(path);
        }
      }
    }
    expect(inlined).toEqual([]);
    const schemas: Record<string, object> = document.components.schemas;
    const text = JSON.stringify(schemas["StartSessionResponse"]);
    expect(text).toContain("#/components/schemas/Session");
  });

  test("leaves out in production what only development has", () => {
    const { paths, tags: chapters } = openApi({ development: false });
    expect(Object.keys(paths)).not.toContain("/dev/outbox");
    expect(chapters.map(({ name }) => name)).not.toContain("Development");
  });

  test("a route without a text does not compile", () => {
    // @ts-expect-error There are no texts.
    expect(describeRoutes(contract.files, { driver: "Files" }, {})).toEqual([]);
  });
});

describe("examples are taken by the schemas of their route", () => {
  const parts = ["params", "query", "headers", "body", "response"] as const;
  test.each(operations.map((each) => [each.id, each] as const))("%s", (_id, operation) => {
    const { route } = operation;
    if (!("response" in route)) return;
    const example = exampleFor(operation);
    for (const part of parts) {
      const schema: z.ZodMiniType | undefined = route[part];
      if (!schema || schema instanceof z.ZodMiniNever) continue;
      const { error } = schema.safeParse(example[part]);
      expect(
        error && `${part}: ${z.prettifyError(error)} ${JSON.stringify(example[part])}`,
      ).toBeUndefined();
    }
  });
});
