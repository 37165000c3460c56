import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import {
  accounts,
  backoffice,
  charging,
  stations,
  trips,
  USUAL_BODY,
  type RouteSpec,
} from "@voltmarg/contract";
import { sessionOf } from "@voltmarg/testkit/partner";
import { randomOf } from "@voltmarg/testkit/random";

/** When the flood ends (by `performance.now()`), and how many requests were sent. */
export type Flood = { url: string; until: number; tried: number };
const goesOn = ({ until }: Flood) => performance.now() < until;

const MB = 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024, "x");

/**
 * Anonymous callers send request bodies that never end, `bytes` each or until the server closes. Returns a function
 * that closes the sockets.
 */
export function sendUnfinished(flood: Flood, sockets: number, bytes: number): () => void {
  const { hostname, port } = new URL(flood.url);
  const paths = [
    ["PUT", "/ocpi/emsp/2.2.1/sessions/IN/TST/S1"],
    ["POST", "/webhooks/razorpay"],
    ["POST", "/api/cms/v1/files/upload"],
    ["POST", stations.findAlongRoute.path],
    ["POST", "/auth/oauth/token?grant_type=refresh_token"],
  ];
  const open = new Set<Socket>();
  const begin = (nth: number) => {
    if (!goesOn(flood)) return;
    const [method, path] = paths[nth % paths.length]!;
    const socket = connect(Number(port), hostname);
    open.add(socket);
    flood.tried++;
    let left = bytes;
    const more = () => {
      while (left > 0 && !socket.destroyed) {
        left -= PIECE.length;
        const head = `${PIECE.length.toString(16)}\r\n`;
        if (!socket.write(Buffer.concat([Buffer.from(head), PIECE, Buffer.from("\r\n")]))) return;
      }
    };
    socket.on("connect", () => {
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n` +
          "transfer-encoding: chunked\r\n\r\n",
      );
      more();
    });
    socket.on("drain", more);
    socket.resume();
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      setTimeout(() => begin(nth), 1_000).unref();
    });
  };
  for (let nth = 0; nth < sockets; nth++) begin(nth);
  return () => {
    for (const socket of open) socket.destroy();
  };
}

/** One driver repeats the search along a route of 10,000 points, as fast as the rate limit allows. */
export async function askAlong(flood: Flood, token: string): Promise<void> {
  const random = randomOf(7);
  const points = Array.from({ length: 10_000 }, () => ({
    latitude: 18.5 + random.int(0, 1_000) / 200_000,
    longitude: 73.8 + random.int(0, 1_000) / 200_000,
  }));
  const body = JSON.stringify({ points, distance: 50, page_size: 500 });
  while (goesOn(flood)) {
    flood.tried++;
    await call(flood, "POST", stations.findAlongRoute.path, token, body);
  }
}

/** The same driver repeats all cheap requests, as fast as the rate limit allows. */
export async function askForMuch(flood: Flood, token: string): Promise<void> {
  const box = "west=60&south=0&east=100&north=40&limit=100000&compact=true";
  const paths = [
    `${stations.listPins.path}?${box}`,
    `${stations.searchLocations.path}?latitude=18.5&longitude=73.8&distance=1000&page_size=200`,
    charging.activeSessions.path.replace(":userId", "me"),
  ];
  for (let nth = 0; goesOn(flood); nth++) {
    flood.tried++;
    await call(flood, "GET", paths[nth % paths.length]!, token);
  }
}

/** A partner pushes sessions of a thousand periods, each as large as allowed, and some larger. */
export async function pushSessions(flood: Flood, token: string): Promise<void> {
  const session = (periods: number) =>
    JSON.stringify(
      sessionOf("FLOOD", {
        kwh: 1,
        charging_periods: Array.from({ length: periods }, (_, nth) => ({
          start_date_time: new Date(Date.UTC(2026, 10, 20, 6, 30, 10 + nth)).toISOString(),
          dimensions: [{ type: "ENERGY", volume: 0.001 }],
        })),
      }),
    );
  const [fits, huge] = [session(2_300), session(45_000)];
  const authorization = `Token ${Buffer.from(token).toString("base64")}`;
  const path = "/ocpi/emsp/2.2.1/sessions/IN/TST/FLOOD";
  for (let nth = 0; goesOn(flood); nth++) {
    flood.tried++;
    const answer = await fetch(`${flood.url}${path}`, {
      method: "PUT",
      headers: { authorization, "content-type": "application/json" },
      body: nth % 4 === 3 ? huge : fits,
    }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    await wait(20);
  }
}

const BAD_POINT = `{"latitude":"a","longitude":999}`;
const repeated = (bytes: number, item: (nth: number) => string) =>
  Array.from({ length: Math.floor(bytes / (item(9_999).length + 1)) }, (_, nth) =>
    item(nth),
  ).join();
/** Bodies that cost as much as their size allows, each up to the usual limit. */
const SHAPES = {
  "unknown keys": `{${repeated(USUAL_BODY - 2, (nth) => `"k${nth}":1`)}}`,
  "deep nesting": "[".repeat(USUAL_BODY / 2) + "]".repeat(USUAL_BODY / 2),
  "wide arrays": `{"points":[${repeated(USUAL_BODY - 13, () => "[]")}]}`,
};
const bad = (points: number) => `{"points":[${Array(points).fill(BAD_POINT).join()}]}`;
/** 80 KB of bad points, as many as the route reads, and as many keys as it may get. */
const BODIES_ALONG = [
  bad(2_480),
  bad(10_000),
  `{${repeated(stations.findAlongRoute.mostBody - 2, (nth) => `"k${nth}":1`)}}`,
];

/**
 * Sends bodies of every hostile shape to one route, as fast as the rate limit allows. Returns how many were read, and the
 * size of the largest refusal.
 */
export async function sendShapes(flood: Flood, spec: RouteSpec, token: string) {
  const bodies: readonly string[] = [
    ...Object.values(SHAPES),
    ...(spec.path === stations.findAlongRoute.path ? BODIES_ALONG : []),
  ];
  const path = spec.path.replaceAll(/:\w+/g, "9800000001");
  const seen = { read: 0, bytes: 0 };
  for (let nth = 0; goesOn(flood); nth++) {
    flood.tried++;
    const { status, bytes } = await call(
      flood,
      spec.method,
      path,
      token,
      bodies[nth % bodies.length],
    );
    if (status < 400) throw new Error(`${path} accepted a hostile body`);
    if (status !== 429) seen.read++;
    seen.bytes = Math.max(seen.bytes, bytes);
  }
  return seen;
}
/** Public, a driver's and the back office's. */
export const SHAPED = [
  accounts.verifyOtp,
  stations.findAlongRoute,
  trips.planTrip,
  backoffice.addToWhitelist,
] satisfies RouteSpec[];

/** Opens streams with one token as fast as possible and leaves them open. Returns the highest number open at rest. */
export async function openStreams(flood: Flood, token: string): Promise<number> {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const now = { open: 0 };
  let most = 0;
  const one = async () => {
    flood.tried++;
    const answer = await fetch(`${flood.url}${charging.liveSessions.path}`, {
      headers,
      signal: stop.signal,
    }).catch(() => null);
    if (!answer?.ok) return void (await answer?.arrayBuffer());
    now.open++;
    const end = () => now.open--;
    answer.body!.pipeTo(new WritableStream()).then(end, end);
  };
  try {
    while (goesOn(flood)) {
      await Promise.all(Array.from({ length: 20 }, one));
      // It takes a moment until the client notices streams that the server closed in favour of newer ones.
      for (let nth = 0; nth < 20 && now.open > 5; nth++) await wait(50);
      most = Math.max(most, now.open);
    }
    return most;
  } finally {
    stop.abort();
  }
}

async function call(
  { url }: Flood,
  method: string,
  path: string,
  token: string,
  body?: string,
): Promise<{ status: number; bytes: number }> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body }),
  }).catch(() => null);
  const read = await answer?.arrayBuffer().catch(() => null);
  // As fast as a client that ignores Retry-After would, but not as fast as this machine can.
  if (answer?.status !== 200) await wait(20);
  return { status: answer?.status ?? 503, bytes: read?.byteLength ?? 0 };
}

export const BODY_BYTES = 4.9 * MB;
