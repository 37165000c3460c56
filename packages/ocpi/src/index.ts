export * from "./authorization.ts";
export * from "./dates.ts";
export * from "./envelope.ts";
export type { Exchange } from "./exchange.ts";
export { objectOf, type Finding, type Found } from "./findings.ts";
export * from "./ids.ts";
export * from "./transport.ts";
export * from "./types/schemas.ts";
export { highestOf, isAbove, versions, type VersionNumber } from "./versions.ts";
export { writeFor } from "./write-for.ts";
export {
  capabilities,
  connectorTypes,
  evseStatuses,
  facilities,
  powerTypes,
} from "./types/location-values.ts";
export { cdrDimensionTypes, sessionStatuses } from "./types/sessions.ts";
export { daysOfWeek, tariffDimensionTypes } from "./types/tariffs.ts";
export { type CommandKind, commandKinds } from "./types/commands.ts";
export type { CallOptions, ClientOptions, Failure, Result, Success } from "./client/call.ts";
export { createOcpiClient, type OcpiClient } from "./client/client.ts";
export type { ListQuery, Page, Rejected } from "./client/pages.ts";
export {
  createOcpiServer,
  type ServerOptions,
  type ServerRequest,
  type ServerResponse,
} from "./server/server.ts";
export { created, done, invalid, missing, refuse, type Reply } from "./server/reply.ts";
export type {
  Command,
  Context,
  CpoHandlers,
  CredentialsHandlers,
  EmspHandlers,
  Listed,
  ListRequest,
  Peer,
} from "./server/handlers.ts";
