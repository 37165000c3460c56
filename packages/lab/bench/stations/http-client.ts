import { connect, type Socket } from "node:net";
import { processorMs } from "../../proc.ts";

/** A keep-alive connection that only counts the bytes of an answer: it must cost less than any server. */
function openConnection(port: number): Promise<(request: string) => Promise<number>> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1");
    let left = -1;
    let size = 0;
    let head = "";
    let answered: (bytes: number) => void = () => {};
    let broken: (error: Error) => void = reject;
    socket.on("error", (error) => broken(error));
    socket.on("close", () => broken(new Error("the server closed the connection")));
    socket.on("data", (chunk) => {
      let begin = 0;
      if (left < 0) {
        head += chunk.toString("latin1", 0, Math.min(chunk.length, 4096));
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        if (!head.startsWith("HTTP/1.1 200")) return broken(new Error(head.slice(0, 200)));
        size = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        left = size;
        begin = end + 4 - (head.length - Math.min(chunk.length, 4096));
      }
      left -= chunk.length - begin;
      if (left > 0) return;
      left = -1;
      head = "";
      answered(size);
    });
    socket.once("connect", () =>
      resolve(
        (request) =>
          new Promise((done, fail) => {
            answered = done;
            broken = fail;
            socket.write(request);
          }),
      ),
    );
  });
}

export const getRequest = (path: string, token?: string) =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${token ? `authorization: Bearer ${token}\r\n` : ""}\r\n`;

export type Target = { port: number; pid: number; requests: readonly string[] };

/** Sends requests over `connections` parallel connections until all are answered. */
export async function drive(
  { port, pid, requests }: Target,
  connections: number,
  seconds: number,
): Promise<{ rate: number; perProcessorSecond: number; bytes: number }> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const cpu = processorMs(pid);
  const began = performance.now();
  let done = 0;
  let bytes = 0;
  await Promise.all(
    open.map(async (send) => {
      while (performance.now() - began < seconds * 1000) {
        const size = await send(requests[done++ % requests.length]!);
        bytes += size;
      }
    }),
  );
  const passed = (performance.now() - began) / 1000;
  return {
    rate: done / passed,
    perProcessorSecond: (done * 1000) / (processorMs(pid) - cpu),
    bytes: bytes / done,
  };
}

/** Milliseconds from the time each request was due, at a steady rate, until its answer arrived. */
export async function timesAt(
  { port, requests }: Target,
  rate: number,
  seconds: number,
): Promise<number[]> {
  const open = await Promise.all(Array.from({ length: 32 }, () => openConnection(port)));
  const times: number[] = [];
  const began = performance.now();
  let due = 0;
  const total = Math.floor(rate * seconds);
  await Promise.all(
    open.map(async (send) => {
      while (due < total) {
        const nth = due++;
        const at = began + (nth * 1000) / rate;
        const early = at - performance.now();
        if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
        await send(requests[nth % requests.length]!);
        times.push(performance.now() - Math.max(at, began));
      }
    }),
  );
  return times;
}
