import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Dispute, PartnerFindings, PartnerMessages, RetailEntry } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outcomeOf } from "./backoffice-command.ts";
import { addressOf, newDriver, type DriverClient } from "@voltmarg/testkit/driver";
import { operatorCommand } from "./operator-command.ts";
import { providerCommand } from "./provider-command.ts";
import { registerStub, stubLocation } from "@voltmarg/testkit/stub-partner";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { until } from "@voltmarg/world/until";
import type { World } from "@voltmarg/world/world";

let world: World;
let driver: DriverClient;

beforeAll(async () => {
  world = await startTemporaryWorld({ LOCATIONS: "60", TRAFFIC: "0", DEMO_SPEED: "60" });
  driver = await newDriver(addressOf(world), { vehicle: true, rupees: 1000 });
});
afterAll(() => world.stop());

const commands = { provider: providerCommand, operator: operatorCommand };
const environment = () => ({
  PROVIDER_TOKEN: world.secrets.providerToken,
  PORT: new URL(world.url).port,
});
const command = (name: keyof typeof commands, ...args: string[]) =>
  outcomeOf(commands[name], args, environment());
const json = async <T>(...args: Parameters<typeof command>) =>
  JSON.parse((await command(...args, "--json")).out) as T;

/** A free plug with a price per kWh: any, or the one of this EVSE. */
async function plug(uid?: string) {
  for (const location of await driver.search(500)) {
    for (const evse of location.evses) {
      if (uid !== undefined && evse.uid !== uid) continue;
      const connector = evse.connectors[0]!;
      const component = connector.tariff?.elements[0]?.price_components[0];
      if (
        evse.status === "AVAILABLE" &&
        connector.power_type === "DC" &&
        component?.type === "ENERGY"
      )
        return { location, evse, connector, price: component.price };
    }
  }
  throw new Error("no free plug");
}

describe("[E-4] npm run provider -- retail", () => {
  test("sets, lists and removes a rule, and the driver's price follows", async () => {
    expect((await command("provider", "retail", "list")).out).toBe(
      "No rules: every tariff is sold on as the operator has it.",
    );
    const before = await plug();
    const { name } = before.location.operator;
    const set = await command(
      "provider",
      "retail",
      "set",
      "--operator",
      name,
      "--markup",
      "10",
      "--per-kwh",
      "0.50",
    );
    expect(set.code).toBe(0);
    expect(set.out.split("\n")[1]).toMatch(/every type\s+10%\s+₹0.5\s+\d{4}-/);
    const now = async () => (await plug(before.evse.uid)).price;
    expect(await now()).toBe(Math.round(before.price * 11_000 + 5_000) / 10_000);
    await command("provider", "retail", "set", "--type", "corporate", "--markup", "5");
    const { rules } = await json<{ rules: RetailEntry[] }>("provider", "retail", "list");
    expect(
      rules.map(({ operator, customer_type, rule }) => [
        operator,
        customer_type,
        rule.markup_percent,
      ]),
    ).toEqual([
      [null, "CORPORATE", 5],
      [expect.objectContaining({ id: before.location.operator.id }), null, 10],
    ]);
    for (const rule of [
      ["--operator", before.location.operator.id],
      ["--type", "CORPORATE"],
    ])
      expect((await command("provider", "retail", "remove", ...rule)).code).toBe(0);
    expect(await now()).toBe(before.price);
  });

  test("[D-19] shows what a rule would make of prices, and plans it for a day", async () => {
    const rule = ["--markup=-50", "--from", "2099-01-01"];
    const preview = await command("provider", "retail", "preview", ...rule);
    expect(preview.code).toBe(0);
    expect(preview.out).toMatch(/below cost/);
    const { error } = await command("provider", "retail", "set", ...rule);
    const said =
      /^A second member has to confirm it \((apr_\w+)\): prices can be below what the operator is owed\.$/;
    expect(error).toMatch(said);
    const waiting = await command("provider", "approval", "show", said.exec(error)![1]!);
    expect(waiting.out).toMatch(/^operation +PUT \/provider\/v1\/retail-rules$/m);
    expect(waiting.out).toMatch(/^input +.*"markup_percent":-50/m);
    expect((await command("provider", "approval", "list", "--kind", "change")).out).toMatch(
      /change/i,
    );
    const planned = ["--markup", "20", "--from", "2099-01-01"];
    expect((await command("provider", "retail", "set", ...planned)).out).toMatch(/20%.*2099-01-01/);
    expect((await command("provider", "retail", "list")).out).toMatch(/20%.*2099-01-01/);
    const removed = await command("provider", "retail", "remove", "--from", "2099-01-01");
    expect(removed.code).toBe(0);
    const past = await command(
      "provider",
      "retail",
      "set",
      "--markup",
      "5",
      "--from",
      "2020-01-01",
    );
    expect([past.code, past.error]).toEqual([1, expect.stringContaining("tomorrow")]);
  });

  test.each([
    [
      ["retail", "set", "--type", "friend", "--markup", "5"],
      /--type is one of PERSONAL, CORPORATE/,
    ],
    [
      ["retail", "set", "--operator", "nobody", "--markup", "5"],
      /no operator of that id, name or party/,
    ],
    [["retail", "remove"], /There is no rule for exactly these/],
    [
      ["retail", "set", "--markup", "1800"],
      /--markup is 1000 or less, not "1800"; see npm run provider -- --help/,
    ],
  ])("%j says what is wrong in one line", async (args, why) => {
    const run = await command("provider", ...args);
    expect(run).toMatchObject({ code: 1, out: "" });
    expect(run.error).toMatch(why);
    expect(run.error.split("\n")).toHaveLength(1);
  });
});

describe("[E-4] npm run operator", () => {
  test("lists what operators asked beyond their own price, and CDRs that were set aside", async () => {
    expect((await command("operator", "disputes")).out).toBe("None.");
    expect((await command("operator", "quarantine")).out).toBe("None.");
    expect((await command("operator", "invoices")).out).toBe("None.");
    expect((await command("operator", "invoice", "show", "opi_x")).code).toBe(1);
    const nothing = await command("operator", "record", "reject", "cdr_x", "--reason", "Never was");
    expect(nothing.error).toContain("No record of that id was set aside.");
    expect((await command("operator", "record", "show", "cdr_x")).code).toBe(1);
    const { location, evse, connector } = await plug();
    const control = (path: string, body: object) =>
      fetch(`${world.operator.url}/control/${path}`, {
        method: "POST",
        body: JSON.stringify(body),
      });
    await control("scenario", { name: "asks_more", evse_uid: evse.uid, times: 1 });
    await control("appetite", { evse_uid: evse.uid, take_kwh: 1, at_kw: 30, stays_min: 0 });
    const place = { location_id: location.id, evse_uid: evse.uid, connector_id: connector.id };
    const { id } = await driver.start(place, 400);
    await until("the bill", async () => (await driver.session(id)).cdr_id, 40_000);
    const bill = await driver.cdrOfSession(id);

    const table = await command("operator", "disputes", "--operator", location.operator.name);
    const [head, row, ...more] = table.out.split("\n");
    expect(head).toMatch(
      /When \(IST\) +Operator +Record +Asked +Checked +Difference +Driver paid +State/,
    );
    const paid = (bill.amount_minor / 100).toFixed(2);
    expect(row).toContain(location.operator.name);
    expect(row).toMatch(new RegExp(`\\+[\\d.]+ +₹${paid} +OPEN$`));
    expect(more).toEqual([]);
    const { content } = await json<{ content: Dispute[] }>(
      "operator",
      "disputes",
      "--state",
      "open",
    );
    expect(content.map((d) => [d.session_id, d.paid_minor])).toEqual([[id, bill.amount_minor]]);
    const elsewhere = (await driver.search(500)).find(
      (l) => l.operator.id !== location.operator.id,
    )!;
    expect((await command("operator", "disputes", "--operator", elsewhere.operator.id)).out).toBe(
      "None.",
    );

    // The operator's reply, sent by itself a moment later.
    const messages = ["messages", location.operator.name, "--object", id];
    const said = async () => (await command("operator", ...messages)).out;
    await until("the record is in the log", async () => (await said()).includes("/cdrs"), 10_000);
    const log = await said();
    expect(log).toMatch(
      /^2\S+Z {2}IN {3}POST \/ocpi\/emsp\/2\.2\.1\/cdrs {2}HTTP 201, OCPI 1000, /m,
    );
    expect(log).toMatch(/^2\S+Z {2}OUT {2}POST \S+\/START_SESSION {2}HTTP 200, OCPI 1000, /m);
    expect(log).toMatch(new RegExp(`^ {2}> .*"authorization_reference":"${id}"`, "m"));
    expect(log.split("\n\n").length).toBeGreaterThan(3);
    const { messages: two } = await json<PartnerMessages>("operator", ...messages, "--limit", "2");
    expect(two.map(({ reference }) => reference)).toEqual([id, id]);
    const later = ["--since", new Date(Date.now() + 60_000).toISOString()];
    expect((await command("operator", ...messages, ...later)).out).toBe("None.");
  });

  test("reports which parts of an operator's objects were not accepted: after a sync, in show, and as a text for the operator", async () => {
    const party = { country_code: "IN", party_id: "ODD" };
    const nowhere = (id: string) => ({ ...stubLocation(party, id, 1), coordinates: {} });
    const locations = [stubLocation(party, "L1", 2), nowhere("L2"), nowhere("L3")];
    const stub = await registerStub(world, "ODD", locations);
    try {
      const synced = await command("operator", "sync", "Stub ODD", "--whole", "yes");
      expect(synced.error).toBe("");
      expect(synced.out).toMatch(/^locations +1 of 3: 0 with fields left out, 2 refused$/m);
      expect(synced.out).toMatch(
        /^ {2}2 × locations: coordinates\S* refused: .+, e\.g\. IN\/ODD\/L\d$/m,
      );
      const shown = await command("operator", "show", "ODD");
      expect(shown.out).toMatch(/^pulled whole +every 6 h: the last whole pull brought 0 of 1 /m);
      expect(shown.out).toMatch(/^findings +\d+ refused, 0 left out, 0 read as something else$/m);
      expect(shown.out).toContain("locations: coordinates");
      const letter = (await command("operator", "findings", "stub odd")).out;
      expect(letter).toMatch(
        /^What Stub ODD \(IN\*ODD\) sent over OCPI 2\.2\.1 that could not be read/,
      );
      expect(letter).toMatch(
        /^1\. locations: coordinates\S*\n {3}Refused: the object was not taken\. .+\n {3}\d+ times, first .+\n {3}Example: IN\/ODD\/L\d: /m,
      );
      expect(letter).not.toContain(stub.id);
      const checked = (await command("operator", "conformance", "ODD")).out.split("\n");
      expect(checked[0]).toMatch(
        /^Stub ODD \(IN\*ODD\) over OCPI 2\.2\.1: \d+ faults in \d+ requests and 3 locations, /,
      );
      expect(checked).toContainEqual(
        expect.stringMatching(
          /^\d+\. locations: asked GET \/locations\?\S+; came coordinates\S*: .+, in IN\/ODD\/L2 .+; OCPI says: .+ \(OCPI 2\.2\.1, .+\)$/,
        ),
      );
      const tariffs = await command("operator", "findings", "ODD", "--module", "tariffs");
      expect(tariffs.out).toBe("Nothing was found in what Stub ODD sent.");
      const { findings } = await json<PartnerFindings>("operator", "findings", "ODD");
      expect(findings[0]).toMatchObject({ module: "locations", outcome: "REFUSED", mended: false });
    } finally {
      await command("operator", "remove", "ODD");
      await stub.close();
    }
  });

  test("shows each module once, with role and URL where it is offered in both, and a removed partner on request", async () => {
    const stub = await registerStub(world, "TWO", []);
    try {
      const shown = (await command("operator", "show", "TWO")).out;
      const modules = /^modules +(.+)$/m.exec(shown)![1]!;
      expect(modules).toMatch(
        /^credentials, locations, tariffs, sessions \(SENDER http:\S+, RECEIVER http:\S+\), cdrs, tokens, commands$/,
      );
    } finally {
      await command("operator", "remove", "TWO");
      await stub.close();
    }
    expect((await command("operator", "list")).out).not.toContain("Stub TWO");
    expect((await command("operator", "list", "--all", "yes")).out).toMatch(/^Stub TWO .*REMOVED/m);
  });

  test.each([
    [["add", "Silent", "--versions", "", "--first-token", ""], /--versions: This is/],
    [["add", "Silent", "--versions", "", "--first-token", "x"], /--versions: This is/],
    [["add", "Silent", "--versions", "", "--json"], /--versions/],
    [
      ["add", "Silent", "--versions", "https://a.example/v", "--first-token", ""],
      /--first-token: This is/,
    ],
    [["conformance", "nobody"], /no partner of that id, name or party/],
    [["findings", "nobody"], /no partner of that id, name or party/],
    [["disputes", "--operator", "nobody"], /no operator of that id, name or party/],
    [["disputes", "ONE"], /disputes takes no "ONE"/],
    [["messages"], /messages needs <partner>/],
    [["messages", "nobody"], /no partner of that id, name or party/],
    [["messages", "nobody", "--limit", "501"], /--limit is 1 to 500, not "501"/],
    [["messages", "nobody", "--since", "soon"], /--since is an instant such as/],
    [["bills"], /no command "bills"; see npm run operator -- --help/],
    [["disputes", "--url", "http://127.0.0.1:9"], /cannot be reached/],
  ])("%j says what is wrong in one line", async (args, why) => {
    const run = await command("operator", ...args);
    expect(run).toMatchObject({ code: 1, out: "" });
    expect(run.error).toMatch(why);
    expect(run.error.split("\n")).toHaveLength(1);
  });

  test("a refused command creates no invitation", async () => {
    expect((await command("operator", "list")).out).not.toContain("Silent");
  });

  test("prints its help", async () => {
    for (const args of [[], ["--help"]])
      expect((await command("operator", ...args)).out).toMatch(
        /npm run operator -- disputes[^]*PROVIDER_TOKEN/,
      );
  });
});

test.each(["provider", "operator"] as const)("npm run %s is such a command", async (name) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), "dance"], {
    env: { ...process.env, ...environment() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect({ code: await ended, out, error }).toEqual({
    ...(await command(name, "dance")),
    error: `there is no command "dance"; see npm run ${name} -- --help\n`,
  });
});
