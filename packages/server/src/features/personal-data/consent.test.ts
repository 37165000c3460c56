import {
  accounts,
  audit,
  backoffice,
  consent,
  personalData,
  type DriverExport,
} from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { sql } from "../../platform/database/database.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const own = ({ id, token }: Driver) => ({ token, params: { userId: id } });
const read = async (driver: Driver) =>
  (await world.call(consent.getConsent, own(driver))).body.data;
/** As if settings had changed since the driver agreed. */
const outdate = ({ id }: Driver) =>
  sql`update consent set version = 77 where user_id = ${id}`.execute(world.database.db);
const exported = async ({ mobile }: Driver): Promise<DriverExport> =>
  (
    await world.call(personalData.exportDriver, {
      token: PROVIDER_TOKEN,
      params: { mobile },
      body: { reason: "The driver asked" },
    })
  ).body;

describe("[A-5] consent to the privacy notice", () => {
  test("is kept with version, language and time when the account is made", async () => {
    const driver = await world.signUp();
    const { version } = (await world.call(consent.getPrivacyNotice, {})).body.data;
    expect(await read(driver)).toEqual({
      version,
      is_due: false,
      given: { version, language: "en", given_at: world.clock.now().toISOString() },
      nominee: null,
    });
  });

  test("is due again for another version, given once, and refused for one that does not hold", async () => {
    const driver = await world.signUp();
    await outdate(driver);
    const { version, is_due } = await read(driver);
    expect(is_due).toBe(true);
    const give = (of: number) => ({
      ...own(driver),
      body: { version: of, language: "ta", is_adult: true } as const,
    });
    expect((await world.refused(consent.giveConsent, give(77))).body.code).toBe("CONSENT_NEEDED");
    world.clock.advance(1000);
    await world.call(consent.giveConsent, give(version));
    world.clock.advance(1000);
    const { body } = await world.call(consent.giveConsent, give(version));
    expect(body.data).toMatchObject({ is_due: false, given: { version, language: "ta" } });
    expect((await exported(driver)).consents.map(({ language }) => language)).toEqual(["en", "ta"]);
  });

  test("is refused to a child, field by field", async () => {
    const driver = await world.signUp();
    const { status, body } = await world.refused(consent.giveConsent, {
      ...own(driver),
      body: { version: 1, language: "en", is_adult: false } as never,
    });
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"]);
    expect(JSON.stringify(body)).toContain("is_adult");
  });

  test("ends with the account, and the record says when", async () => {
    const driver = await world.signUp();
    world.clock.advance(60_000);
    await world.call(accounts.deactivate, { token: driver.token, params: { id: driver.id } });
    const { consents } = await exported(driver);
    expect(consents).toMatchObject([{ withdrawn_at: world.clock.now().toISOString() }]);
  });
});

describe("[A-5] the driver's own rights", () => {
  test("a nominee is named, changed and taken back, in the audit log without their name", async () => {
    const driver = await world.signUp();
    const nominate = (nominee: { name: string; contact: string } | null) =>
      world.call(consent.nominate, { ...own(driver), body: { nominee } });
    await nominate({ name: "Lakshmi Iyer", contact: "98450 11111" });
    const { body } = await nominate({ name: "Lakshmi Iyer", contact: "lakshmi@example.in" });
    expect(body.data.nominee).toMatchObject({ contact: "lakshmi@example.in" });
    expect((await exported(driver)).nominees).toHaveLength(1);
    await nominate(null);
    expect((await read(driver)).nominee).toBeNull();
    const log = await world.call(audit.listAccountAudit, {
      token: PROVIDER_TOKEN,
      query: { mobile: driver.mobile, act: "NOMINEE_CHANGED" },
    });
    expect(log.body.content).toHaveLength(3);
    expect(JSON.stringify(log.body)).not.toContain("Lakshmi");
  });

  test("the export is the one that staff get, in the audit log", async () => {
    const driver = await world.signUp();
    const { body } = await world.call(consent.exportOwnData, own(driver));
    const { exported_at: _, ...mine } = personalData.DriverExport.parse(body);
    const { exported_at: __, ...staffs } = await exported(driver);
    expect({ ...mine, account_audit: [] }).toEqual({ ...staffs, account_audit: [] });
    expect(staffs.account_audit.map(({ act }) => act)).toContain("EXPORT");
  });

  test("the export has no mails of somebody else, whose address a driver may write into the profile", async () => {
    const [mallory, asha] = [await world.signUp(), await world.signUp()];
    const email = "asha@private.example";
    for (const { id, token } of [asha, mallory])
      await world.call(accounts.updateUser, { token, params: { id }, body: { email } });
    await sql`insert into message (id, channel, kind, recipient, state, created_at, expires_at)
      values ('msg_to_asha', 'mail', 'NOTICE', ${email}, 'SENT', ${world.clock.now()}, ${world.clock.now()})`.execute(
      world.database.db,
    );
    const { body } = await world.call(consent.exportOwnData, own(mallory));
    const { messages } = personalData.DriverExport.parse(body);
    expect(messages.map(({ channel, kind }) => [channel, kind])).toEqual([["sms", "CODE"]]);
  });

  test("the export does not name who of the staff did something", async () => {
    const driver = await world.signUp();
    const made = await world.call(backoffice.createCredential, {
      token: PROVIDER_TOKEN,
      body: { name: "sita-sharma", role: "support" },
    });
    await world.call(personalData.exportDriver, {
      token: made.body.data.token,
      params: { mobile: driver.mobile },
      body: { reason: "The driver asked" },
    });
    const { body } = await world.call(consent.exportOwnData, own(driver));
    const { account_audit } = personalData.DriverExport.parse(body);
    expect(account_audit.map(({ act }) => act)).toEqual(expect.arrayContaining(["EXPORT"]));
    expect(JSON.stringify(body)).not.toContain("sita-sharma");
  });

  test("nobody else's consent, nominee or export is read or changed", async () => {
    const [mine, other] = [await world.signUp(), await world.signUp()];
    const stolen = { ...own(other), token: mine.token };
    for (const spec of [consent.getConsent, consent.exportOwnData] as const)
      expect((await world.refused(spec, stolen)).status).toBe(404);
    const nominee = { name: "Mallory", contact: "98450 22222" };
    expect((await world.refused(consent.nominate, { ...stolen, body: { nominee } })).status).toBe(
      404,
    );
    expect((await read(other)).nominee).toBeNull();
  });
});
