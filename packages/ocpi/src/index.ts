// Both ends of a connection

export { createOcpiClient, type OcpiClient } from "./client/client.ts";
export type { CallOptions, ClientOptions, Failure, Result, Success } from "./client/call.ts";
export type { ListQuery, Page, Rejected } from "./client/pages.ts";
export {
  createOcpiServer,
  type ServerOptions,
  type ServerRequest,
  type ServerResponse,
} from "./server/server.ts";
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
export { created, done, invalid, missing, refuse, type Reply } from "./server/reply.ts";

// HTTP under them

export { fetchTransport, nodeListener } from "./node.ts";
export {
  type Method,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  Unsent,
} from "./transport.ts";
export { fail, statusCodes, type Envelope } from "./envelope.ts";
export type { Exchange } from "./exchange.ts";
export { highestOf, isAbove, versions, type VersionNumber } from "./versions.ts";

// Objects: their types, reading and writing them

export { read, reading, type ReadResult, write, writing } from "./types/schemas.ts";
export type * from "./types/objects.ts";
export type { Area, Judge, ReadingOptions, ReadingRules } from "./types/rules.ts";
export { objectOf, type Finding, type Found } from "./findings.ts";
export { writeFor } from "./write-for.ts";
export { objectKey, type Party, sameId, sameParty } from "./ids.ts";
export { readDateTime, writeDateTime } from "./dates.ts";

// The values of its enumerations

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
