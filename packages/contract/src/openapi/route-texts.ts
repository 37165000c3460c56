import type { Budget } from "../effects.ts";
import type { Access, RouteSpec } from "../route.ts";
import type { Tag } from "./tags.ts";

/** What a reader of the API is told of a route: one line, or one line and what else must be known. */
export type RouteText =
  | string
  | {
      summary: string;
      description?: string;
      /** Parts of the example that the values by field name (`example-values.ts`) do not say well. */
      example?: { params?: object; query?: object; body?: object; response?: object };
      /** Of a route that takes a form with a file: the field the file is in. */
      file?: string;
    };

/** A route of the contract; one that answers with a stream has neither a response schema nor errors of its own. */
export type DocumentedRoute =
  | RouteSpec
  | { method: "GET"; path: string; access: Access; budget?: Budget };

type RouteNames<Module> = {
  [K in keyof Module]: Module[K] extends DocumentedRoute ? K : never;
}[keyof Module];

/** The chapter of a module's routes: of those for drivers, of those for the back office, and of single ones. */
type Tags<Name extends string> = {
  driver: Tag;
  backOffice?: Tag;
  of?: { [K in Name]?: Tag };
};

export type Operation = {
  id: string;
  tag: Tag;
  route: DocumentedRoute;
  text: Exclude<RouteText, string>;
};

/** Joins the routes of one module with their texts: a route without a text does not compile. */
export function describeRoutes<Module extends object>(
  module: Module,
  tags: Tags<RouteNames<Module> & string>,
  texts: Record<RouteNames<Module> & string, RouteText>,
): Operation[] {
  return Object.entries<RouteText>(texts).map(([id, text]) => {
    const route = module[id as keyof Module] as DocumentedRoute;
    return {
      id,
      tag: tagOf(id, route, tags),
      route,
      text: typeof text === "string" ? { summary: text } : text,
    };
  });
}

function tagOf(id: string, { access }: DocumentedRoute, tags: Tags<string>): Tag {
  const byAccess = access.rule === "provider" ? (tags.backOffice ?? tags.driver) : tags.driver;
  return tags.of?.[id] ?? byAccess;
}
