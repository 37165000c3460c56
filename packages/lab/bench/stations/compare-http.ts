import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Place } from "./brute-force.ts";
import { quantile } from "../../report.ts";
import { drive, getRequest, type Target } from "./http-client.ts";
import { randomOf } from "@voltmarg/testkit/random";

const ROUNDS = 5;
const SECONDS = 2;
const PLACES = 12;

type Driven = Awaited<ReturnType<typeof drive>>;

export type HttpCompared = {
  items: number;
  /** whole searches per second, relative to a constant buffer */
  rate: number;
  ratio: number;
  /** the same per processor time of the serving process alone */
  processorRatio: number;
  megabytes: number;
};

/** Searches within 50 km around stations, without compression, for a signed-in driver with a car and favourites. */
export function searchesOf(
  service: { url: string; pid: number },
  token: string,
  places: readonly Place[],
  items: number,
): Target {
  const random = randomOf(3);
  const requests = Array.from({ length: PLACES }, () => {
    const { latitude, longitude } = random.pick(places);
    const query = `latitude=${latitude}&longitude=${longitude}&distance=50&page_size=${items}`;
    return getRequest(`/api/ocpi/v1/locations/search?${query}`, token);
  });
  return { port: Number(new URL(service.url).port), pid: service.pid, requests };
}

/** The service and a plain server of the same bytes, in alternation, with the same client. */
export async function compareHttp(target: Target, items: number): Promise<HttpCompared> {
  const dir = await mkdtemp(join(tmpdir(), "voltmarg-bench-"));
  try {
    const files = await Promise.all(
      target.requests.map(async (request, nth) => {
        const [, path = ""] = request.split(" ");
        const authorization = /authorization: (.*)\r/.exec(request)?.[1] ?? "";
        const answer = await fetch(`http://127.0.0.1:${target.port}${path}`, {
          headers: { authorization, "accept-encoding": "identity" },
        });
        const file = join(dir, String(nth));
        await writeFile(file, Buffer.from(await answer.arrayBuffer()));
        return file;
      }),
    );
    const server = fork(join(import.meta.dirname, "constant-server.ts"), files);
    const [port] = (await once(server, "message")) as [number];
    const constant: Target = {
      port,
      pid: server.pid!,
      requests: files.map((_, nth) => getRequest(`/${nth}`)),
    };
    const ours: Driven[] = [];
    const theirs: Driven[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const mine = await drive(target, 4, SECONDS);
      const other = await drive(constant, 4, SECONDS);
      if (round === 0) continue;
      ours.push(mine);
      theirs.push(other);
    }
    server.kill();
    const median = (numbers: readonly number[]) => quantile(numbers, 0.5);
    const ratioOf = (name: "rate" | "perProcessorSecond") =>
      median(ours.map((one, nth) => one[name] / theirs[nth]![name]));
    return {
      items,
      rate: median(ours.map(({ rate }) => rate)),
      ratio: ratioOf("rate"),
      processorRatio: ratioOf("perProcessorSecond"),
      megabytes: median(ours.map(({ bytes }) => bytes)) / 1e6,
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}
