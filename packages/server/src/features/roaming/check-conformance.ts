import type { partners as routes, RouteOutput } from "@voltmarg/contract";
import {
  createOcpiClient,
  readDateTime,
  type Exchange,
  type Failure,
  type Found,
  type Version,
} from "@voltmarg/ocpi";
import { newSecret } from "../../platform/ids.ts";
import { hostsOf } from "./circuit-breakers.ts";
import { checkList, LISTS, type Notes } from "./conformance-list.ts";
import { findOperator, operatorNamed, ownPartyOf, type OperatorRow } from "./operators.store.ts";
import { partiesOf } from "./parties.store.ts";
import { readingRules } from "./reading-rules.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

type Conformance = RouteOutput<typeof routes.checkPartner>["data"];
type Fault = Conformance["faults"][number];
const VERSIONS = "Version information endpoint";
const ENVELOPE = "Transport and format, Response format";

/**
 * Asks a registered partner for what it offers and lists what it does otherwise than OCPI says. Nothing is stored: neither
 * objects nor findings, nor the calls themselves.
 */
export async function checkConformance(
  deps: RoamingDeps,
  name: string,
): Promise<{ ok: true; value: Conformance } | { ok: false; reason: "UNKNOWN" | "STATE" }> {
  const { db } = deps.database;
  const found = await operatorNamed(db, name);
  const operator = found && (await findOperator(db, found.id));
  if (!operator) return { ok: false, reason: "UNKNOWN" };
  const { their_token: sealed, registered_at, versions_url } = operator;
  if (!sealed || !registered_at || !versions_url) return { ok: false, reason: "STATE" };

  const faults: Fault[] = [];
  let requests = 0;
  let asked = "";
  const fault: Notes["fault"] = (module, { came, standard, section }) => {
    const said = `${standard} (OCPI ${operator.ocpi_version}, ${section})`;
    const isKnown = faults.some(
      (each) => each.module === module && each.standard === said && each.came === came,
    );
    if (!isKnown) faults.push({ module, asked, came, standard: said });
  };
  const failed: Notes["failed"] = (module, failure) => {
    if (failure) fault(module, { came: cameOf(failure), ...EXPECTED[failure.reason] });
  };
  const onExchange = (exchange: Exchange) => {
    requests += 1;
    const query = exchange.query.toString();
    asked = `${exchange.method} ${exchange.path}${query && `?${query}`}`;
    checkEnvelope(exchange, fault);
  };
  const parties = await partiesOf(db, operator.id);
  const owner = parties.length === 0 && operator.kind === "CPO" ? ownPartyOf(operator) : null;
  const to = ownPartyOf(operator);
  const clientWith = (endpoints: OperatorRow["endpoints"]) =>
    createOcpiClient({
      // Neither waits for a circuit breaker nor opens one: a fault that is looked for is no outage.
      transport: ({ method, url, headers, body }) =>
        deps.outbound({ to: "NOBODY", method, url, headers, body, hosts: hostsOf(operator) }),
      token: deps.encryption.decrypt(sealed),
      tokenEncoding: operator.token_encoding,
      version: operator.ocpi_version,
      from: { country_code: deps.party.countryCode, party_id: deps.party.partyId },
      ...(to ? { to } : {}),
      ...(owner ? { owner } : {}),
      ...(endpoints ? { endpoints } : {}),
      newId: newSecret,
      now: () => deps.clock.now().getTime(),
      rules: readingRules(deps),
      onExchange,
      onFindings: (each) => noteFindings(operator, each, fault),
    });

  const stored = clientWith(operator.endpoints);
  const versions = await stored.getVersions(versions_url);
  const named = versions.ok
    ? checkVersions(operator, versions.data, fault)
    : failed("versions", versions);
  const details = named ? await stored.getVersionDetails(named.url) : null;
  if (details?.ok === false) failed("versions", details);
  const endpoints = details?.ok ? details.data.endpoints : operator.endpoints;
  const client = clientWith(endpoints);
  const offers = (module: string) =>
    endpoints?.some(({ identifier, role }) => identifier === module && role !== "RECEIVER") ??
    false;
  if (details?.ok && !details.data.endpoints.some(({ identifier }) => identifier === "credentials"))
    fault("versions", {
      came: "no credentials endpoint",
      standard: "every party offers the credentials module",
      section: "Version information endpoint, ModuleID",
    });
  else if (details?.ok) {
    const credentials = await client.getCredentials();
    if (!credentials.ok) failed("credentials", credentials);
  }
  const objects: Conformance["objects"] = [];
  const notes = { fault, failed };
  for (const list of LISTS)
    if (offers(list.module))
      objects.push({ module: list.module, read: await checkList(client, list, notes) });
  const { id, country_code, party_id, ocpi_version } = operator;
  const partner = { id, name: operator.name, country_code, party_id };
  return { ok: true, value: { partner, ocpi_version, requests, objects, faults } };
}

function checkVersions(
  { ocpi_version }: OperatorRow,
  versions: readonly Version[],
  fault: Notes["fault"],
): Version | undefined {
  const named = versions.find(({ version }) => version === ocpi_version);
  if (!named)
    fault("versions", {
      came: versions.map(({ version }) => version).join(", ") || "no version",
      standard: `the list has each supported version; ${ocpi_version} is the one that is in use`,
      section: VERSIONS,
    });
  return named;
}

/** What the client reads although it is not as OCPI writes it. */
function checkEnvelope({ module, answer, status, statusCode }: Exchange, fault: Notes["fault"]) {
  if (answer === null || status !== 200 || statusCode === null) return;
  const { status_code, timestamp } = JSON.parse(answer.replace(/^\uFEFF/, "")) as Record<
    string,
    unknown
  >;
  const about = module ?? "versions";
  const said = (came: string, standard: string) =>
    fault(about, { came, standard, section: ENVELOPE });
  if (typeof status_code !== "number")
    said(`status_code ${JSON.stringify(status_code)}`, "status_code is a number");
  if (typeof timestamp !== "string" || readDateTime(timestamp) === null)
    said(
      timestamp === undefined ? "no timestamp" : `timestamp ${JSON.stringify(timestamp)}`,
      "timestamp, the time this message was generated, is required",
    );
}

/** Of OCPI 2.1.1 only what was refused: its own form reads as another one here. */
function noteFindings(
  { ocpi_version }: OperatorRow,
  { module, object, findings }: Found,
  fault: Notes["fault"],
) {
  const isOld = ocpi_version === "2.1.1";
  for (const { path, message, outcome, raw } of findings) {
    if (isOld && outcome !== "REFUSED") continue;
    const field = path.replaceAll(/\.\d+(?=\.|$)/g, ".*") || "the object";
    fault(module, {
      came: `${field}: ${message}, in ${object || "an object"}${raw ? ` (${raw})` : ""}`,
      standard: `each object has its mandatory fields, and each field its type`,
      section: `${module}, Object description and Data types`,
    });
  }
}

function cameOf({ reason, status, status_code, message }: Failure): string {
  if (reason === "http")
    return `HTTP ${status}${status_code ? ` and status code ${status_code}` : ""}`;
  return reason === "ocpi" ? `status code ${status_code}: ${message}` : message;
}

const EXPECTED: Readonly<Record<Failure["reason"], { standard: string; section: string }>> = {
  unsent: {
    standard: "the address can be called",
    section: "Transport and format, Interface endpoints",
  },
  network: {
    standard: "each request is answered",
    section: "Transport and format, JSON / HTTP implementation guide",
  },
  http: {
    standard: "a request that was understood is answered with HTTP 200",
    section: "Status codes",
  },
  ocpi: {
    standard: "a request that succeeded is answered with a status code 1xxx",
    section: "Status codes",
  },
  shape: { standard: "the answer has the form that its module describes", section: ENVELOPE },
};
