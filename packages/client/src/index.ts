export { addressOf } from "./address.ts";
export { createClient, type Client, type Fetch } from "./client.ts";
export { endpoint, type Endpoint } from "./endpoint.ts";
export { readEvents, type StreamEvent } from "./event-stream.ts";
export { problemIn, Refusal, type Refused } from "./refusal.ts";
export { requestOf, type CallInput, type CallOptions, type Request } from "./request.ts";
export { createServiceClock, type ServiceClock } from "./service-clock.ts";
export { claimsOf, userIdOf } from "./token.ts";
