import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// The simplest possible answer: the bytes of a file from memory, chosen by the number in the address.
const bodies = process.argv.slice(2).map((file) => readFileSync(file));
const server = createServer((request, response) => {
  const body = bodies[Number(request.url?.slice(1))] ?? Buffer.alloc(0);
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
  });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
