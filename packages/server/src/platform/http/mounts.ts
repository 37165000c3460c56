import type { FastifyInstance } from "fastify";
import type { Shutdown } from "../shutdown.ts";
import { createMountBytes, type MountBytes } from "./bytes.ts";
import type { SignIns } from "./driver-streams.ts";
import type { Gate } from "./admit.ts";
import { createMount, type Mount } from "./mount.ts";
import { mountRaw, type RawRoute } from "./raw.ts";
import { mountStream, type StreamRoute } from "./stream.ts";
import { mountUpload, type UploadHandler, type UploadRoute } from "./upload.ts";

/** The ways in which a feature can answer over HTTP. */
export type Mounts = Mount & {
  /** Lists without personal data, written as bytes. */
  bytes: MountBytes;
  /** Routes outside the JSON contract: pages, partners, notices. */
  raw(routes: readonly RawRoute[], mostBodyBytes?: number): Promise<void>;
  stream(route: StreamRoute): void;
  upload<R extends UploadRoute>(spec: R, handler: UploadHandler<R>): Promise<void>;
};

/** `listGate` admits drivers to lists without personal data; `gate` to everything else. */
export function createMounts(
  http: FastifyInstance,
  deps: {
    gate: Gate;
    listGate: Gate;
    signIns: SignIns;
    liveStreams: { inc(): void; dec(): void };
    draining: Shutdown;
  },
): Mounts {
  const { gate, listGate, signIns, liveStreams, draining } = deps;
  const mount = createMount(http, gate);
  const { mounted } = mount;
  return {
    ...mount,
    bytes: createMountBytes(http, listGate, mounted),
    raw: (routes, mostBodyBytes) => mountRaw(http, gate, routes, mostBodyBytes),
    stream: (route) => mountStream(http, gate, signIns, liveStreams, draining, route),
    upload: (spec, handler) => mountUpload(http, gate, mounted, spec, handler),
  };
}
