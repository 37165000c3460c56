export { addressOf } from "./address.ts";
export { createClient } from "./client.ts";
export { endpoint, type Endpoint } from "./endpoint.ts";
export { readEvents } from "./event-stream.ts";
export { problemIn, Refusal } from "./refusal.ts";
export { type CallInput, type CallOptions } from "./request.ts";
export { createServiceClock } from "./service-clock.ts";
export { userIdOf } from "./token.ts";

/** @public For tests of the service, which sends requests without a network. */
export { requestOf } from "./request.ts";
/** @public For tests of tokens. */
export { claimsOf } from "./token.ts";
