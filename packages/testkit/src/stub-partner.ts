import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { partners } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import type { World } from "@voltmarg/world/world";

/** A minimal partner, registered with a world: it returns and pushes the objects it is given. */
export type StubPartner = {
  id: string;
  party: { country_code: string; party_id: string };
  /** Authorization header of its pushes. */
  authorization: string;
  /** Address of our receiver, without a trailing slash. */
  receiver: string;
  close(): Promise<void>;
};

const modules = ["locations", "tariffs", "sessions", "cdrs", "tokens", "commands"];

/** A command as it came: its name in the address, such as `START_SESSION`, and its body. */
export type StubCommand = {
  name: string;
  body: { response_url: string; [field: string]: unknown };
};

/**
 * Registers with the service as an operator that has these locations. It accepts every command and hands it to
 * `onCommand`, which sends the result.
 */
export async function registerStub(
  { url, secrets }: { url: string; secrets: Pick<World["secrets"], "providerToken"> },
  partyId: string,
  locations: readonly object[] = [],
  onCommand: (command: StubCommand) => void = () => {},
): Promise<StubPartner> {
  const party = { country_code: "IN", party_id: partyId };
  let base = "";
  let ours = "";
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += chunk as string;
      const { pathname, searchParams } = new URL(request.url ?? "/", base);
      const offset = Number(searchParams.get("offset") ?? 0);
      const headers: Record<string, string> = { "content-type": "application/json" };
      let data: unknown = [];
      if (pathname === "/versions") data = [{ version: "2.2.1", url: `${base}/2.2.1` }];
      else if (pathname === "/2.2.1") {
        data = {
          version: "2.2.1",
          endpoints: [
            ...["credentials", ...modules].map((identifier) => ({
              identifier,
              role: ["tokens", "commands", "credentials"].includes(identifier)
                ? "RECEIVER"
                : "SENDER",
              url: `${base}/${identifier}`,
            })),
            // For charging preferences.
            { identifier: "sessions", role: "RECEIVER", url: `${base}/sessions` },
          ],
        };
      } else if (pathname === "/credentials") {
        if (request.method === "POST") ours = (JSON.parse(body) as { token: string }).token;
        const role = { role: "CPO", ...party, business_details: { name: `Stub ${partyId}` } };
        data = { token: `stub-${partyId}`, url: `${base}/versions`, roles: [role] };
      } else if (pathname.startsWith("/commands/")) {
        data = { result: "ACCEPTED", timeout: 30 };
        onCommand({ name: pathname.split("/").at(-1)!, body: JSON.parse(body) });
      } else if (pathname === "/locations") {
        data = locations.slice(offset, offset + 200);
        headers["x-total-count"] = String(locations.length);
        if (offset + 200 < locations.length)
          headers["link"] = `<${base}/locations?offset=${offset + 200}>; rel="next"`;
      }
      const envelope = { data, status_code: 1000, timestamp: new Date().toISOString() };
      response.writeHead(200, headers).end(JSON.stringify(envelope));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { data } = await callRoute(url, partners.addPartner, {
    token: secrets.providerToken,
    body: { name: `Stub ${partyId}`, versions_url: `${base}/versions`, token: "introduction" },
  });
  return {
    id: data.partner.id,
    party,
    authorization: `Token ${Buffer.from(ours).toString("base64")}`,
    receiver: `${url}/ocpi/emsp/2.2.1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A valid OCPI location of a stub partner with so many EVSEs. */
export const stubLocation = (
  party: StubPartner["party"],
  id: string,
  evses: number,
  latitude = 18.52,
) => ({
  ...party,
  id,
  publish: true,
  name: `Place ${id}`,
  address: "1 Test Road",
  city: "Pune",
  country: "IND",
  coordinates: { latitude: latitude.toFixed(6), longitude: "73.850000" },
  time_zone: "Asia/Kolkata",
  opening_times: { twentyfourseven: true },
  evses: Array.from({ length: evses }, (_, n) => stubEvse(`${id}-${n + 1}`)),
  last_updated: "2026-01-01T00:00:00Z",
});

export const stubEvse = (uid: string) => ({
  uid,
  evse_id: `IN*STB*E${uid}`,
  status: "AVAILABLE",
  physical_reference: uid.slice(0, 16),
  connectors: [
    {
      id: "1",
      standard: "IEC_62196_T2_COMBO",
      format: "CABLE",
      power_type: "DC",
      max_voltage: 500,
      max_amperage: 120,
      max_electric_power: 60_000,
      tariff_ids: ["T1"],
      last_updated: "2026-01-01T00:00:00Z",
    },
  ],
  last_updated: "2026-01-01T00:00:00Z",
});
