// An eMSP: it registers with a CPO, reads its locations, and starts a charging session.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import * as ocpi from "@voltmarg/ocpi";

const { PORT = "8082", TOKEN_A = "token-of-the-invitation" } = process.env;
const { CPO = "http://localhost:8081/ocpi/versions" } = process.env;
const origin = `http://localhost:${PORT}`;
const party = { country_code: "NL", party_id: "EXE" };
/** The token with which the CPO calls us. */
const ours = randomUUID();
const role = { ...party, role: "EMSP", business_details: { name: "Example eMSP" } };
const us = { token: ours, url: `${origin}/ocpi/versions`, roles: [role] };

const server = ocpi.createOcpiServer({
  role: "EMSP",
  base: "/ocpi",
  origin,
  authenticate: (token) => (token === ours ? { registered: true, parties: [] } : null),
  handlers: {
    credentials: {
      get: () => ocpi.done(us),
      post: () => ocpi.done(us),
      put: () => ocpi.done(us),
      delete: () => ocpi.done(),
    },
    commandResult: (_context, kind, _id, { result }) => {
      console.log(`${kind}: ${result}`);
      // The example is over, once this is answered.
      setTimeout(() => process.exit(), 100);
      return ocpi.done();
    },
  },
});
createServer(ocpi.nodeListener(server)).listen(Number(PORT));

/** @template T @param {ocpi.Result<T>} result */
const must = (result) => {
  if (!result.ok) throw new Error(`${result.reason}: ${result.message}`);
  return result.data;
};
const connection = { transport: ocpi.fetchTransport(), from: party, newId: randomUUID };
const stranger = ocpi.createOcpiClient({ ...connection, token: TOKEN_A });
const highest = ocpi.highestOf(must(await stranger.getVersions(CPO)));
if (!highest) throw new Error("no version in common");
const { version, named } = highest;
const { endpoints } = must(await stranger.getVersionDetails(named.url));
const guest = ocpi.createOcpiClient({ ...connection, token: TOKEN_A, version, endpoints });
const { token } = must(await guest.postCredentials(us));
console.log(`registered in ${version}`);

/** @param {ocpi.Found} found */
const onFindings = ({ object, findings }) => console.log(object, findings);
const client = ocpi.createOcpiClient({ ...connection, token, version, endpoints, onFindings });
for await (const page of client.getLocations())
  for (const { id, city, evses } of must(page).items) {
    console.log(`${id} in ${city} with ${evses?.length ?? 0} EVSEs`);
    const response_url = `${origin}/ocpi/emsp/${version}/commands/START_SESSION/${randomUUID()}`;
    const kind = { type: "APP_USER", valid: true, whitelist: "NEVER", issuer: "Example eMSP" };
    const ids = { uid: "driver-7", contract_id: "NL-EXE-C00000007-X" };
    const driver = { ...party, ...kind, ...ids, last_updated: ocpi.writeDateTime(Date.now()) };
    must(
      await client.startSession({ response_url, token: driver, location_id: id, evse_uid: "E1" }),
    );
  }
