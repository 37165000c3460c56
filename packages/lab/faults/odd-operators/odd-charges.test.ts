import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { beforeAll, expect, test, vi } from "vitest";
import { ABSENT, changed, type Changes } from "./case.ts";
import { goodCdr, goodSession } from "./good.ts";
import { isGood, openTestBed, untold, WAYS, wrongsOf, type TestBed } from "./test-bed.ts";

/** Paths reported to the operator; a path also stands for everything below it. */
type Told = { told?: readonly string[] };
/** Null: it is unknown whether the charge runs; the driver is not told that nothing was charged. */
type OddSession = {
  name: string;
  odd: Changes;
  status: string | null;
  kwh?: number | undefined;
} & Told;
type OfSession = Partial<Pick<OddSession, "status" | "kwh" | "told">>;

/** The session belongs to the requested charge. `why`: where this was observed. */
const recognised = (
  name: string,
  _why: string,
  odd: Changes,
  more: OfSession = {},
): OddSession => ({ name, odd, status: "ACTIVE", kwh: 2, ...more });
const noted: typeof recognised = (name, why, odd, more) =>
  recognised(name, why, odd, { told: Object.keys(odd), ...more });
const open: typeof recognised = (name, why, odd, more) =>
  recognised(name, why, odd, { status: null, ...more });
const openNoted: typeof recognised = (name, why, odd) =>
  open(name, why, odd, { told: Object.keys(odd) });

const upper = (was: unknown) => String(was).toUpperCase();

/** Of a charge that was requested and accepted; the good one runs and has delivered two kWh. */
const sessions: readonly OddSession[] = [
  recognised(
    "token without its party",
    "The two fields are mandatory only since OCPI 2.2.1.",
    { "cdr_token.country_code": ABSENT, "cdr_token.party_id": ABSENT },
    { told: ["cdr_token"] },
  ),
  recognised(
    "token without its party, and no reference",
    "An operator of before 2.2.1 that drops our reference as well.",
    {
      "cdr_token.country_code": ABSENT,
      "cdr_token.party_id": ABSENT,
      authorization_reference: ABSENT,
    },
    { told: ["cdr_token"] },
  ),
  recognised("no authorization reference", "Many never echo it.", {
    authorization_reference: ABSENT,
  }),
  recognised("an authorization reference of null", "The column is there, and nobody fills it in.", {
    authorization_reference: null,
  }),
  recognised(
    "an empty authorization reference",
    "The exporter writes empty text for what it does not have.",
    { authorization_reference: "" },
  ),
  recognised(
    "an authorization reference of its own",
    "The operator's own authorization has one too, and it is sent instead.",
    { authorization_reference: "op-77123" },
  ),
  recognised(
    "the auth_id of OCPI 2.1.1",
    "Before 2.2 a session held the token's id alone.",
    { cdr_token: ABSENT, auth_id: "whoever" },
    { told: ["cdr_token"] },
  ),
  noted("token without a contract", "Whoever was authorised by a command needed none.", {
    "cdr_token.contract_id": ABSENT,
  }),
  recognised(
    "token in capitals",
    "Ids are stored in capitals, as OCPI compares them without regard to case.",
    { "cdr_token.uid": upper, authorization_reference: ABSENT },
  ),
  noted("kWh as text", "A decimal column is printed as text.", { kwh: "2.0000" }),
  noted("kWh of null", "No meter value has come yet.", { kwh: null }, { kwh: undefined }),
  noted("no auth method", "There is one way to start, so it seems needless.", {
    auth_method: ABSENT,
  }),
  noted("no currency", "An operator of one country finds it needless.", { currency: ABSENT }),
  noted("no connector", "The charger reports its EVSE alone.", { connector_id: ABSENT }),
  noted("connector as a number", "The charging protocol numbers connectors.", { connector_id: 1 }),
  recognised(
    "the location of OCPI 2.1.1",
    "Before 2.2 the whole location stood in a session.",
    { location_id: ABSENT, location: { id: "ODD", evses: [{ uid: "ODD-1" }] } },
    { told: ["location_id"] },
  ),
  noted("total cost as a number", "OCPI 2.1.1 had amounts without classes.", { total_cost: 40 }),
  recognised("an end of null while it runs", "The column is there, and the end is not.", {
    end_date_time: null,
  }),
  recognised(
    "an empty end while it runs",
    "The exporter writes empty text for what it does not have.",
    { end_date_time: "" },
  ),
  recognised("periods of null", "No period has been closed yet.", { charging_periods: null }),
  recognised("a period without dimensions", "A period opens before anything is measured in it.", {
    "charging_periods.0.dimensions": [],
  }),
  recognised(
    "volumes as text",
    "A decimal column is printed as text.",
    { "charging_periods.0.dimensions.0.volume": "2.0" },
    { told: ["charging_periods"] },
  ),
  openNoted("status of its own", "The status of the charging protocol is passed on unmapped.", {
    status: "Charging",
  }),
  open("status in lower case", "An enum is printed by another convention.", { status: "active" }),
  openNoted("no status", "A session without an end runs, to its author.", { status: null }),
  recognised(
    "begun at a local time",
    "The server writes its own clock without saying which zone.",
    { start_date_time: (was: unknown) => String(was).replace("Z", "") },
  ),
  noted(
    "begun at a Unix time",
    "The date was never turned into text.",
    { start_date_time: (was: unknown) => Date.parse(String(was)) / 1000 },
    { kwh: undefined },
  ),
  noted("never changed session", "The date of a change is kept for places alone.", {
    last_updated: ABSENT,
  }),
  open(
    "no token and no reference",
    "Privacy was taken to forbid saying who charges.",
    { cdr_token: ABSENT, authorization_reference: ABSENT },
    { told: ["cdr_token"] },
  ),
  open(
    "no EVSE and no reference",
    "The session is known by its site alone.",
    { evse_uid: ABSENT, authorization_reference: ABSENT },
    { told: ["evse_uid"] },
  ),
  recognised(
    "withdrawn with hardly a field",
    "What never was needs no description.",
    { status: "INVALID", kwh: ABSENT, charging_periods: ABSENT, currency: ABSENT },
    { status: "INVALID", kwh: undefined, told: ["kwh"] },
  ),
  recognised(
    "ended without an end",
    "The status changes before the record is closed.",
    { status: "COMPLETED", end_date_time: ABSENT },
    { status: "COMPLETED" },
  ),
];

/**
 * BILLED: the charge costs what it should. ASIDE: the CDR waits in the back office, and nobody is billed. UNREADABLE: pushed,
 * it is refused; pulled, it waits in the back office.
 */
type OddCdr = { name: string; odd: Changes; is: "BILLED" | "ASIDE" | "UNREADABLE" } & Told;
const cdr =
  (is: OddCdr["is"], tells: boolean) =>
  (name: string, _why: string, odd: Changes, more: Told = {}): OddCdr => ({
    name,
    odd,
    is,
    ...(tells && { told: Object.keys(odd) }),
    ...more,
  });
const billed = cdr("BILLED", false);
const billedNoted = cdr("BILLED", true);
const aside = cdr("ASIDE", false);
const unreadable = cdr("UNREADABLE", true);

/** Of a finished charge; the good one asks ₹47.20 for two kWh. */
const cdrs: readonly OddCdr[] = [
  billed(
    "token without its party",
    "The two fields are mandatory only since OCPI 2.2.1.",
    { "cdr_token.country_code": ABSENT, "cdr_token.party_id": ABSENT },
    { told: ["cdr_token"] },
  ),
  billed("no authorization reference", "Many never echo it.", { authorization_reference: ABSENT }),
  billed("no session", "The field came with OCPI 2.2 and is optional.", { session_id: ABSENT }),
  billed("tariffs of null", "The price was agreed on paper.", { tariffs: null }),
  billed(
    "a tariff that cannot be read",
    "The tariff is kept as the form had it.",
    { "tariffs.0.elements": "20/kWh" },
    { told: ["tariffs"] },
  ),
  billedNoted("a tariff of ids", "The list was taken for one of ids.", { tariffs: ["EVEN"] }),
  billed(
    "a tariff with restrictions as a list",
    "A language without types writes an empty object as an empty list.",
    { "tariffs.0.elements.0.restrictions": [] },
  ),
  billedNoted("signed data as text", "The meter's container is passed on as it is.", {
    signed_data: "OCMF|{}|{}",
  }),
  billed("signed data without values", "A meter without an interface signs nothing.", {
    "signed_data.signed_values": [],
  }),
  billedNoted("no EVSE id", "A private charger was never given one.", {
    "cdr_location.evse_id": null,
  }),
  billed(
    "location without an address",
    "The location was deleted before the record was made.",
    { "cdr_location.address": ABSENT, "cdr_location.city": ABSENT },
    { told: ["cdr_location.address"] },
  ),
  billedNoted("location without coordinates", "The class was made for invoices, which need none.", {
    "cdr_location.coordinates": ABSENT,
  }),
  billed(
    "an address longer than the standard has",
    "A location's address may have 255 characters, a record's 45.",
    {
      "cdr_location.address": "Gate 2, Building C, Survey Number 17, Old Mumbai Highway, Pune",
    },
  ),
  billedNoted("connector without its format", "Whether a cable is fixed was never asked.", {
    "cdr_location.connector_format": ABSENT,
  }),
  billedNoted("total cost as a number", "OCPI 2.1.1 had amounts without classes.", {
    total_cost: 40,
  }),
  unreadable(
    "total cost with a comma",
    "The server prints numbers as its country does.",
    { "total_cost.excl_vat": "40,00" },
    { told: ["total_cost"] },
  ),
  unreadable("no total cost", "The provider is to work it out.", { total_cost: ABSENT }),
  unreadable("no total energy", "The periods were thought to say it.", { total_energy: ABSENT }),
  billed(
    "partial costs as numbers",
    "OCPI 2.1.1 had amounts without classes.",
    { total_energy_cost: 40, total_time_cost: 0 },
    { told: ["total_energy_cost"] },
  ),
  billedNoted("parking time as text", "Hours are printed as a clock shows them.", {
    total_parking_time: "00:00",
  }),
  billedNoted("credit as text", "A template language writes every value in quotation marks.", {
    credit: "false",
  }),
  unreadable("a credit nobody can read", "A sum stands where the sign of a credit belongs.", {
    credit: 40,
  }),
  billed("periods with a dimension of OCPI 2.1.1", "FLAT was a dimension before 2.2.", {
    "charging_periods.0.dimensions": (was: unknown) => [
      ...(was as object[]),
      { type: "FLAT", volume: 1 },
    ],
  }),
  aside("another currency", "A hub settles in its own.", { currency: "EUR" }),
  billedNoted("remark as a list", "There were two.", { remark: ["one", "two"] }),
  billedNoted("record id as a number", "It is the key of the row.", {
    id: (was: unknown) => Number(String(was).replaceAll(/\D/g, "")),
  }),
  billedNoted("never changed record", "A record never changes, so the date seems needless.", {
    last_updated: ABSENT,
  }),
];

/** Until the service stops waiting for a session that was asked for. */
const NO_MORE_S = 250;

vi.setConfig({ testTimeout: 120_000 });
let testBed: TestBed;
beforeAll(async () => {
  testBed = await openTestBed();
  return async () => {
    await testBed.close();
    await stopDatabases();
  };
});

test.each(WAYS)(
  "a session with bad fields still belongs to the charge that was requested (%s)",
  async (way) => {
    const wrongs = wrongsOf(way);
    const partner = await testBed.operator(`S${way.slice(1, 3)}`);
    const { party_id } = partner.party;
    const charges = await testBed.startCharging(partner, `SES${way}`, sessions.length);
    const sent = sessions.map((entry, n) => {
      const charge = charges[n]!;
      return { entry, charge, body: changed(goodSession(charge), entry.odd) };
    });
    if (way === "PUSH") {
      for (const { entry, charge, body } of sent) {
        const path = `/sessions/IN/${party_id}/${charge.sessionId}`;
        const answer = await partner.call("PUT", path, body);
        if (!isGood(answer)) wrongs.say(entry.name, `${answer.status} ${answer.code}`);
      }
    } else partner.shelf.sessions = sent.map(({ body }) => body);
    const soon = way === "PULL" ? await testBed.pull(partner) : null;
    if (soon) wrongs.say("the pull", soon);
    await testBed.world.drain();
    const first = await Promise.all(charges.map((charge) => testBed.show(charge)));
    await testBed.world.pass(NO_MORE_S, NO_MORE_S);
    const findings = await testBed.noted(partner);
    for (const [n, { entry, charge }] of sent.entries()) {
      const { name, status, kwh, told } = entry;
      for (const path of untold(findings, "sessions", told))
        wrongs.say(name, `no finding for ${path}`);
      const session = first[n]!;
      const last = await testBed.show(charge);
      if (last.failure?.not_charged && last.status !== "INVALID")
        wrongs.say(name, `"not charged": ${last.failure.code}`);
      if (status === null) continue;
      if (session.status !== status) wrongs.say(name, `it is ${session.status}, ${session.step}`);
      if (kwh !== undefined && session.kwh !== kwh) wrongs.say(name, `it has ${session.kwh} kWh`);
    }
    partner.shelf.sessions = [];
    await testBed.endAll(partner, charges);
    expect(wrongs.lines).toEqual([]);
  },
);

test.each(WAYS)("a CDR with bad fields is billed or waits in the back office (%s)", async (way) => {
  const wrongs = wrongsOf(way);
  const partner = await testBed.operator(`C${way.slice(1, 3)}`);
  const { party_id } = partner.party;
  const charges = await testBed.startCharging(partner, `CDR${way}`, cdrs.length);
  for (const charge of charges) {
    const ended = { status: "COMPLETED", end_date_time: charge.now };
    const path = `/sessions/IN/${party_id}/${charge.sessionId}`;
    await partner.call("PUT", path, changed(goodSession(charge), ended));
  }
  const sent = cdrs.map((entry, n) => {
    const good = goodCdr(charges[n]!, `c${way}${1_000 + n}`);
    return { entry, charge: charges[n]!, body: changed(good, entry.odd) };
  });
  const refused = new Set<string>();
  if (way === "PUSH") {
    for (const { entry, body } of sent) {
      const answer = await partner.call("POST", "/cdrs", body);
      if (answer.code >= 2000) refused.add(entry.name);
      if (!isGood(answer)) wrongs.say(entry.name, `${answer.status} ${answer.code}`);
    }
  } else {
    partner.shelf.cdrs = sent.map(({ body }) => body);
    const failed = await testBed.pull(partner);
    if (failed) wrongs.say("the pull", failed);
  }
  await testBed.world.drain();
  const findings = await testBed.noted(partner);
  const waiting = await testBed.setAside(partner);
  for (const { entry, charge, body } of sent) {
    const { name, is, told } = entry;
    for (const path of untold(findings, "cdrs", told)) wrongs.say(name, `no finding for ${path}`);
    const bills = (await testBed.bills(charge)).filter(
      (bill) => bill.session_id === charge.reference,
    );
    if (is === "BILLED") {
      const asked = bills.map(({ amount_minor }) => amount_minor);
      if (asked.join() !== "4720") wrongs.say(name, `billed ${asked.join() || "nothing"}`);
      continue;
    }
    if (bills.length > 0) wrongs.say(name, "it is billed");
    const stands =
      is === "UNREADABLE" && way === "PUSH" ? refused.has(name) : waiting.has(String(body["id"]));
    if (!stands) wrongs.say(name, "it is not visible in the back office");
  }
  expect(wrongs.lines).toEqual([]);
});
