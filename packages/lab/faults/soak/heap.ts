import { until } from "@voltmarg/world/until";

/** The memory of a process after a forced garbage collection. */
export type Heap = {
  /** MB that are still reachable. */
  reachedMb(): Promise<number>;
  close(): void;
};

type Answer = { id: number; result?: { result?: { value?: number } }; error?: { message: string } };

/** Node options that open the inspector on this port. */
export const heapSettings = (port: number) => ({
  NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}`,
});

/**
 * Connects to the inspector of a Node process: unreachable memory is not a leak, even if the process still holds it.
 */
export async function openHeap(pid: number, port: number): Promise<Heap> {
  process.kill(pid, "SIGUSR1");
  const [target] = await untilListed(`http://127.0.0.1:${port}/json/list`);
  const socket = new WebSocket(target!.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  let asked = 0;
  const ask = (method: string, params: object = {}) =>
    new Promise<Answer["result"]>((resolve, reject) => {
      const id = (asked += 1);
      const hear = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as Answer;
        if (answer.id !== id) return;
        socket.removeEventListener("message", hear);
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`));
        else resolve(answer.result);
      };
      socket.addEventListener("message", hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    reachedMb: async () => {
      await ask("HeapProfiler.collectGarbage");
      // Buffers live outside the heap.
      const expression = "(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())";
      const told = await ask("Runtime.evaluate", { expression, returnByValue: true });
      return (told?.result?.value ?? NaN) / 1024 / 1024;
    },
    close: () => socket.close(),
  };
}

async function untilListed(url: string): Promise<{ webSocketDebuggerUrl: string }[]> {
  return until("the inspector answers", async () => {
    const answer = await fetch(url).catch(() => null);
    return answer ? ((await answer.json()) as { webSocketDebuggerUrl: string }[]) : null;
  });
}
