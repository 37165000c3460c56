import {
  accounts,
  backoffice,
  personalData,
  staff,
  wallet,
  type Approval,
  type StaffRole,
} from "@voltmarg/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { joinCompany, newCompany } from "@voltmarg/testkit/company";
import { freePort } from "@voltmarg/testkit/free-port";
import {
  accountBalances,
  ledgerFaults,
  PROVIDER_TOKEN,
  type Driver,
} from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { acceptIn, newMember, openBrowser, type Browser } from "@voltmarg/testkit/staff";

const LIMIT = 100_000;
const DAY_MS = 86_400_000;
let own: OwnOperator;
let origin: string;
/** Tokens of credentials by their names; each is a person of its own. */
const tokens: Record<string, string> = { bootstrap: PROVIDER_TOKEN };
const credential = async (name: string, role: StaffRole, by = "bootstrap") => {
  const made = { token: tokens[by]!, body: { name, role } };
  tokens[name] = (await own.world.call(backoffice.createCredential, made)).body.data.token;
};
beforeAll(async () => {
  origin = `http://localhost:${await freePort()}`;
  const env = { PUBLIC_URL: "http://localhost:1", CONSOLE_ORIGIN: origin };
  own = await openOwnOperator({}, { ...env, DRIVER_BUDGET_FACTOR: "100" });
  for (const name of ["ravi", "meera", "asha"]) await credential(name, "finance");
  await credential("boss", "admin");
  await credential("reader", "read");
  await credential("sita", "support");
  return () => own.close();
});

let cases = 0;
const goodwill = (driver: Driver, amount_minor: number, reference = `CASE ${(cases += 1)}`) => ({
  params: { mobile: driver.mobile },
  body: { amount_minor, reason: "The charger was blocked", reference },
});
const give = async (by: string, ...of: Parameters<typeof goodwill>) =>
  (await own.world.call(backoffice.giveGoodwill, { token: tokens[by]!, ...goodwill(...of) })).body
    .data;
const at = (by: string, id: string) => ({ token: tokens[by]!, params: { id } });
const confirm = (by: string, id: string) => own.world.call(backoffice.confirmApproval, at(by, id));
const refusedTo = async (by: string, id: string) => {
  const { status, body } = await own.world.refused(backoffice.confirmApproval, at(by, id));
  return { ...body, status };
};
const reject = (by: string, id: string) =>
  own.world.call(backoffice.rejectApproval, { ...at(by, id), body: { reason: "Not agreed" } });
const show = async (id: string): Promise<Approval> =>
  (await own.world.call(backoffice.getApproval, at("reader", id))).body.data;
const walletOf = async (driver: Driver) =>
  Number((await accountBalances(own.world, driver.id))["wallet"] ?? 0);
/** Proposes so much for a new driver without money. */
async function proposed(by = "ravi", amount = LIMIT) {
  const driver = await own.driver(0);
  const { approval } = await give(by, driver, amount);
  return { driver, id: approval!.id };
}
/** A bill of ₹1,416. */
async function billed(): Promise<{ driver: Driver; bill: string }> {
  const driver = await own.driver(500_000);
  const charge = await own.ask(driver, "EVEN-1", { selectedMoney: 2_000 });
  await own.tell(charge);
  own.world.clock.advance(4_500_000);
  await own.tell(charge, { kwh: 60, status: "COMPLETED" });
  await own.send(own.record(charge, 60, 4_500));
  await own.world.drain();
  const [bill] = await own.bills(driver);
  expect(bill!.amount_minor).toBe(141_600);
  return { driver, bill: bill!.id };
}
const correction = (bill: string, reference: string) => ({
  params: { id: bill },
  body: { reason: "A wrong price", reference },
});

describe("[D-11] an amount for two", () => {
  test("is booked by one below it, and waits from it on, to the paisa", async () => {
    const driver = await own.driver(0);
    expect(await give("ravi", driver, LIMIT - 1)).toMatchObject({
      state: "BOOKED",
      booked: true,
      balance_minor: LIMIT - 1,
      approval: null,
    });
    const { rows } = await own.world.database.pool.query(
      `select state, expires_at, (select count(*)::int from outbox where topic = 'approval.expire'
         and payload ->> 'id' = a.id) as planned from desk_approval a where user_id = $1`,
      [driver.id],
    );
    expect(rows).toEqual([{ state: "BOOKED", expires_at: null, planned: 0 }]);
    const other = await own.driver(0);
    const waits = await give("ravi", other, LIMIT, "CASE exact");
    expect(waits).toMatchObject({ state: "WAITING", booked: false, balance_minor: 0 });
    expect(await walletOf(other)).toBe(0);
    expect(await show(waits.approval!.id)).toMatchObject({
      kind: "GOODWILL",
      state: "WAITING",
      driver: { id: other.id, mobile_masked: `••••${other.mobile.slice(-5)}` },
      amount_minor: LIMIT,
      proposed_by: "ravi",
      decided_by: null,
    });
    // Sent again it is the same proposal, and another amount is refused.
    expect(await give("ravi", other, LIMIT, "CASE exact")).toEqual(waits);
    const changed = { token: tokens["ravi"]!, ...goodwill(other, LIMIT + 1, "CASE exact") };
    const refused = await own.world.refused(backoffice.giveGoodwill, changed);
    expect(refused.body.code).toBe("REFERENCE_REUSED");
  });

  test("is whatever support gives: finance confirms it", async () => {
    const driver = await own.driver(0);
    const given = await give("sita", driver, 100);
    expect(given).toMatchObject({ state: "WAITING", booked: false, balance_minor: 0 });
    const { id } = given.approval!;
    expect(await refusedTo("sita", id)).toMatchObject({ status: 403, code: "FORBIDDEN" });
    await confirm("ravi", id);
    expect(await walletOf(driver)).toBe(100);
  });

  test("is booked once when a second member confirms it, and the reference stays used", async () => {
    const { driver, id } = await proposed();
    expect((await confirm("meera", id)).body.data).toEqual({ id, state: "CONFIRMED" });
    expect((await confirm("meera", id)).body.data).toEqual({ id, state: "CONFIRMED" });
    expect(await walletOf(driver)).toBe(LIMIT);
    const { reference } = await show(id);
    expect(await give("ravi", driver, LIMIT, reference)).toMatchObject({
      state: "BOOKED",
      booked: false,
    });
    expect(await walletOf(driver)).toBe(LIMIT);
    expect(await refusedTo("asha", id)).toMatchObject({
      status: 409,
      state: "CONFIRMED",
      decided_by: "meera",
    });
    const { body } = await own.world.call(backoffice.listAudit, {
      token: PROVIDER_TOKEN,
      query: { credential: "meera", page_size: 5 },
    });
    expect(body.content[0]).toMatchObject({
      route: "/provider/v1/approvals/:id/confirm",
      parameters: { id },
      outcome: "OK",
    });
  });

  test("confirmed by two at once is booked once", async () => {
    const { driver, id } = await proposed();
    const names = ["meera", "asha", "boss", "meera"];
    const answers = await Promise.allSettled(names.map((by) => confirm(by, id)));
    const { decided_by } = await show(id);
    expect(names.filter((_, n) => answers[n]!.status === "fulfilled")).toEqual(
      names.filter((name) => name === decided_by),
    );
    expect(await walletOf(driver)).toBe(LIMIT);
    expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
  });

  test("is not booked when it is rejected, and the reference may be used again", async () => {
    const { driver, id } = await proposed();
    await reject("meera", id);
    // The same answer to the same member, who may not have got it; another one is told.
    expect((await reject("meera", id)).body.data.state).toBe("REJECTED");
    const other = await own.world.refused(backoffice.rejectApproval, {
      ...at("ravi", id),
      body: { reason: "Not agreed" },
    });
    expect(other.body).toMatchObject({ code: "CONFLICT", decided_by: "meera" });
    expect(await show(id)).toMatchObject({
      state: "REJECTED",
      decided_by: "meera",
      because: "Not agreed",
    });
    expect(await refusedTo("asha", id)).toMatchObject({ status: 409, state: "REJECTED" });
    const { reference } = await show(id);
    const again = await give("ravi", driver, LIMIT, reference);
    expect(again.state).toBe("WAITING");
    expect(again.approval!.id).not.toBe(id);
    // Who proposed it may take it back.
    await reject("ravi", again.approval!.id);
    expect(await walletOf(driver)).toBe(0);
  });

  test("cannot be confirmed after seven days, and then ends by itself, in the audit log too", async () => {
    const { driver, id } = await proposed();
    own.world.clock.advance(7 * DAY_MS);
    expect(await refusedTo("meera", id)).toMatchObject({ status: 409 });
    await own.world.drain();
    expect(await show(id)).toMatchObject({ state: "EXPIRED", decided_by: "(service)" });
    expect(await walletOf(driver)).toBe(0);
    const { rows } = await own.world.database.pool.query(
      "select credential, outcome from desk_audit where parameters ->> 'id' = $1 and method <> 'GET' order by id desc limit 1",
      [id],
    );
    expect(rows).toEqual([{ credential: "(service)", outcome: "OK" }]);
  });

  test("is neither booked nor decided when the audit log cannot be written", async () => {
    const { driver, id } = await proposed();
    const { pool } = own.world.database;
    await pool.query(`create function no_audit() returns trigger language plpgsql as
      $$ begin raise exception 'the log is full'; end $$`);
    await pool.query(
      "create trigger no_audit before insert on desk_audit for each row execute function no_audit()",
    );
    expect((await refusedTo("meera", id)).status).toBe(500);
    await pool.query("drop function no_audit cascade");
    expect(await walletOf(driver)).toBe(0);
    expect((await show(id)).state).toBe("WAITING");
    await own.world.restart();
    await confirm("meera", id);
    expect(await walletOf(driver)).toBe(LIMIT);
  });

  test("is not booked for a driver whose company pays meanwhile, or whose account is gone", async () => {
    const { driver, id } = await proposed();
    await joinCompany(own.world, await newCompany(own.world), driver);
    expect(await refusedTo("meera", id)).toMatchObject({
      status: 409,
      message: "This driver's company pays: there is no wallet.",
    });
    expect(await walletOf(driver)).toBe(0);
    const gone = await proposed();
    await own.world.call(accounts.deactivate, {
      params: { id: gone.driver.id },
      token: gone.driver.token,
    });
    expect(await refusedTo("meera", gone.id)).toMatchObject({ status: 409 });
    expect(await walletOf(gone.driver)).toBe(0);
  });

  test("is not for who may not give money", async () => {
    const { id } = await proposed();
    expect(await refusedTo("reader", id)).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect(await refusedTo("meera", "apr_absent")).toMatchObject({ status: 404 });
  });
});

describe("[D-12] the second member is another person", () => {
  const OWN = expect.stringContaining("You proposed this yourself");

  test("never the one who proposed it, nor a credential that either made", async () => {
    await credential("boss-script", "finance", "boss");
    await credential("boss-script-two", "finance", "boss");
    const mine = await proposed("boss");
    for (const by of ["boss", "boss-script", "boss-script-two"])
      expect([by, await refusedTo(by, mine.id)]).toMatchObject([by, { status: 403, message: OWN }]);
    const script = await proposed("boss-script");
    for (const by of ["boss", "boss-script-two"])
      expect([by, await refusedTo(by, script.id)]).toMatchObject([by, { status: 403 }]);
    await confirm("meera", mine.id);
    await confirm("asha", script.id);
  });

  test("not the bootstrap credential for those it made, nor the other way round", async () => {
    const { id } = await proposed("ravi");
    expect((await refusedTo("bootstrap", id)).status).toBe(403);
    const other = await proposed("bootstrap");
    expect((await refusedTo("ravi", other.id)).status).toBe(403);
    expect(await walletOf(other.driver)).toBe(0);
  });

  test("not in another browser, and only with a passkey just used", async () => {
    const leela = await newMember(own.world, origin, "leela", "finance");
    const driver = await own.driver(0);
    const given = await leela.ask(backoffice.giveGoodwill, goodwill(driver, LIMIT));
    const { id } = given.body.data.approval!;
    const elsewhere = openBrowser(own.world, origin, "leela");
    elsewhere.device = leela.device;
    await elsewhere.signIn();
    const refused = await elsewhere.ask(backoffice.confirmApproval, { params: { id } });
    expect([refused.status, refused.body.message]).toEqual([403, OWN]);
    const usha = await newMember(own.world, origin, "usha", "finance");
    own.world.clock.advance(6 * 60_000);
    const stale = await usha.ask(backoffice.confirmApproval, { params: { id } });
    expect([stale.status, stale.body.code]).toEqual([403, "PASSKEY_NEEDED"]);
    await usha.confirm();
    expect((await usha.ask(backoffice.confirmApproval, { params: { id } })).status).toBe(200);
    expect(await walletOf(driver)).toBe(LIMIT);
  });

  test("not a member whose sign-in link the other made for it", async () => {
    const chief = await newMember(own.world, origin, "chief", "admin");
    const driver = await own.driver(0);
    const given = await chief.ask(backoffice.giveGoodwill, goodwill(driver, LIMIT));
    const { id } = given.body.data.approval!;
    const invited = await chief.ask(staff.inviteStaff, {
      body: { name: "double", role: "finance" },
    });
    const double = openBrowser(own.world, origin, "double");
    await acceptIn(double, invited.body.data.token);
    const refused = await double.ask(backoffice.confirmApproval, { params: { id } });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining("sign-in link"),
    ]);
    // For what is proposed a week later the two are two.
    own.world.clock.advance(7 * DAY_MS + 1);
    await chief.signIn();
    await double.signIn();
    const later = await chief.ask(backoffice.giveGoodwill, goodwill(driver, LIMIT));
    const params = { id: later.body.data.approval!.id };
    expect((await double.ask(backoffice.confirmApproval, { params })).status).toBe(200);
  });
});

/** Invites a member in the name of another, and accepts in the same person's stead. */
async function secondSelf(by: Browser, name: string, role: "finance" | "admin", token?: string) {
  const body = { name, role };
  const invited = token
    ? await own.world.call(staff.inviteStaff, { token, body })
    : await by.ask(staff.inviteStaff, { body });
  const self = openBrowser(own.world, origin, name);
  await acceptIn(self, invited.body.data.token);
  return self;
}

describe("[D-12] one admin under several names", () => {
  const refusedBetween = async (one: Browser, other: Browser) => {
    const driver = await own.driver(0);
    const given = await one.ask(backoffice.giveGoodwill, goodwill(driver, LIMIT));
    const params = { id: given.body.data.approval!.id };
    const { status, body } = await other.ask(backoffice.confirmApproval, { params });
    expect(await walletOf(driver)).toBe(status === 200 ? LIMIT : 0);
    return [status, body.message];
  };
  const BY_LINK = [403, expect.stringContaining("sign-in link")];

  test("cannot confirm as whom a member that they invited invited", async () => {
    const self = await newMember(own.world, origin, "first-self", "admin");
    const second = await secondSelf(self, "first-self-two", "admin");
    const third = await secondSelf(second, "first-self-three", "finance");
    expect(await refusedBetween(self, third)).toEqual(BY_LINK);
    expect(await refusedBetween(third, self)).toEqual(BY_LINK);
  });

  test("cannot confirm as one of two that they invited what the other proposed", async () => {
    const self = await newMember(own.world, origin, "other-self", "admin");
    const one = await secondSelf(self, "other-self-one", "finance");
    const two = await secondSelf(self, "other-self-two", "finance");
    expect(await refusedBetween(one, two)).toEqual(BY_LINK);
    // A week later they are people of their own.
    own.world.clock.advance(7 * DAY_MS + 1);
    await one.signIn();
    await two.signIn();
    expect((await refusedBetween(one, two))[0]).toBe(200);
  });

  test("cannot confirm as whom they invited with a token of theirs", async () => {
    const self = await newMember(own.world, origin, "token-self", "admin");
    const body = { name: "token-self-script", role: "admin" } as const;
    const made = await self.ask(backoffice.createCredential, { body });
    const { token } = made.body.data;
    const second = await secondSelf(self, "token-self-two", "finance", token);
    expect(await refusedBetween(self, second)).toEqual(BY_LINK);
  });
});

describe("[D-13] parts of an amount", () => {
  test("of the same member to the same driver count together for 24 hours", async () => {
    const driver = await own.driver(0);
    expect((await give("ravi", driver, 60_000)).state).toBe("BOOKED");
    expect((await give("ravi", driver, 39_999)).state).toBe("BOOKED");
    expect((await give("ravi", driver, 1)).state).toBe("WAITING");
    expect((await give("meera", driver, 60_000)).state).toBe("BOOKED");
    expect((await give("ravi", await own.driver(0), 60_000)).state).toBe("BOOKED");
    own.world.clock.advance(DAY_MS);
    expect((await give("ravi", driver, 60_000)).state).toBe("BOOKED");
  });

  test("count together by whichever credential of theirs, and at once", async () => {
    const driver = await own.driver(0);
    const answers = await Promise.all(
      ["boss", "boss-script", "boss", "boss-script-two"].map((by) => give(by, driver, 40_000)),
    );
    expect(answers.filter(({ state }) => state === "BOOKED")).toHaveLength(2);
    expect(await walletOf(driver)).toBe(80_000);
  });

  test("count together under the names that one admin invited within a week, and at once", async () => {
    const self = await newMember(own.world, origin, "many-selves", "admin");
    const selves = [self];
    for (const name of ["self-two", "self-three"])
      selves.push(await secondSelf(self, name, "finance"));
    const driver = await own.driver(0);
    const answers = await Promise.all(
      selves.map((each) => each.ask(backoffice.giveGoodwill, goodwill(driver, 60_000))),
    );
    expect(answers.filter(({ body }) => body.data.state === "BOOKED")).toHaveLength(1);
    expect(await walletOf(driver)).toBe(60_000);
  });

  test("count together whatever they are called: goodwill and a corrected bill", async () => {
    const { driver, bill } = await billed();
    await reject("meera", (await give("asha", driver, LIMIT)).approval!.id);
    const token = tokens["asha"]!;
    const waits = await own.world.call(backoffice.correctBill, {
      token,
      ...correction(bill, "CASE part"),
    });
    expect(waits.body.data).toMatchObject({ state: "WAITING", number: null });
    expect((await give("asha", driver, 1)).state).toBe("WAITING");
  });
});

describe("[D-11] what was proposed and has changed meanwhile", () => {
  test("a bill that somebody else took back is not taken back twice", async () => {
    const { driver, bill } = await billed();
    const before = await walletOf(driver);
    const of = (by: string, reference: string) =>
      own.world.call(backoffice.correctBill, {
        token: tokens[by]!,
        ...correction(bill, reference),
      });
    const first = (await of("ravi", "CASE first")).body.data;
    const second = (await of("meera", "CASE second")).body.data;
    expect([first.state, second.state]).toEqual(["WAITING", "WAITING"]);
    await confirm("asha", first.approval!.id);
    expect(await walletOf(driver)).toBe(before + 141_600);
    expect(await refusedTo("asha", second.approval!.id)).toMatchObject({
      status: 409,
      message: expect.stringContaining("took it back"),
    });
    expect((await show(second.approval!.id)).state).toBe("WAITING");
    expect((await of("ravi", "CASE first")).body.data).toMatchObject({
      state: "BOOKED",
      booked: false,
      number: expect.stringContaining("/"),
    });
    expect(await walletOf(driver)).toBe(before + 141_600);
    expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
  });

  test("a driver whose account was erased gets nothing", async () => {
    const { driver, id } = await proposed();
    await own.world.database.pool.query("update app_user set deactivated_at = $2 where id = $1", [
      driver.id,
      own.world.clock.now(),
    ]);
    await own.world.call(personalData.eraseDriver, {
      token: PROVIDER_TOKEN,
      params: { mobile: driver.mobile },
      body: { reason: "They asked for it", reference: "ERASE 1" },
    });
    expect(await refusedTo("meera", id)).toMatchObject({
      status: 409,
      message: "The driver's account was closed or erased meanwhile.",
    });
    expect(await show(id)).toMatchObject({ state: "WAITING", driver: { mobile_masked: null } });
    expect(await walletOf(driver)).toBe(0);
  });
});

describe("[D-14] a refund by bank transfer", () => {
  let transfers = 0;
  const refund = (driver: Driver, amount_minor: number, bank_reference?: string) => ({
    params: { id: driver.id },
    body: {
      amount_minor,
      holder_name: "RAO A.",
      bank_reference: bank_reference ?? `HDFCN52026${(transfers += 1)}`,
      reason: "The card is closed",
    },
  });
  const scenario = async (name: string) => {
    const body = JSON.stringify({ name });
    await fetch(`${own.world.pay.url}/control/refund-scenario`, { method: "POST", body });
  };
  /** A driver whose refund of so much was refused by its payment, and is in the wallet again. */
  const refundless = async (minor: number, name: string | null = "Asha Rao"): Promise<Driver> => {
    const driver = await own.driver(minor);
    const token = await own.tokenOf(driver);
    if (name)
      await own.world.call(accounts.updateUser, {
        params: { id: driver.id },
        body: { name },
        token,
      });
    await scenario("refused");
    await own.world.call(wallet.createWithdrawal, {
      params: { userId: driver.id },
      body: {},
      token,
    });
    await own.world.drain();
    await scenario("processed");
    expect(await walletOf(driver)).toBe(minor);
    return driver;
  };
  const send = async (by: string, ...of: Parameters<typeof refund>) =>
    (await own.world.call(backoffice.refundByBank, { token: tokens[by]!, ...refund(...of) })).body
      .data;
  const sound = async () =>
    expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });

  test("leaves the wallet for the bank, once for each of the bank's references", async () => {
    const driver = await refundless(90_000);
    expect(await send("ravi", driver, 60_000, "utr000000001")).toMatchObject({
      state: "BOOKED",
      booked: true,
      balance_minor: 30_000,
    });
    expect(await send("ravi", driver, 60_000, "UTR000000001")).toMatchObject({ booked: false });
    expect(await accountBalances(own.world, driver.id)).toEqual({
      wallet: 30_000n,
      withdrawing: 0n,
    });
    const other = {
      token: tokens["ravi"]!,
      ...refund(await refundless(90_000), 60_000, "UTR000000001"),
    };
    const reused = await own.world.refused(backoffice.refundByBank, other);
    expect(reused.body.code).toBe("REFERENCE_REUSED");
    await sound();
  });

  test("of more than there is, or of nobody, is refused", async () => {
    const driver = await refundless(20_000);
    const asked = { token: tokens["ravi"]!, ...refund(driver, 20_001) };
    const refused = await own.world.refused(backoffice.refundByBank, asked);
    expect(refused.body).toMatchObject({ code: "WITHDRAWAL_TOO_LARGE", available_minor: 20_000 });
    const nobody = { ...asked, params: { id: "usr_absent" } };
    expect((await own.world.refused(backoffice.refundByBank, nobody)).status).toBe(404);
  });

  test("goes only to an account in the driver's own name, which is not kept", async () => {
    const driver = await refundless(20_000);
    const { params, body } = refund(driver, 10_000);
    const asked = (holder_name: string) => ({
      token: tokens["ravi"]!,
      params,
      body: { ...body, holder_name },
    });
    for (const wrong of ["Asha Sharma", "Ravi Rao", "A R", "Rao", "Asha Rao Kulkarni"]) {
      const refused = await own.world.refused(backoffice.refundByBank, asked(wrong));
      expect(refused).toMatchObject({ status: 409, body: { code: "HOLDER_DIFFERS" } });
    }
    expect(await walletOf(driver)).toBe(20_000);
    await own.world.call(backoffice.refundByBank, asked("Smt. RAO ASHA"));
    expect(await walletOf(driver)).toBe(10_000);
    const { rows } = await own.world.database.pool.query(
      "select parameters from desk_audit where route like '%bank-refunds' and parameters ->> 'id' = $1",
      [driver.id],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toMatch(/asha|rao/i);
    const nameless = { token: tokens["ravi"]!, ...refund(await refundless(20_000, null), 100) };
    const { body: problem } = await own.world.refused(backoffice.refundByBank, nameless);
    expect(problem).toMatchObject({
      code: "HOLDER_DIFFERS",
      message: expect.stringContaining("no name yet"),
    });
  });

  test("goes to the driver's own name also when the account was closed and its names are restricted", async () => {
    const { driver, bill } = await billed();
    const token = await own.tokenOf(driver);
    const params = { id: driver.id };
    await own.world.call(accounts.updateUser, { params, body: { name: "Asha Rao" }, token });
    await own.world.call(accounts.deactivate, { params, token });
    await own.world.drain();
    await own.world.service.endAccounts();
    // A credit that comes later cannot go back to the card any more.
    await scenario("refused");
    const credit = { token: tokens["ravi"]!, ...correction(bill, "CASE closed") };
    const { approval } = (await own.world.call(backoffice.correctBill, credit)).body.data;
    await confirm("meera", approval!.id);
    await own.world.service.sweepClosedWallets();
    await own.world.drain();
    await scenario("processed");
    expect(await walletOf(driver)).toBe(141_600);
    const waits = await send("ravi", driver, 141_600);
    await confirm("meera", waits.approval!.id);
    expect(await walletOf(driver)).toBe(0);
    await sound();
  });

  test("is of what a refund to its payment failed to send, once, and never of goodwill", async () => {
    const driver = await refundless(20_000);
    await own.world.topUp({ ...driver, token: await own.tokenOf(driver) }, 30_000);
    await give("boss", driver, 5_000);
    const asked = (minor: number) => ({ token: tokens["ravi"]!, ...refund(driver, minor) });
    const refused = async (minor: number) =>
      (await own.world.refused(backoffice.refundByBank, asked(minor))).body;
    expect(await refused(20_001)).toMatchObject({
      code: "REFUND_NOT_FAILED",
      failed_minor: 20_000,
    });
    await send("ravi", driver, 15_000);
    expect(await refused(5_001)).toMatchObject({ code: "REFUND_NOT_FAILED", failed_minor: 5_000 });
    await send("ravi", driver, 5_000);
    expect(await refused(1)).toMatchObject({ code: "REFUND_NOT_FAILED", failed_minor: 0 });
    expect(await refused(30_001)).toMatchObject({
      code: "WITHDRAWAL_TOO_LARGE",
      available_minor: 30_000,
    });
    await sound();
  });

  test("of a large amount is set aside until it is confirmed, so that it cannot be spent", async () => {
    const driver = await refundless(300_000);
    const waits = await send("ravi", driver, 250_000);
    expect(waits).toMatchObject({ state: "WAITING", booked: false, balance_minor: 50_000 });
    expect(await accountBalances(own.world, driver.id)).toMatchObject({ withdrawing: 250_000n });
    await sound();
    const bank = async () => (await accountBalances(own.world, "system"))["bank"]!;
    const before = await bank();
    await confirm("meera", waits.approval!.id);
    expect((await bank()) - before).toBe(250_000n);
    expect(await accountBalances(own.world, driver.id)).toEqual({
      wallet: 50_000n,
      withdrawing: 0n,
    });
    await sound();
  });

  test("that is rejected or expires is in the wallet again", async () => {
    const driver = await refundless(300_000);
    await reject("meera", (await send("ravi", driver, 250_000)).approval!.id);
    expect(await walletOf(driver)).toBe(300_000);
    await send("ravi", driver, 250_000);
    expect(await walletOf(driver)).toBe(50_000);
    own.world.clock.advance(7 * DAY_MS);
    await own.world.drain();
    expect(await accountBalances(own.world, driver.id)).toEqual({
      wallet: 300_000n,
      withdrawing: 0n,
    });
    await sound();
  });

  test("[D-7] is counted on the overview while it waits, and listed by state and kind", async () => {
    const driver = await refundless(300_000);
    const overview = async () =>
      (await own.world.call(backoffice.getOverview, { token: tokens["reader"]! })).body.data
        .approvals_waiting;
    const before = await overview();
    const { approval } = await send("ravi", driver, 250_000);
    const after = await overview();
    expect(after.count - before.count).toBe(1);
    expect(after.amount_minor - before.amount_minor).toBe(250_000);
    expect(after.list).toBe("/provider/v1/approvals?state=WAITING");
    const list = async (query: object) =>
      (await own.world.call(backoffice.listApprovals, { token: tokens["reader"]!, query })).body;
    const waiting = await list({ state: "WAITING", kind: "BANK_REFUND", limit: 1 });
    expect(waiting.content.map(({ id }) => id)).toEqual([approval!.id]);
    const all: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list({ limit: 3, ...(cursor && { cursor }) });
      all.push(...page.content.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(new Set(all).size).toBe(all.length);
    expect(all[0]).toBe(approval!.id);
  });
});
