// A CPO with one location: it accepts a registration, lists its location, and answers commands.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import * as ocpi from "@voltmarg/ocpi";

const { PORT = "8081", TOKEN_A = "token-of-the-invitation" } = process.env;
const origin = `http://localhost:${PORT}`;
const party = { country_code: "NL", party_id: "EXC" };
const now = ocpi.writeDateTime(Date.now());
const plug = { standard: "IEC_62196_T2", format: "SOCKET", power_type: "AC_3_PHASE" };
const connector = { ...plug, id: "1", max_voltage: 230, max_amperage: 32, last_updated: now };
const evse = { uid: "E1", status: "AVAILABLE", connectors: [connector], last_updated: now };
const place = {
  address: "Plein 1",
  city: "Utrecht",
  country: "NLD",
  time_zone: "Europe/Amsterdam",
};
const coordinates = { latitude: "52.090740", longitude: "5.121420" };
/** @type {ocpi.Location} */
const location = {
  ...party,
  ...place,
  id: "L1",
  publish: true,
  coordinates,
  evses: [evse],
  last_updated: now,
};

/** @typedef {ocpi.Peer & { theirs?: string }} Caller `theirs`: the token with which we call it. */
/** Who may call, by token. The first one is for the registration alone. @type {Map<string, Caller>} */
const peers = new Map([[TOKEN_A, { registered: false, parties: [] }]]);
/** @param {string} token */
const us = (token) => {
  const role = { ...party, role: "CPO", business_details: { name: "Example CPO" } };
  return { token, url: `${origin}/ocpi/versions`, roles: [role] };
};
/** @param {ocpi.Context<Caller>} context @param {ocpi.Credentials} theirs */
const register = ({ token: used }, theirs) => {
  const token = randomUUID();
  peers.delete(used);
  peers.set(token, { registered: true, parties: theirs.roles, theirs: theirs.token });
  return ocpi.done(us(token));
};

const server = ocpi.createOcpiServer({
  role: "CPO",
  base: "/ocpi",
  origin,
  authenticate: (token) => peers.get(token) ?? null,
  handlers: {
    credentials: {
      get: ({ token }) => ocpi.done(us(token)),
      post: register,
      put: register,
      delete: ({ token }) => (peers.delete(token), ocpi.done()),
    },
    locations: { list: (_context, { offset }) => ({ items: [location].slice(offset), total: 1 }) },
    command: ({ peer }, { kind, body }) => {
      console.log(`${kind} received`);
      const transport = ocpi.fetchTransport();
      const client = ocpi.createOcpiClient({
        transport,
        token: peer.theirs ?? "",
        from: party,
        newId: randomUUID,
      });
      // Later, when the charge point has answered.
      setTimeout(
        () => void client.postCommandResult(body.response_url, { result: "ACCEPTED" }),
        100,
      );
      return ocpi.done({ result: "ACCEPTED", timeout: 30 });
    },
  },
});
createServer(ocpi.nodeListener(server)).listen(Number(PORT), () =>
  console.log(`${origin}/ocpi/versions`),
);
