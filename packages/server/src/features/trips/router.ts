import { encodePolyline, type Position } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import { createCircuitBreaker } from "../../platform/http/circuit-breaker.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import type { Logger } from "../../platform/observability/logger.ts";

/** What a road router answered, not read yet: that is work for another thread. */
export type RouterAnswer = { status: number; body: string };

/** A road router with Valhalla's interface. null: it did not answer in time, or something that is too long. */
export type Router = {
  route(through: readonly Position[]): Promise<RouterAnswer | null>;
  heights(at: readonly Position[]): Promise<RouterAnswer | null>;
};

const TIMEOUT_MS = 2_000;
/** A route of 4,000 km takes about 1 MB. */
const MOST_BYTES = 3 * 1024 * 1024;

type Settings = { url: string; key: string | null };

const headersOf = ({ key }: Settings) => ({
  "content-type": "application/json",
  accept: "application/json",
  ...(key !== null && { authorization: `Bearer ${key}` }),
});

/** The status of the router's own word about itself. */
export const checkRouter = async (settings: Settings, outbound: Outbound): Promise<number> =>
  (
    await outbound({
      to: "NOBODY",
      method: "GET",
      url: `${settings.url}/status`,
      headers: headersOf(settings),
      own: true,
    })
  ).status;

/** Calls go through one circuit breaker: a router that is away costs nobody two seconds for long. */
export function createRouter(deps: {
  settings: Settings;
  outbound: Outbound;
  clock: Clock;
  logger: Logger;
}): Router {
  const { settings, outbound, clock, logger } = deps;
  const { send } = createCircuitBreaker(outbound, { now: () => clock.now().getTime() });
  const ask = async (path: string, body: object): Promise<RouterAnswer | null> => {
    try {
      const { status, body: text } = await send({
        to: "router",
        method: "POST",
        url: `${settings.url}/${path}`,
        headers: headersOf(settings),
        body: JSON.stringify(body),
        repeatable: true,
        own: true,
        timeoutMs: TIMEOUT_MS,
        mostBytes: MOST_BYTES,
      });
      // 400 is its word for what has no route; anything else is for whoever runs the service.
      if (status !== 200 && status !== 400) logger.warn({ status, path }, "the router refused");
      return { status, body: text };
    } catch (error) {
      logger.warn({ err: error, path }, "the router did not answer");
      return null;
    }
  };
  return {
    route: (through) =>
      ask("route", {
        locations: through.map(({ latitude, longitude }) => ({
          lat: latitude,
          lon: longitude,
          type: "break",
        })),
        costing: "auto",
        units: "kilometers",
        directions_type: "maneuvers",
        format: "json",
      }),
    heights: (at) =>
      ask("height", { encoded_polyline: encodePolyline(at, 6), shape_format: "polyline6" }),
  };
}
