import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { stations } from "@voltmarg/contract";
import { fastify } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { expect, test } from "vitest";
import { createMountBytes } from "./bytes.ts";

const caller = { userId: "usr_1", deviceId: "dev_1" } as never;

test("[L-1] a client that leaves before its answer is ready has its memory given back", async () => {
  const app = fastify();
  app.decorateRequest("caller", null);
  app.setValidatorCompiler(validatorCompiler);
  const gate = {
    driverOf: async () => caller,
    spend: () => null,
    sent: () => {},
    openBackoffice: undefined,
  };
  const asked = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  createMountBytes(
    app,
    gate as never,
    [],
  )(stations.searchLocations, async () => {
    asked.resolve();
    await gone.promise;
    const written = { bytes: Buffer.from("{}"), release: released.resolve };
    return { ok: true, etag: `"1"`, written };
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  try {
    app.server.once("connection", (socket) => socket.once("close", gone.resolve));
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      `GET ${stations.searchLocations.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer x\r\n\r\n`,
    );
    await asked.promise;
    socket.destroy();
    await expect(released.promise).resolves.toBeUndefined();
  } finally {
    await app.close();
  }
});
