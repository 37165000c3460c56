import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, json, refused } from "./answer.ts";
import { drawGraph } from "./graph.ts";
import { habits, type HabitName, isHabitName, habitNames } from "./habits.ts";
import { answerHeight } from "./height.ts";
import { answerRoute } from "./route.ts";

export type RoadSim = {
  url: string;
  /** Requests for `/route` and `/height` so far. */
  readonly calls: Readonly<Record<"route" | "height", number>>;
  close(): Promise<void>;
};

export type StartOptions = {
  /** 0: any free port */
  port: number;
  host?: string;
  /** What callers must send as a bearer token; absent: nothing. */
  key?: string;
};

const LONGEST_BODY = 2 * 1024 * 1024;
type Fields = Record<string, unknown>;

/** Starts a road router that answers Valhalla's wire over a drawn graph of India. It stores nothing. */
export async function start({ port, host = "127.0.0.1", key }: StartOptions): Promise<RoadSim> {
  const graph = drawGraph();
  const calls = { route: 0, height: 0 };
  let habit: { name: HabitName; times: number } = { name: "happy", times: Infinity };
  const nextHabit = (): HabitName => {
    const { name } = habit;
    habit.times -= 1;
    if (habit.times <= 0) habit = { name: "happy", times: Infinity };
    return name;
  };

  const control = ({ name, times }: Fields): Answer => {
    if (!isHabitName(name))
      return json(400, { message: `name is one of ${habitNames.join(", ")}` });
    if (times !== undefined && !(Number.isInteger(times) && Number(times) > 0))
      return json(400, { message: "times is 1 or more" });
    habit = { name, times: times === undefined ? Infinity : Number(times) };
    return json(200, { name, times });
  };

  const handle = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url ?? "/", "http://router.invalid");
    const text = url.searchParams.get("json") ?? (await readBody(request));
    if (text === null) return refused(107, "The request is too large", 400);
    const fields = readObject(text);
    if (url.pathname.startsWith("/control/")) {
      if (!isLoopback(request.socket.remoteAddress)) return json(403, { message: "not from here" });
      if (url.pathname === "/control/habit" && request.method === "POST" && fields)
        return control(fields);
      if (url.pathname === "/control/habit")
        return json(200, { name: habit.name, names: habitNames });
      return json(404, { message: "one of /control/habit" });
    }
    if (url.pathname === "/status")
      return json(200, { version: "3.5.1", tileset_last_modified: 0 });
    const name = url.pathname.slice(1);
    if (name !== "route" && name !== "height")
      return refused(106, "Try any of: '/route' '/height' '/status'", 404);
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return json(401, { error: "The key is missing or wrong" });
    if (!fields) return refused(100, "Failed to parse intermediate request format");
    calls[name] += 1;
    const answer = name === "route" ? answerRoute : answerHeight;
    return habits[nextHabit()](() => answer(graph, fields));
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await handle(request).catch((error: unknown) =>
      refused(599, String(error), 500),
    );
    const send = () => {
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    };
    if (answer.afterMs === undefined) return send();
    const timer = setTimeout(send, answer.afterMs);
    response.on("close", () => clearTimeout(timer));
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    calls,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const isLoopback = (address = "") => address === "::1" || /^(::ffff:)?127\./.test(address);

function readObject(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? (value as Fields) : null;
  } catch {
    return null;
  }
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LONGEST_BODY) chunks.push(chunk);
  }
  return size > LONGEST_BODY ? null : Buffer.concat(chunks).toString("utf8");
}
