/** The routes of the provider's staff that belong to no other subject. */
export * from "./administration.ts";
export * from "./console-lists.ts";
