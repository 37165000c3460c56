import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  accounts,
  backoffice,
  type CompanyStatement,
  type StaffCredential,
  type DriverExport,
  type Settlement,
  stations,
} from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callRoute } from "@voltmarg/client/node";
import { outcomeOf } from "./backoffice-command.ts";
import { A_BREACH } from "@voltmarg/testkit/fixtures/breach";
import { IN_PUNE } from "@voltmarg/testkit/fixtures/business";
import { addressOf, freePlug, newDriver, newMobile } from "@voltmarg/testkit/driver";
import { blocksOf } from "@voltmarg/testkit/page-blocks";
import { providerCommand } from "./provider-command.ts";
import { signIn } from "@voltmarg/world/seed";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { until } from "@voltmarg/world/until";
import type { World } from "@voltmarg/world/world";

let world: World;
let folder: string;

beforeAll(async () => {
  world = await startTemporaryWorld({ LOCATIONS: "60", TRAFFIC: "0", DEMO_SPEED: "60" });
  folder = await mkdtemp(join(tmpdir(), "voltmarg-backoffice-"));
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

const provider = (args: readonly string[], token = world.secrets.providerToken) =>
  outcomeOf(providerCommand, args, {
    PROVIDER_TOKEN: token,
    PORT: new URL(world.url).port,
  });
async function ok(...args: string[]): Promise<string> {
  const { code, out, error } = await provider(args);
  expect([args, code, error]).toEqual([args, 0, ""]);
  return out;
}
const json = async <T>(...args: string[]) => JSON.parse(await ok(...args, "--json")) as T;

describe("npm run provider", () => {
  test("[B-2] manages a company from its first number to its statement", async () => {
    await ok("company", "add", "Kaveri Fleet");
    const mobile = newMobile();
    expect(await ok("company", "list-number", "kaveri fleet", mobile)).toContain(mobile);
    await ok("company", "limit", "Kaveri Fleet", "5,000");
    await ok("company", "limit", "Kaveri Fleet", "499.50", "--mobile", mobile);
    await ok("company", "limit", "Kaveri Fleet", "5000", "--mobile", "each");
    const vehicle = ["Tata", "Tigor EV", "MH 12 AB 3456", "--kwh", "26", "--range", "315"];
    await ok("company", "add-vehicle", "Kaveri Fleet", ...vehicle, "--dc", "25", "--ac", "7.2");
    const shown = await ok("company", "show", "Kaveri Fleet");
    expect(shown).toMatch(/^state +ACTIVE$/m);
    expect(shown).toMatch(/^limit +₹5,000.00$/m);
    expect(shown).toMatch(new RegExp(`\\+91${mobile} +₹499.50 +not signed up`));

    await signIn(world.url, mobile, "SU", { customerType: "CORPORATE" });
    expect(await ok("driver", "show", mobile)).toMatch(/customer type +CORPORATE/);

    expect(await ok("company", "pay", "Kaveri Fleet", "1000", "UTR 0042")).toMatch(/booked +yes/);
    expect(await ok("company", "pay", "Kaveri Fleet", "1000", "UTR 0042")).toMatch(/booked +no/);
    const month = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 7);
    const files = { csv: join(folder, "s.csv"), pdf: join(folder, "s.pdf") };
    const statement = ["company", "statement", "Kaveri Fleet", month];
    const table = await ok(...statement, "--csv", files.csv, "--pdf", files.pdf);
    expect(table).toMatch(/PAYMENT +UTR 0042 +₹1,000.00/);
    expect(table).toMatch(/^closing +−₹1,000.00$/m);
    expect(await readFile(files.csv, "utf8")).toContain("Payment,,,,,,,,-1000.00,UTR 0042");
    expect((await readFile(files.pdf)).subarray(0, 5).toString()).toBe("%PDF-");
    expect(await json<CompanyStatement>(...statement)).toMatchObject({ closing_minor: -100_000 });

    await ok("company", "suspend", "Kaveri Fleet");
    expect(await ok("company", "list")).toMatch(/Kaveri Fleet +SUSPENDED +1 +−₹1,000.00/);
    await ok("company", "activate", "Kaveri Fleet");
  });

  test("[D-1] invites members of the staff, changes their role and revokes them", async () => {
    const invited = await ok("staff", "invite", "Usha", "--role", "read");
    expect(invited).toMatch(/^link +http\S+\/console\/invitation#\w{32}$/m);
    expect(await ok("staff", "list")).toMatch(
      /Invited until \(IST\) +Revoked\nusha +read .* \d\d:\d\d +-$/m,
    );
    expect(await ok("staff", "role", "usha", "--role", "finance")).toMatch(/^role +finance$/m);
    expect(await ok("staff", "invite-again", "usha")).toMatch(/^link +http/m);
    await ok("staff", "revoke", "usha");
    expect(await ok("staff", "list")).toMatch(/usha +finance .* \d\d:\d\d$/m);
    expect((await provider(["staff", "invite", "usha", "--role", "read"])).code).toBe(1);
  });

  test("has credentials with several roles, and an audit log of their calls", async () => {
    const create = ["credential", "create", "asha", "--role", "support"];
    const { token } = await json<StaffCredential & { token: string }>(...create);
    const mobile = (await newDriver(addressOf(world), { rupees: 100 })).mobile;
    const goodwill = ["driver", "goodwill", mobile, "25", "--reason", "A long wait", "--reference"];
    const correct = ["bill", "correct", "cdr_absent", "--reason", "A wrong price", "--reference"];
    const refused = await provider([...correct, "CASE 1"], token);
    expect(refused).toEqual({ code: 1, out: "", error: "You are not allowed to do this." });
    expect((await provider(["driver", "show", mobile], token)).code).toBe(0);
    expect(await ok(...goodwill, "CASE 1")).toMatch(/balance +₹125.00/);
    await ok("credential", "revoke", "asha");
    expect((await provider(["driver", "show", mobile], token)).error).toContain("Sign in");
    const book = await ok("audit", "--credential", "asha");
    expect(book.split("\n").map((line) => line.replaceAll(/ {2,}/g, " | "))).toEqual([
      "When (IST) | Who | What | Outcome | With",
      expect.stringMatching(/asha \| GET \/provider\/v1\/drivers\/:mobile \| OK/),
      expect.stringMatching(/asha \| POST \/provider\/v1\/bills\/:id\/correction \| FORBIDDEN/),
    ]);
    expect(await ok("credential", "list")).toMatch(/asha +support/);
    const acts = await ok("audit", "accounts", "--mobile", mobile, "--act", "SIGN_IN");
    expect(acts.split("\n")).toEqual([
      expect.stringMatching(/^When \(IST\) +Whose +What +With$/),
      expect.stringMatching(new RegExp(`••••${mobile.slice(-5)} +SIGN_IN +\\{.*"by":"CODE"`)),
    ]);
    const unknown = await provider(["audit", "accounts", "--act", "HOLIDAY"]);
    expect(unknown.error).toContain("--act is one of SIGN_IN,");
  });

  test("[D-11] proposes a large amount, and a second member confirms or rejects it", async () => {
    const create = ["credential", "create", "dev", "--role", "finance"];
    const { token } = await json<{ token: string }>(...create);
    const create2 = ["credential", "create", "uma", "--role", "finance"];
    const { token: second } = await json<{ token: string }>(...create2);
    const { mobile, userId } = await newDriver(addressOf(world), { rupees: 3_000 });
    const give = ["driver", "goodwill", mobile, "1000", "--reason", "A long wait", "--reference"];
    const waits = (await provider([...give, "CASE 1"], token)).out;
    expect(waits).toMatch(/^Not booked yet: it waits for a second member of finance until /);
    const id = /approval confirm (apr_\w+)/.exec(waits)![1]!;
    expect((await provider(["approval", "confirm", id], token)).error).toContain(
      "You proposed this yourself",
    );
    const listed = await ok("approval", "list", "--state", "waiting", "--kind", "goodwill");
    expect(listed).toMatch(new RegExp(`${id} .*₹1,000.00 .*dev`));
    expect((await provider(["approval", "confirm", id], second)).out).toMatch(
      /^state +CONFIRMED$/m,
    );
    expect(await ok("approval", "show", id)).toMatch(/^decided by +uma$/m);
    const other = (await provider([...give, "CASE 2"], token)).out;
    const otherId = /approval confirm (apr_\w+)/.exec(other)![1]!;
    const reject = ["approval", "reject", otherId, "--reason", "Wrong account"];
    expect((await provider(reject, second)).out).toMatch(/^state +REJECTED$/m);
    const send = ["refund", "bank", userId, "20", "--utr", "HDFC00000001", "--reason", "No card"];
    expect((await provider(send, token)).error).toContain("--holder is needed");
    const strange = await provider([...send, "--holder", "Somebody Else"], token);
    expect(strange.error).toContain("The driver's account has no name yet");
    expect((await provider(["refund", "retry", "rfd_absent"])).error).toContain("could not find");
    expect((await provider(["payment", "ask-again", "top_absent"])).code).toBe(1);
  });

  test("exports all data of a driver, and erases a driver who has closed the account", async () => {
    const { mobile, token, userId } = await newDriver(addressOf(world), { vehicle: true });
    const file = join(folder, "driver.json");
    expect(await ok("driver", "export", mobile, "--reason", "Asked by mail", "--to", file)).toMatch(
      /^bytes +\d{4}$/m,
    );
    const written = JSON.parse(await readFile(file, "utf8")) as DriverExport;
    expect(written.account).toMatchObject({ id: userId, mobile: `+91${mobile}` });
    expect([written.vehicles.length, (await stat(file)).mode & 0o777]).toEqual([1, 0o600]);
    const erase = ["driver", "erase", mobile, "--reason", "Asked for it", "--reference", "CASE 9"];
    expect((await provider(erase)).error).toBe("This account is open. Close it first.");
    await callRoute(world.url, accounts.deactivate, { token, params: { id: userId } });
    const done = await ok(...erase);
    expect(done).toMatch(/^vehicle +1$/m);
    expect(done).toMatch(/^invoice +.*tax law/m);
    expect(await ok(...erase)).toBe(done);
    expect((await provider(["driver", "show", mobile])).code).toBe(1);
  });

  test("[D-4] lists disputes of payments, and writes the evidence for one", async () => {
    await newDriver(addressOf(world), { vehicle: true, rupees: 500 });
    const { content } = await json<{ content: { payment_id: string }[] }>("payment", "list");
    const { payment_id } = content.find((payment) => payment.payment_id)!;
    const body = JSON.stringify({ id: "disp_cli", payment_id, event: "created" });
    await fetch(`${addressOf(world).paymentsUrl}/control/dispute`, { method: "POST", body });
    const listed = () => ok("payment", "disputes", "--state", "open");
    await until("the dispute", async () => (await listed()).includes("disp_cli"), 20_000);
    const file = join(folder, "evidence.pdf");
    const ask = ["payment", "evidence", "disp_cli", "--to", file];
    expect(await ok(...ask, "--reason", "The bank asks")).toMatch(/^bytes +\d{4,}$/m);
    expect((await readFile(file)).subarray(0, 5).toString()).toBe("%PDF-");
    expect((await provider(ask)).error).toMatch(/--reason is needed/);
  });

  test("leaves no file when an answer breaks off", async () => {
    const half = createServer((_request, response) => {
      response.write('{"account":');
      response.socket!.end();
    });
    await once(half.listen(0, "127.0.0.1"), "listening");
    const { port } = half.address() as AddressInfo;
    const file = join(folder, "half.json");
    const args = ["driver", "export", "9999999999", "--reason", "Nobody", "--to", file];
    const run = await outcomeOf(providerCommand, args, { PROVIDER_TOKEN: "t", PORT: String(port) });
    expect(run).toMatchObject({ code: 1, error: "The answer broke off; nothing of it was kept." });
    expect((await readdir(folder)).filter((name) => name.startsWith("half"))).toEqual([]);
    half.close();
  });

  test("[E-4] creates a settlement with an operator, and corrects a bill", async () => {
    const driver = await newDriver(addressOf(world), { vehicle: true, rupees: 1000 });
    const plug = await freePlug(driver);
    const place = (await driver.search(500)).find(
      ({ id: location }) => location === plug.location_id,
    );
    const { id } = await driver.start(plug, 300);
    await until("some energy", async () => ((await driver.session(id)).kwh ?? 0) > 0.2, 40_000);
    await driver.stop(id);
    await until("the bill", async () => (await driver.session(id)).cdr_id, 40_000);
    const bill = await driver.cdrOfSession(id);
    const month = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 7);
    const settle = ["settlement", month, "--operator", place!.operator.name];
    const settlement = await json<Settlement>(...settle);
    expect(settlement.records.map((r) => [r.cdr_id, r.paid_minor])).toEqual([
      [bill.id, bill.amount_minor],
    ]);
    const file = join(folder, "settlement.csv");
    expect(await ok(...settle, "--csv", file)).toMatch(/^Sums$/m);
    expect(await readFile(file, "utf8")).toContain(bill.id);
    const pay = ["settlement", "pay", month, "1.50", "HDFC00000042", "--on", `${month}-01`];
    expect(await ok(...pay, ...settle.slice(2))).toMatch(/^booked +yes$/m);
    expect(await ok(...settle)).toMatch(/HDFC00000042 +₹1.50$/m);
    const unpay = ["settlement", "unpay", month, "HDFC00000042", "--reason", "A digit too many"];
    const alone = await provider([...unpay, ...settle.slice(2)]);
    expect(alone.error).toMatch(/^A second member has to confirm it \(apr_/);
    await callRoute(world.url, accounts.updateUser, {
      token: driver.token,
      params: { id: driver.userId },
      body: { gst_in: "27AAFCV4182M1ZS", ...IN_PUNE },
    });
    const buyer = await provider(["bill", "correct-buyer", bill.id, "--reason", "Named wrongly"]);
    expect(buyer.error).toMatch(/^A second member has to confirm it \(apr_/);
    expect(await ok("gst-documents", "--lacks-address", "yes")).toBe("None.");
    const again = await provider(["gst-document", "again", bill.invoice!.number]);
    expect(again.error).toMatch(/could not find/);
    const correction = ["bill", "correct", bill.id, "--reason", "A wrong price", "--reference"];
    expect(await ok(...correction, "CASE 9")).toMatch(/number +VC\//);
    expect(await ok("ledger", "check")).toContain("The books are sound");
  });

  test("lists problems that drivers report at stations, and closes them", async () => {
    const driver = await newDriver(addressOf(world));
    const [station] = await driver.search(500);
    await callRoute(world.url, stations.reportStationProblem, {
      token: driver.token,
      params: { userId: driver.userId },
      body: { location_id: station!.id, kind: "BLOCKED", text: "A van stands there" },
    });
    const listed = await ok("problem", "list");
    expect(listed).toMatch(
      new RegExp(`••••${driver.mobile.slice(-5)}.*BLOCKED +A van stands there`),
    );
    expect(listed).toContain(station!.name);
    const id = /^prb_\w+/m.exec(listed)![0];
    expect(await ok("problem", "close", id)).toMatch(/^closed at/m);
    expect(await ok("problem", "list")).not.toContain(id);
    expect(await ok("problem", "list", "--state", "closed")).toContain(id);
  });

  test("counts the messages of a day", async () => {
    await newDriver(addressOf(world));
    const today = await ok("message", "count");
    expect(today).toMatch(/^sms +[1-9]\d* +1000000 +0 +100000$/m);
    expect(today).toMatch(/^sms +table +SENT +[1-9]\d*$/m);
    expect(await ok("message", "count", "--day", "2026-01-31")).toContain(
      "Nothing was handed to a carrier.",
    );
  });

  test("manages the whitelist and the seller", async () => {
    await ok("company", "add", "Whitelisted Cabs");
    const added = await ok("whitelist", "add", "--company", "Whitelisted Cabs", "--location", "l1");
    const id = /id +(wht_\w+)/.exec(added)?.[1] ?? "";
    expect(await ok("whitelist", "list")).toContain(id);
    await ok("whitelist", "remove", id);
    expect(await ok("whitelist", "list")).toBe("Nobody.");
    expect(await ok("seller", "show")).toMatch(/^example +yes$/m);
    const set = await ok(
      "seller",
      "set",
      "--name",
      "Deccan Mobility LLP",
      "--gstin",
      "29AAFCV4182M1ZO",
      "--invoice-series",
      "DM",
      "--credit-series",
      "DC",
      "--officer-name",
      "Asha Menon",
    );
    expect(set).toMatch(/^officer name +Asha Menon$/m);
    expect(set).toMatch(/^state code +29$/m);
    expect(set).toMatch(/^example +no$/m);
  });

  test("shows and confirms the seller's tax rates", async () => {
    expect(await ok("tax", "list")).toMatch(
      /everything else +18% +998714 .*IN_FORCE +nobody: a preset/,
    );
    // The commands of the page for the accountant, as they stand there.
    const page = await readFile(
      join(import.meta.dirname, "../../../docs/operations/taxes.md"),
      "utf8",
    );
    const said: string[] = [];
    for (const { text, notRun } of blocksOf(page)) {
      for (const line of notRun === null ? text.split("\n") : []) {
        const [, args = ""] = /^npm run provider -- (.*)$/.exec(line) ?? [];
        said.push(await ok(...args.split(" ")));
      }
    }
    expect(said).toHaveLength(6);
    expect(said[1]).toMatch(/everything else +18% +998714 .*IN_FORCE +bootstrap/);
    expect(said[2]).toMatch(/PARKING_TIME +18% +996743 .*PLANNED +bootstrap/);
    expect(await ok("tax", "list")).toMatch(/ENDED +nobody: a preset/);
  });

  test("tells drivers of a breach by two members, as its runbook says", async () => {
    const token = world.secrets.providerToken;
    const [first, second] = await Promise.all(
      ["chief", "deputy"].map(async (name) => {
        const body = { name, role: "admin" } as const;
        return (await callRoute(world.url, backoffice.createCredential, { token, body })).data
          .token;
      }),
    );
    const page = await readFile(
      join(import.meta.dirname, "../../../docs/operations/runbooks/breach.md"),
      "utf8",
    );
    const file = join(folder, "breach.json");
    const run = (line: string, by: string) => {
      const [, args = ""] = /^npm run provider -- (.*)$/.exec(line) ?? [];
      return provider(args.replace("breach.json", file).split(" "), by);
    };
    const lines = blocksOf(page).flatMap(({ text, notRun }) =>
      notRun === null ? text.split("\n") : [],
    );
    expect(lines).toHaveLength(7);
    const tell = lines.findIndex((line) => line.includes("breach tell"));
    for (const line of lines.slice(0, tell)) {
      const { code, error } = await run(line, first!);
      expect([line, code, error]).toEqual([line, 0, ""]);
    }
    expect((await run(lines[tell]!, first!)).error).toContain("fill in the … of reason");
    await writeFile(file, JSON.stringify(A_BREACH));
    const waits = await run(lines[tell]!, first!);
    expect(waits.error).toContain("it tells all drivers of a breach of their data");
    const id = /apr_\w+/.exec(waits.error)![0];
    expect((await provider(["approval", "confirm", id], first)).code).toBe(1);
    expect((await provider(["approval", "confirm", id], second)).code).toBe(0);
    await until("every driver is told", async () => {
      const { out } = await run("npm run provider -- breach list", first!);
      return !out.includes("goes on");
    });
    const { out } = await run(lines.at(-1)!, first!);
    expect(out).toMatch(/BREACH 1 .* chief +ALL /);
  });

  test("[B-3] exports a month's books and files one that is over, as the page for the accountant says", async () => {
    const page = await readFile(
      join(import.meta.dirname, "../../../docs/operations/books.md"),
      "utf8",
    );
    const said: string[] = [];
    for (const { text } of blocksOf(page).filter(({ notRun }) => notRun === null))
      for (const line of text.split("\n")) {
        const [, args = ""] = /^npm run provider -- (.*)$/.exec(line) ?? [];
        const words = args.replace("--folder books", `--folder ${folder}`).split(" ");
        if (words[1] !== "bank-balance") said.push(await ok(...words));
        // No day has ended in this world: there is no report that a balance could belong to.
        else expect((await provider(words)).error).toBe("There is no report of this day.");
      }
    expect(said[0]).toMatch(/^difference +₹0.00$/m);
    expect(await readdir(folder)).toEqual(
      expect.arrayContaining([
        "2026-11-sales-register.csv",
        "2026-11-gstr-1.json",
        "2026-11-gstr-1.csv",
        "2026-11-tally.xml",
        "2026-11-ledger.journal",
      ]),
    );
    // Settlements, mismatches, customers' money.
    expect(said.slice(2, 5)).toEqual(["None.", "None.", "None."]);
    expect(said[5]).toMatch(/^state +FILED$/m);
    const again = await ok("books", "export", "2026-10", "--folder", folder);
    expect(again.match(/as filed/g)).toHaveLength(5);
  });

  test.each([
    [["driver", "erase", "9999999999", "--reason", "Asked"], /--reference is needed/],
    [["company", "pay", "Nobody"], /company pay needs <rupees>; see npm run provider -- --help/],
    [["company", "show", "Nobody"], /there is no company "Nobody"/],
    [["company", "show", "a", "b"], /company show takes no "b"/],
    [["driver", "goodwill", "9999999999", "lots"], /an amount is in rupees/],
    [["credential", "create", "x1y", "--role", "king"], /--role is one of read, support/],
    [["settlement", "2026-13", "--operator", "x"], /<month>: .* such as 2026-11/],
    [["settlement", "2026-11"], /--operator is needed/],
    [["seller", "set", "--gstin", "27AAFCV4182M1ZX"], /This is not a GSTIN/],
    [["tax", "set", "--percent", "18"], /--sac is needed/],
    [["tax", "set", "--percent", "much", "--sac", "998714"], /--percent needs a number/],
    [["tax", "set", "--percent", "18", "--sac", "998714", "--kind", "snacks"], /kind/],
    [["approval", "list", "--state", "open"], /--state is one of WAITING, CONFIRMED/],
    [["refund", "bank", "usr", "10", "--reason", "No card"], /--utr is needed/],
    [["message", "count", "--day", "yesterday"], /--day: .* such as 20\d\d-\d\d-\d\d/],
    [["dance"], /there is no command "dance"/],
  ])("%j says what is wrong in one line", async (args, why) => {
    const run = await provider(args);
    expect(run).toMatchObject({ code: 1, out: "" });
    expect(run.error).toMatch(why);
    expect(run.error.split("\n")).toHaveLength(1);
  });

  test("prints the help of every command", async () => {
    const help = await ok("--help");
    for (const word of [
      "statement",
      "goodwill",
      "correct",
      "credential",
      "audit",
      "whitelist",
      "erase",
    ])
      expect(help).toContain(word);
    expect(help).toContain("--json");
  });
});
