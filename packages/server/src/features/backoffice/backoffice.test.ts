import {
  accounts,
  companies,
  content,
  backoffice,
  books,
  guardOf,
  personalData,
  provider,
  staff,
  stations,
  support,
  vehicles,
  wallet,
  type BackofficeEntry,
} from "@voltmarg/contract";
import { indianDayOf } from "@voltmarg/rules";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { A_BREACH } from "@voltmarg/testkit/fixtures/breach";
import { byTwo } from "@voltmarg/testkit/by-two";
import {
  companyDriver,
  newCompany,
  nextPlug,
  startAt,
  wholeCharge,
} from "@voltmarg/testkit/company";
import {
  accountBalances,
  faultsOfSums,
  PROVIDER_TOKEN,
  startHarness,
  type Harness,
} from "@voltmarg/testkit/harness";
import { sql } from "../../platform/database/database.ts";
import { captureHold } from "../wallet/index.ts";
import { insertCredential } from "./backoffice.store.ts";

let world: Harness;
const bootstrap = { token: PROVIDER_TOKEN };

beforeAll(async () => {
  world = await startHarness({ locations: 60, env: { DEMO_SPEED: "20" } });
});
afterAll(() => world.stop());

const create = async (name: string, role: "read" | "support" | "finance" | "admin") =>
  (await world.call(backoffice.createCredential, { ...bootstrap, body: { name, role } })).body.data;
const audit = async (credential: string): Promise<BackofficeEntry[]> =>
  (await world.call(backoffice.listAudit, { ...bootstrap, query: { credential, page_size: 100 } }))
    .body.content;

describe("a credential", () => {
  test("opens the back office until it is revoked; its token is kept as a hash only", async () => {
    const { token, ...shown } = await create("ravi", "support");
    expect(shown).toMatchObject({ name: "ravi", role: "support", created_by: "bootstrap" });
    await world.call(companies.listCompanies, { token });
    const stored = await world.database.pool.query(
      "select row_to_json(c)::text as text from desk_credential c",
    );
    expect(JSON.stringify(stored.rows)).not.toContain(token.slice(7));
    await world.call(backoffice.revokeCredential, { ...bootstrap, params: { name: "ravi" } });
    const refused = await world.refused(companies.listCompanies, { token });
    expect([refused.status, refused.body.code]).toEqual([401, "UNAUTHENTICATED"]);
    const { body } = await world.call(backoffice.listCredentials, bootstrap);
    expect(body.data.credentials.find(({ name }) => name === "ravi")?.revoked_at).not.toBeNull();
    expect(JSON.stringify(body)).not.toContain(token);
  });

  test("whose token has the prefix of earlier releases is accepted", async () => {
    const token = `vmdesk_${"a".repeat(32)}`;
    await world.database.transact((tx) =>
      insertCredential(tx, {
        name: "of-before",
        role: "read",
        token,
        by: "bootstrap",
        at: world.clock.now(),
      }),
    );
    expect((await world.call(companies.listCompanies, { token })).status).toBe(200);
    const other = await world.refused(companies.listCompanies, { token: token.slice(2) });
    expect(other.status).toBe(401);
  });

  test("keeps its name for ever, so that the audit log stays unambiguous", async () => {
    await create("meera", "read");
    await world.call(backoffice.revokeCredential, { ...bootstrap, params: { name: "meera" } });
    for (const name of ["meera", "MEERA", "bootstrap"]) {
      const refused = await world.refused(backoffice.createCredential, {
        ...bootstrap,
        body: { name, role: "read" },
      });
      expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
    }
  });

  test("of one role cannot do what another role may, except admin", async () => {
    const reader = await create("reader", "read");
    const mobile = (await world.signUp()).mobile;
    const goodwill = {
      params: { mobile },
      body: { amount_minor: 5_000, reason: "A long wait", reference: "CASE 1" },
    };
    const refused = await world.refused(backoffice.giveGoodwill, {
      ...goodwill,
      token: reader.token,
    });
    expect([refused.status, refused.body.code]).toEqual([403, "FORBIDDEN"]);
    const boss = await create("boss", "admin");
    expect(
      (await world.call(backoffice.giveGoodwill, { ...goodwill, token: boss.token })).status,
    ).toBe(200);
  });
});

describe("the audit log", () => {
  test("has caller, call, input and result, also of reads, refusals and invalid calls", async () => {
    const { token } = await create("asha", "support");
    const id = await newCompany(world);
    await world.call(companies.getCompany, { params: { id }, token });
    await world.refused(companies.getCompany, { params: { id: "com_absent" }, token });
    await world.refused(companies.updateCompany, {
      params: { id },
      body: { state: "SUSPENDED" },
      token,
    });
    await world.refused(provider.putCompany, { body: { name: "x" }, token });
    const { mobile } = await world.signUp();
    const vehicle = { id, vehicleId: "veh_absent" };
    await world.refused(companies.removeCompanyVehicle, { params: vehicle, token });
    await world.call(provider.setDriverFlags, { params: { mobile }, body: {}, token });
    const calls = (await audit("asha")).toReversed();
    expect(
      calls.map(({ method, route, parameters, outcome }) => [method, route, parameters, outcome]),
    ).toEqual([
      ["GET", "/provider/v1/companies/:id", { id: "com_absent" }, "NOT_FOUND"],
      ["PATCH", "/provider/v1/companies/:id", { id, state: "SUSPENDED" }, "FORBIDDEN"],
      ["PUT", "/provider/v1/companies", { name: "x" }, "FORBIDDEN"],
      ["DELETE", "/provider/v1/companies/:id/vehicles/:vehicleId", vehicle, "NOT_FOUND"],
      ["PATCH", "/provider/v1/drivers/:mobile", { mobile }, "OK"],
    ]);
  });

  test("contains no secrets from inputs", async () => {
    const { token } = await create("kiran", "admin");
    await world.refused(backoffice.createCredential, {
      body: { name: "kiran", role: "read", token: "s3cret" } as never,
      token,
    });
    const [entry] = await audit("kiran");
    expect(entry?.parameters).toEqual({ name: "kiran", role: "read" });
  });

  test("[D-9] says whom a call was about, whatever else its body and query say", async () => {
    const [meant, other] = [await world.signUp(), await world.signUp()];
    const name = "named-truly";
    const made = await world.call(backoffice.createCredential, {
      token: PROVIDER_TOKEN,
      body: { name, role: "support" },
    });
    const show = (body: object) =>
      fetch(`${world.url}/provider/v1/accounts/${meant.id}/show?id=${other.id}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${made.body.data.token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ reason: "They called", ...body }),
      });
    expect((await show({ id: other.id })).status).toBe(200);
    expect((await show({ more: "x".repeat(5_000) })).status).toBe(200);
    const query = { credential: name };
    const { body } = await world.call(backoffice.listAudit, { token: PROVIDER_TOKEN, query });
    expect(body.content.map(({ parameters }) => parameters?.["id"])).toEqual([meant.id, meant.id]);
    await fetch(`${world.url}/provider/v1/charges?format=json`, {
      headers: { authorization: `Bearer ${made.body.data.token}`, accept: "text/csv" },
    });
    const [saved] = await audit(name);
    expect(saved!.parameters).toMatchObject({ format: "csv" });
  });

  test("cannot be changed", async () => {
    await create("one-more", "read");
    for (const statement of [
      "update desk_audit set credential = 'x'",
      "delete from desk_audit",
      "truncate desk_audit",
    ]) {
      await expect(world.database.pool.query(statement)).rejects.toThrow("written once");
    }
  });

  test("is written in the same transaction as the effect: if that fails, nothing happens", async () => {
    const id = await newCompany(world);
    const driver = await world.signUp();
    const other = await world.signUp();
    const fleet = await companyDriver(world, id);
    const vehicle = {
      make: "Tata",
      model: "Ace EV",
      vehicle_type: "FOUR_WHEELER",
      battery_capacity: 21,
      range: 154,
      max_dc_intake: 20,
      onboard_charger_capacity: 6.6,
    } as const;
    const car = await world.call(companies.addCompanyVehicle, {
      ...bootstrap,
      params: { id },
      body: vehicle,
    });
    const entry = await world.call(backoffice.addToWhitelist, {
      ...bootstrap,
      body: { company_id: id, location_id: "loc_1" },
    });
    await world.call(provider.putRetailRule, {
      ...bootstrap,
      body: { customer_type: "CORPORATE", markup_percent: 1 },
    });
    await create("stays", "read");
    for (const name of ["member", "leaver"])
      await world.call(staff.inviteStaff, { ...bootstrap, body: { name, role: "read" } });
    const gone = await world.signUp();
    await world.call(accounts.deactivate, { params: { id: gone.id }, token: gone.token });
    const payer = await world.signUp();
    await world.topUp(payer, 100_000);
    const bill = await wholeCharge(world, payer);
    const charge = async () => {
      const someone = await world.signUp();
      await world.topUp(someone, 100_000);
      const at = await nextPlug(world, someone);
      const started = await startAt(world, someone, at);
      await world.pass(10, 5);
      return { params: { id: started.id } };
    };
    const [going, silent, over] = [await charge(), await charge(), await charge()];
    const ask = () =>
      world.call(support.createTicket, {
        body: { category: "OTHER", text: "Why?" },
        token: driver.token,
      });
    const asked = { params: { id: (await ask()).body.data.id } };
    const closing = { params: { id: (await ask()).body.data.id } };
    const { data: kept } = (
      await world.call(backoffice.saveAnswerTemplate, {
        ...bootstrap,
        params: { key: "kept" },
        body: { title: "Kept", en: "Hello.", version: 0 },
      })
    ).body;
    const plug = await world.freePlug(driver);
    const reported = await world.call(stations.reportStationProblem, {
      params: { userId: driver.id },
      body: { location_id: plug.location.id, kind: "OTHER", text: "It hums" },
      token: driver.token,
    });
    const checkInAt = async (working: boolean) =>
      (
        await world.call(stations.checkIn, {
          params: { id: plug.location.id },
          body: {
            worked: working,
            reason: working ? null : "PLUG",
            position: plug.location.coordinates,
          },
          token: (working ? driver : other).token,
        })
      ).body.data.id;
    const shown = { params: { id: await checkInAt(true) } };
    const hidden = { params: { id: await checkInAt(false) } };
    await world.call(stations.hideCheckIn, { ...bootstrap, ...hidden });
    const pool = world.database.pool;
    const places = await pool.query<{ id: string }>("select id from location order by id limit 2");
    const [away, there] = places.rows.map((place) => ({
      params: place,
      body: { reason: "Its cables were stolen" },
    }));
    await world.call(backoffice.hideLocation, { ...bootstrap, ...away! });
    const everything = async () => {
      const tables = [
        "answer_template",
        "company",
        "company_number",
        "company_vehicle",
        "whitelist_entry",
        "app_user",
        "sign_in",
        "account_audit",
        "otp_challenge",
        "erasure",
        "ledger_transfer",
        "ledger_wallet",
        "desk_credential",
        "desk_audit",
        "staff",
        "staff_invitation",
        "retail_rule",
        "planned_retail_rule",
        "seller",
        "cdr",
        "invoice",
        "invoice_series",
        "ticket",
        "ticket_message",
        "notification",
        "support_information",
        "custom_message",
        "app_version",
        "vehicle_model",
        "location",
        "station_problem",
        "check_in",
        "quarantined_cdr",
        "cdr_dispute",
        "session",
        "ledger_hold",
        "desk_approval",
        "withdrawal_refund",
        "wallet_payment",
        "gst_document",
      ];
      const found = await Promise.all(
        tables.map((t) =>
          pool.query(`select md5(string_agg(t::text, '' order by t::text)) from ${t} t`),
        ),
      );
      return found.map(({ rows }, at) => [tables[at], rows]);
    };
    await pool.query(
      `insert into quarantined_cdr (id, operator_id, ocpi_id, reason, body, received_at)
       values ('cdr_aside', 'opr', 'x', 'no session of ours', '{}', now())`,
    );
    await pool.query(
      `insert into cdr_dispute (user_id, cdr_id, session_id, operator_id, currency, asked_excl, checked_excl,
         checked_incl, tolerance, lines, paid, state, created_at)
       values ('usr', 'cdr_disputed', 'ses', 'opr', 'INR', '1', '1', '1', '0', '[]', 1, 'OPEN', now())`,
    );
    for (const approval of ["apr_good", "apr_bad"])
      await pool.query(
        `insert into desk_approval (id, kind, state, user_id, amount, subject, reference, reason, proposed_by, person,
           proposed_at, expires_at)
         values ($1, 'GOODWILL', 'WAITING', $2, 100000, $2, $1, 'A long wait', 'somebody', 'somebody', $3, $4)`,
        [approval, other.id, world.clock.now(), new Date(world.clock.now().getTime() + 86_400_000)],
      );
    const refundScenario = (name: string) =>
      fetch(`${world.pay.url}/control/refund-scenario`, {
        method: "POST",
        body: JSON.stringify({ name }),
      });
    const debtor = await world.signUp();
    await owe(debtor.id, 200);
    const saver = await world.signUp();
    await world.call(accounts.updateUser, {
      params: { id: saver.id },
      body: { name: "Saver" },
      token: saver.token,
    });
    await world.topUp(saver, 20_000);
    await refundScenario("refused");
    const withdrawn = { params: { userId: saver.id }, token: saver.token, body: {} };
    await world.call(wallet.createWithdrawal, withdrawn);
    await world.drain();
    await refundScenario("processed");
    await world.service.closeMoneyDays();
    const yesterday = indianDayOf(new Date(world.clock.now().getTime() - 25 * 3_600_000));
    const [failed] = (await world.call(backoffice.listRefunds, { ...bootstrap, query: {} })).body
      .content;
    await pool.query(
      `insert into payment_dispute (id, payment_id, user_id, amount, status, body, received_at)
       select 'disp_kept', payment_id, user_id, amount, 'open', '{}', credited_at from wallet_payment where user_id = $1`,
      [saver.id],
    );
    await world.topUp(saver, 5_000);
    const topUp = await world.call(wallet.createTopUp, {
      ...withdrawn,
      body: { amount_minor: 50_000 },
    });
    // Over, and its record does not come.
    await pool.query(
      "update session set step = 'ENDED', status = 'COMPLETED', open = false where id = $1",
      [over.params.id],
    );
    const owed = await pool.query<{ operator_id: string }>(
      "select operator_id from operator_cost where cdr_id = $1",
      [bill.id],
    );
    await world.call(accounts.updateUser, {
      params: { id: payer.id },
      body: { name: "Another name" },
      token: payer.token,
    });
    await pool.query(
      `insert into gst_document (user_id, number, cdr_id, kind, gst_in, issued_at, lacks_address, state)
       values ('usr', 'VM/26-27/999999', 'cdr', 'INVOICE', '27AAFCV4182M1ZS', now(), false, 'REFUSED')`,
    );
    const before = await everything();
    await pool.query(
      `create function no_ink() returns trigger language plpgsql as $$ begin raise exception 'no ink'; end $$;
       create trigger no_ink before insert on desk_audit for each row execute function no_ink()`,
    );
    const text = { type: "TOU", key: "prices", language: "en" };
    const app = { name: "voltmarg", device_type: "ios" };
    const model = { make: "Deccan", model: "Bullock" };
    const calls = [
      [provider.putCompany, { body: { name: "Never" } }],
      [provider.listCompanyNumber, { params: { id }, body: { mobile: driver.mobile } }],
      [
        provider.setDriverFlags,
        { params: { mobile: driver.mobile }, body: { allow_multi_charging: true } },
      ],
      [provider.putRetailRule, { body: { customer_type: "CORPORATE", markup_percent: 10 } }],
      [provider.deleteRetailRule, { query: { customer_type: "CORPORATE" } }],
      [companies.updateCompany, { params: { id }, body: { state: "SUSPENDED" } }],
      [
        companies.limitCompanyNumber,
        { params: { id, mobile: fleet.mobile }, body: { limit_minor: 1 } },
      ],
      [companies.unlistCompanyNumber, { params: { id, mobile: fleet.mobile } }],
      [companies.addCompanyVehicle, { params: { id }, body: vehicle }],
      [companies.removeCompanyVehicle, { params: { id, vehicleId: car.body.data.id } }],
      [
        companies.recordCompanyPayment,
        { params: { id }, body: { amount_minor: 9, reference: "UTR 9" } },
      ],
      [
        companies.reverseCompanyPayment,
        { params: { id }, body: { reference: "UTR 9", reason: "Mistyped by me" } },
      ],
      [backoffice.createCredential, { body: { name: "never", role: "read" } }],
      [backoffice.revokeCredential, { params: { name: "stays" } }],
      [backoffice.showDriver, { params: { id: driver.id }, body: { reason: "The driver called" } }],
      [backoffice.stopCharge, { params: going.params, body: { reason: "The driver called" } }],
      [backoffice.askAboutCharge, { params: silent.params, body: { reason: "The driver called" } }],
      [backoffice.closeChargeUnbilled, { params: over.params, body: { reason: "No record" } }],
      [backoffice.hideLocation, there!],
      [backoffice.showLocation, away!],
      [
        backoffice.confirmLocationState,
        { params: away!.params, body: { state: "Goa", reason: "Seen on site" } },
      ],
      [backoffice.confirmApproval, { params: { id: "apr_good" } }],
      [backoffice.rejectApproval, { params: { id: "apr_bad" }, body: { reason: "Not agreed" } }],
      [
        backoffice.refundByBank,
        {
          params: { id: saver.id },
          body: {
            amount_minor: 500,
            holder_name: "Saver",
            bank_reference: "HDFC00000001",
            reason: "Card closed",
          },
        },
      ],
      [
        backoffice.savePaymentEvidence,
        { params: { id: "disp_kept" }, body: { reason: "The bank asks" } },
      ],
      [backoffice.retryRefund, { params: { id: failed!.id } }],
      [backoffice.askAboutPayment, { params: { id: topUp.body.data.id } }],
      [staff.inviteStaff, { body: { name: "newcomer", role: "read" } }],
      [staff.inviteStaffAgain, { params: { name: "member" } }],
      [staff.changeStaff, { params: { name: "member" }, body: { role: "support" } }],
      [staff.revokeStaff, { params: { name: "leaver" } }],
      [staff.signOutStaff, {}],
      [backoffice.updateSeller, { body: { city: "Nashik" } }],
      [
        backoffice.writeOffDebt,
        { params: { mobile: debtor.mobile }, body: { reason: "Nobody answers" } },
      ],
      [
        backoffice.payOperator,
        {
          params: { month: "2026-11" },
          body: {
            operator: owed.rows[0]!.operator_id,
            amount_minor: 100,
            utr: "HDFC00000001",
            paid_on: "2026-11-20",
          },
        },
      ],
      [
        backoffice.reverseOperatorPayment,
        {
          params: { month: "2026-11" },
          body: {
            operator: owed.rows[0]!.operator_id,
            utr: "HDFC00000001",
            reason: "Mistyped by me",
          },
        },
      ],
      [books.enterBankBalance, { params: { day: yesterday }, body: { balance_minor: 100 } }],
      [books.fileBooks, { params: { month: "2026-10" } }],
      [provider.correctBuyer, { params: { id: bill.id }, body: { reason: "Named wrongly" } }],
      [provider.registerAgain, { body: { number: "VM/26-27/999999" } }],
      [provider.putTaxRate, { body: { percent: 18, sac: "998714" } }],
      [
        backoffice.correctBill,
        { params: { id: bill.id }, body: { reason: "A wrong price", reference: "CASE 1" } },
      ],
      [
        provider.decideDispute,
        { params: { id: "cdr_disputed" }, body: { owed_minor: 0, reason: "Not ours" } },
      ],
      [
        provider.decideQuarantinedCdr,
        { params: { id: "cdr_aside" }, body: { decision: "REJECTED", reason: "Of nobody" } },
      ],
      [stations.hideCheckIn, shown],
      [stations.restoreCheckIn, hidden],
      [stations.closeStationProblem, { params: { id: reported.body.data.id } }],
      [support.answerTicket, { ...asked, body: { text: "Because." } }],
      [support.closeBackofficeTicket, closing],
      [backoffice.assignTicket, { ...asked, body: { assignee: null } }],
      [
        backoffice.saveAnswerTemplate,
        { params: { key: "newer" }, body: { title: "Newer", en: "Hello.", version: 0 } },
      ],
      [
        backoffice.removeAnswerTemplate,
        { params: { key: "kept" }, query: { version: kept.version } },
      ],
      [support.updateSupportInformation, { body: { hours: "At all hours" } }],
      [content.putMessage, { params: text, body: { title: "Why", text: "Because." } }],
      [content.removeMessage, { params: text }],
      [
        content.putAppVersion,
        { params: app, body: { latest_version: "2.0", minimum_version: "1.8.0" } },
      ],
      [content.removeAppVersion, { params: app }],
      [
        vehicles.putModel,
        {
          params: model,
          body: {
            ...vehicle,
            inlets: [],
            unknown: [],
            source: "a leaflet",
            source_date: "2026-11-01",
          },
        },
      ],
      [vehicles.removeModel, { params: model }],
      [backoffice.addToWhitelist, { body: { mobile: other.mobile, location_id: "loc_2" } }],
      [backoffice.removeFromWhitelist, { params: { id: entry.body.data.id } }],
      [
        backoffice.giveGoodwill,
        {
          params: { mobile: other.mobile },
          body: { amount_minor: 100, reason: "None", reference: "CASE 9" },
        },
      ],
      [provider.signOutDriver, { params: { mobile: other.mobile } }],
      [
        personalData.exportDriver,
        { params: { mobile: other.mobile }, body: { reason: "Asked for" } },
      ],
      [personalData.tellBreach, { body: A_BREACH }],
      [
        personalData.eraseDriver,
        { params: { mobile: gone.mobile }, body: { reason: "Asked for", reference: "CASE 10" } },
      ],
    ] as const;
    for (const [route, input] of calls) {
      const { status } = await world.refused(route, { ...bootstrap, ...input } as never);
      expect([route.method, route.path, status]).toEqual([route.method, route.path, 500]);
    }
    // What shows a driver is not answered either.
    const shownDriver = { ...bootstrap, params: { id: other.id } };
    expect((await world.refused(backoffice.getConsoleDriver, shownDriver)).status).toBe(500);
    expect(await everything()).toEqual(before);
    await pool.query("drop trigger no_ink on desk_audit");
    // What speaks with a partner half-way fits no transaction: it is written down as soon as it ended.
    const overTheWire = (path: string) => path.startsWith("/provider/v1/partners");
    // A token has neither passkey nor company account: the tests of `staff` have sessions that do.
    const again = (path: string) => /^\/provider\/v1\/session\/(passkey|openid)/.test(path);
    // A photo is nothing until an answer shows it.
    const changesNothing = (path: string) => /\/(preview|photos)$/.test(path);
    const changing = world.service.routes.filter(
      ({ access, method, path }) =>
        access.rule === "provider" &&
        method !== "GET" &&
        !overTheWire(path) &&
        !again(path) &&
        !changesNothing(path),
    );
    expect(calls.map(([route]) => `${route.method} ${route.path}`).toSorted()).toEqual(
      changing.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    // The control: the very same calls work once they can be written down.
    for (const [route, input] of calls) {
      const call = { ...bootstrap, ...input } as never;
      if (guardOf(route)?.second === "always") {
        // What is written down is that it waits.
        expect((await world.refused(route, call)).body.code).toBe("SECOND_MEMBER_NEEDED");
      } else expect((await world.call(route, call)).status).toBe(200);
    }
    await world.topUp(debtor, 10_000);
  });
});

/** A bill without a hold, so many days ago: its amount becomes a debt. */
const owe = (userId: string, daysAgo: number) =>
  world.database.transact((tx) =>
    captureHold(tx, {
      userId,
      sessionId: `ses_${userId}`,
      cdrId: `cdr_${userId}_${daysAgo}`,
      total: 1_992n,
      gst: 0n,
      reason: "Baner Hub",
      at: new Date(world.clock.now().getTime() - daysAgo * 86_400_000),
    }),
  );

describe("[B-2] a debt", () => {
  const writeOff = ({ mobile }: { mobile: string }, reason = "Nobody answers") => ({
    params: { mobile },
    body: { reason },
  });

  test("is written off by two, once it is old; the loss is an account of its own", async () => {
    const driver = await world.signUp();
    await owe(driver.id, 180);
    const before = (await accountBalances(world, "system"))["bad_debts"] ?? 0n;
    const alone = await world.refused(backoffice.writeOffDebt, {
      ...bootstrap,
      ...writeOff(driver, "I alone say so"),
    });
    expect(alone.body.code).toBe("SECOND_MEMBER_NEEDED");
    await byTwo(world, backoffice.writeOffDebt, writeOff(driver));
    expect(await accountBalances(world, driver.id)).toEqual({ overdraft: 0n });
    expect(((await accountBalances(world, "system"))["bad_debts"] ?? 0n) - before).toBe(-1_992n);
    const { body } = await world.call(wallet.listMovements, {
      params: { userId: driver.id },
      token: driver.token,
    });
    expect(body.content[0]).toMatchObject({
      kind: "CORRECTION",
      amount_minor: 1_992,
      balance_minor: 0,
      reason: "Nobody answers",
    });
    const again = await world.refused(backoffice.writeOffDebt, {
      ...bootstrap,
      ...writeOff(driver),
    });
    expect([again.status, again.body.message]).toEqual([409, "The driver owes nothing."]);
  });

  test("that grew lately stays", async () => {
    const driver = await world.signUp();
    await owe(driver.id, 400);
    await owe(driver.id, 179);
    const refused = await world.refused(backoffice.writeOffDebt, {
      ...bootstrap,
      ...writeOff(driver),
    });
    expect(refused.body.message).toBe("The debt is younger than 180 days.");
    await world.topUp(driver, 10_000);
  });

  test("of which the wallet has a part is written off without it", async () => {
    const driver = await world.signUp();
    await owe(driver.id, 200);
    await byTwo(world, backoffice.giveGoodwill, {
      params: { mobile: driver.mobile },
      body: {
        amount_minor: 992,
        reason: "A long wait there",
        reference: `CASE ${driver.id}`.slice(0, 64),
      },
    });
    // A goodwill pays the debt at once: no driver has money and a debt.
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 0n, overdraft: -1_000n });
    await byTwo(world, backoffice.writeOffDebt, writeOff(driver));
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 0n, overdraft: 0n });
  });
});

describe("[B-1] goodwill", () => {
  test("is credited once for each reference, with its reason, and the ledger balances", async () => {
    const driver = await world.signUp();
    const give = (amount_minor: number, reference: string) => ({
      ...bootstrap,
      params: { mobile: driver.mobile },
      body: { amount_minor, reason: "The charger was blocked for an hour", reference },
    });
    const first = await world.call(backoffice.giveGoodwill, give(12_345, "CASE 77"));
    expect(first.body.data).toMatchObject({ booked: true, balance_minor: 12_345 });
    const again = await world.call(backoffice.giveGoodwill, give(12_345, "CASE 77"));
    expect(again.body.data).toMatchObject({ booked: false, balance_minor: 12_345 });
    const other = await world.refused(backoffice.giveGoodwill, give(99, "CASE 77"));
    expect([other.status, other.body.code]).toEqual([409, "REFERENCE_REUSED"]);
    expect((await accountBalances(world, driver.id))["wallet"]).toBe(12_345n);
    const { body } = await world.call(wallet.listMovements, {
      params: { userId: driver.id },
      token: driver.token,
    });
    expect(body.content).toMatchObject([
      {
        kind: "CORRECTION",
        amount_minor: 12_345,
        reason: "The charger was blocked for an hour",
      },
    ]);
  });

  test("is not for a driver whose company pays", async () => {
    const driver = await companyDriver(world, await newCompany(world));
    const refused = await world.refused(backoffice.giveGoodwill, {
      ...bootstrap,
      params: { mobile: driver.mobile },
      body: { amount_minor: 100, reason: "A long wait", reference: "CASE 3" },
    });
    expect(refused.body.code).toBe("WALLET_NOT_USED");
  });
});

describe("[L-8] the whitelist", () => {
  test("contains a driver or a company, for a location or an operator, once", async () => {
    const driver = await world.signUp();
    const company = await newCompany(world);
    const add = async (body: object) =>
      (await world.call(backoffice.addToWhitelist, { ...bootstrap, body })).body.data;
    const one = await add({ mobile: driver.mobile, location_id: "loc_a" });
    expect((await add({ mobile: driver.mobile, location_id: "loc_a" })).id).toBe(one.id);
    const two = await add({ company_id: company, operator: world.cpo.operators[0]!.name });
    expect(two).toMatchObject({ driver: null, company: { id: company }, location_id: null });
    expect(two.operator_id).not.toBeNull();
    const listed = async () =>
      (await world.call(backoffice.listWhitelist, bootstrap)).body.data.entries.map(({ id }) => id);
    expect(await listed()).toEqual(expect.arrayContaining([one.id, two.id]));
    await world.call(backoffice.removeFromWhitelist, { ...bootstrap, params: { id: one.id } });
    expect(await listed()).not.toContain(one.id);
  });

  test("answers each entry with itself, also when there are others for the same driver or place", async () => {
    const [one, two] = [await world.signUp(), await world.signUp()];
    const company = await newCompany(world);
    const [first, second] = world.cpo.operators;
    const add = async (body: object) =>
      (await world.call(backoffice.addToWhitelist, { ...bootstrap, body })).body.data;
    const whoms = [{ mobile: one.mobile }, { mobile: two.mobile }, { company_id: company }];
    const wheres = [
      { location_id: "loc_1" },
      { location_id: "loc_2" },
      { operator: first!.name },
      { operator: second!.name },
    ];
    const pairs = whoms.flatMap((whom) => wheres.map((where) => Object.assign({}, whom, where)));
    const added = [];
    for (const pair of pairs) added.push(await add(pair));
    expect(new Set(added.map(({ id }) => id)).size).toBe(pairs.length);
    for (const [nth, pair] of pairs.entries()) {
      const entry = await add(pair);
      expect(entry, JSON.stringify(pair)).toEqual(added[nth]);
      expect(entry.location_id).toBe("location_id" in pair ? pair.location_id : null);
      const whom = "mobile" in pair ? [`+91${pair.mobile}`, null] : [null, company];
      expect([entry.driver?.mobile ?? null, entry.company?.id ?? null]).toEqual(whom);
    }
    expect(new Set(added.map(({ operator_id }) => operator_id)).size).toBe(3);
  });

  test.each([
    [{ mobile: "9999999999" }, "INVALID_INPUT"],
    [{ mobile: "9999999999", company_id: "com_x", location_id: "l" }, "INVALID_INPUT"],
    [{ company_id: "com_absent", location_id: "l" }, "NOT_FOUND"],
    [{ mobile: "1234567890", location_id: "l" }, "MOBILE_INVALID"],
    [{ mobile: "9999999998", location_id: "l" }, "NOT_FOUND"],
    [{ company_id: "com_absent", operator: "nobody" }, "NOT_FOUND"],
  ])("refuses %j", async (body, code) => {
    expect((await world.refused(backoffice.addToWhitelist, { ...bootstrap, body })).body.code).toBe(
      code,
    );
  });
});

describe("[B-3] the seller", () => {
  test("is set field by field; its state comes from its GSTIN, and with a GSTIN it is not the example seller", async () => {
    const read = async () => (await world.call(backoffice.getSeller, bootstrap)).body.data;
    const phone = { ...bootstrap, body: { phone: "+918045678900" } };
    await world.call(backoffice.updateSeller, phone);
    const before = await read();
    expect(before).toMatchObject({ phone: "+918045678900", example: true });
    await sql`insert into invoice_series (series, financial_year, last_number) values ('VM', '25-26', 1)
      on conflict do nothing`.execute(world.database.db);
    const named = { name: "Deccan Mobility LLP", gst_in: "29aafcv4182m1zo" };
    const used = await world.refused(backoffice.updateSeller, { ...bootstrap, body: named });
    expect(used.body.message).toMatch(
      /^Documents of the example have used the series (VC and )?VM/,
    );
    expect(await read()).toEqual(before);
    const series = { invoice_series: "DM", credit_series: "DC" };
    const set = await world.call(backoffice.updateSeller, {
      ...bootstrap,
      body: { ...named, ...series },
    });
    expect(set.body.data).toEqual({
      ...before,
      ...series,
      name: "Deccan Mobility LLP",
      gst_in: "29AAFCV4182M1ZO",
      state_code: "29",
      example: false,
    });
    expect(await read()).toEqual(set.body.data);
  });

  test("[B-3] names its website, its branches and the officer who answers for complaints", async () => {
    const officer = {
      website: "https://voltmarg.example",
      branches: "4 Mill Road, Nashik 422001\n9 Fort Road, Kochi 682001",
      officer_name: "Asha Menon",
      officer_designation: "Grievance Officer",
      officer_phone: "+912026120001",
      officer_email: "grievance@voltmarg.example",
    };
    const { body } = await world.call(backoffice.updateSeller, { ...bootstrap, body: officer });
    expect(body.data).toMatchObject(officer);
    expect((await world.call(backoffice.getSeller, bootstrap)).body.data).toMatchObject(officer);
  });

  test.each([
    [{ officer_phone: "020 2612" }, "Some of what was sent is missing or wrong."],
    [{ website: "http://voltmarg.example" }, "Some of what was sent is missing or wrong."],
    [{ gst_in: "27AAFCV4182M1ZX" }, "This is not a GSTIN."],
    [{ credit_series: "DM" }, "Invoices and credit notes need series of their own."],
    [{ postal_code: "12" }, "Some of what was sent is missing or wrong."],
  ])("refuses %j", async (body, message) => {
    const refused = await world.refused(backoffice.updateSeller, { ...bootstrap, body });
    expect([refused.body.code, refused.body.message]).toEqual(["INVALID_INPUT", message]);
  });
});

test("[B-3] a company's billing details are set on its account, field by field", async () => {
  const id = await newCompany(world);
  const update = (body: object) =>
    world.call(companies.updateCompany, { ...bootstrap, params: { id }, body });
  const place = { address: "4 Mill Road", city: "Pune", postal_code: "411001" };
  await update({ gst_in: "27AAFCV4182M1ZS", ...place });
  const { body } = await update({ postal_code: "411045", email: "bills@example.in" });
  expect(body.data).toMatchObject({
    gst_in: "27AAFCV4182M1ZS",
    address: "4 Mill Road",
    city: "Pune",
    postal_code: "411045",
    state: "ACTIVE",
  });
  const refused = await world.refused(companies.updateCompany, {
    ...bootstrap,
    params: { id },
    body: { gst_in: "27AAFCV4182M1ZA" },
  });
  expect(refused.body.code).toBe("INVALID_INPUT");
});

test("the ledger check names each kind of fault, and finds one that the test made", async () => {
  const check = async () => (await world.call(backoffice.checkBooks, bootstrap)).body.data;
  expect(await check()).toMatchObject({ faults: { unbalanced: 0, drifted: 0 } });
  const driver = await world.signUp();
  await world.database.pool.query("update ledger_wallet set wallet = 7 where owner = $1", [
    driver.id,
  ]);
  expect(await check()).toMatchObject({ sound: false, faults: { drifted: 1 } });
  await world.database.pool.query("update ledger_wallet set wallet = 0 where owner = $1", [
    driver.id,
  ]);
});

test("the ledger balances after all of these", async () => {
  const faults = await faultsOfSums(world);
  expect(Object.entries(faults).filter(([, count]) => count > 0)).toEqual([]);
});
