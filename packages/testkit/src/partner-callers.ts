import { createOcpiClient } from "@voltmarg/ocpi";
import type { lookup } from "node:dns";
import { createPictures } from "../../server/src/features/stations/pictures.ts";
import { createWebPush } from "../../server/src/features/notifications/push/web-push.ts";
import { systemClock } from "../../server/src/platform/clock.ts";
import { createOutbound, type Outbound } from "../../server/src/platform/http/outbound.ts";
import { newWebPushKeys } from "../../server/src/platform/config/web-push-keys.ts";

/** A part of the service that calls a URL given by others. */
export type PartnerCaller = { name: string; call(url: string): Promise<unknown> };

const STOP = { response_url: "https://service.example/", session_id: "1" };
const party = { country_code: "IN", party_id: "VMG" };

/**
 * Everything that calls a URL given by a partner or a browser, configured as in PROD: registrations, versions, each
 * kind of endpoint, the pages of a list, pictures and logos, push endpoints. `resolve` answers DNS look-ups; `open`:
 * as outside PROD, where this machine may be called.
 */
export function partnerCallers(resolve: typeof lookup, open: boolean): PartnerCaller[] {
  const outbound = createOutbound(open ? "TEST" : "PROD", resolve);
  const of = (transport: Outbound, url: string) =>
    createOcpiClient({
      transport: async (request) => {
        const { status, headers, body } = await transport({ to: "operators", ...request });
        return { status, headers, body };
      },
      token: "token-of-nobody",
      from: party,
      to: { country_code: "IN", party_id: "CPO" },
      endpoints: (["locations", "tariffs", "sessions", "cdrs", "commands"] as const).map(
        (identifier) => ({
          identifier,
          role: identifier === "commands" ? ("RECEIVER" as const) : ("SENDER" as const),
          url,
        }),
      ),
      newId: () => "id",
    });
  /** A valid first page that links to `url` as the next one. */
  const firstPage =
    (url: string): Outbound =>
    async (request) =>
      request.url.startsWith("https://peer.example/")
        ? {
            status: 200,
            headers: { link: `<${url}>; rel="next"`, "x-total-count": "2" },
            body: JSON.stringify({
              status_code: 1000,
              timestamp: "2026-11-20T06:30:00Z",
              data: [],
            }),
          }
        : outbound(request);
  const drained = async (pages: AsyncIterable<unknown>) => {
    for await (const _ of pages);
  };
  const pictures = () => createPictures({ outbound, now: () => Date.now() });
  const keys = newWebPushKeys();
  const push = createWebPush({
    settings: { ...keys, subject: "mailto:push@voltmarg.example" },
    hosts: { named: ["*.push.example"], loopback: open },
    outbound,
    clock: systemClock,
  });
  return [
    { name: "GET", call: (url) => outbound({ to: "NOBODY", method: "GET", url, headers: {} }) },
    {
      name: "POST",
      call: (url) => outbound({ to: "NOBODY", method: "POST", url, headers: {}, body: "{}" }),
    },
    { name: "versions", call: (url) => of(outbound, url).getVersions(url) },
    { name: "version details", call: (url) => of(outbound, url).getVersionDetails(url) },
    { name: "an endpoint's list", call: (url) => drained(of(outbound, url).getLocations()) },
    {
      name: "the next page",
      call: (url) => drained(of(firstPage(url), "https://peer.example/locations").getLocations()),
    },
    { name: "a picture", call: (url) => pictures().get("op", url) },
    { name: "a command", call: (url) => of(outbound, url).stopSession(STOP) },
    { name: "a charge record", call: (url) => of(outbound, url).getCdrAt(url) },
    {
      name: "a push endpoint",
      call: (url) =>
        push({
          token: JSON.stringify({
            endpoint: url,
            keys: { p256dh: keys.publicKey, auth: "AAAAAAAAAAAAAAAAAAAAAA" },
          }),
          payload: null,
          topic: "t",
          urgent: false,
          seconds: 60,
        }),
    },
  ];
}
