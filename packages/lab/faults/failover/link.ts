// The network between two machines, as a port of its own: it can fall silent, as a broken network does.
import { connect, createServer, type Socket } from "node:net";

export type Link = {
  port: number;
  /** From now on nothing passes in either direction, and nobody is told. */
  silence(): void;
  /** Drops what was under way and lets new connections pass. */
  mend(): void;
  close(): Promise<void>;
};

/** Forwards connections to `target` of this machine. */
export async function startLink(port: number, target: number): Promise<Link> {
  let silent = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("close", () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    near.on("error", () => near.destroy());
    // A silent network says nothing, not even no.
    if (silent) return void near.pause();
    const far = connect(target, "127.0.0.1");
    keep(far);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("data", (chunk) => {
        if (!other.write(chunk)) one.pause();
      });
      one.on("drain", () => void (silent || other.resume()));
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    silence: () => {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    mend: () => {
      silent = false;
      drop();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        drop();
      }),
  };
}
