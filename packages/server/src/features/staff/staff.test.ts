import {
  backoffice,
  companies,
  EFFECTS,
  provider,
  staff,
  type BackofficeEntry,
} from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "@voltmarg/testkit/free-port";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { acceptIn, newMember, openBrowser, type Browser } from "@voltmarg/testkit/staff";

let world: Harness;
let origin: string;
const bootstrap = { token: PROVIDER_TOKEN };
const MINUTE_MS = 60_000;

beforeAll(async () => {
  // Browsers give no passkeys to a bare address.
  origin = `http://localhost:${await freePort()}`;
  // All of these tests come from one address.
  const env = {
    PUBLIC_URL: "http://localhost:1",
    CONSOLE_ORIGIN: origin,
    DRIVER_BUDGET_FACTOR: "100",
  };
  world = await startHarness({ locations: 0, operators: false, env });
});
afterAll(() => world.stop());

const invite = async (name: string, role: "read" | "support" | "finance" | "admin") =>
  (await world.call(staff.inviteStaff, { ...bootstrap, body: { name, role } })).body.data;
const stateOf = async (browser: Browser) => {
  const { status, body } = await browser.ask(companies.listCompanies, {});
  return status === 200 ? "IN" : `${status} ${body.code}`;
};
const refusal = ({ status, body }: { status: number; body: { code: string } }) =>
  `${status} ${body.code}`;
const audit = async (credential: string): Promise<BackofficeEntry[]> =>
  (await world.call(backoffice.listAudit, { ...bootstrap, query: { credential, page_size: 100 } }))
    .body.content;
const goodwill = (reference: string, mobile = "9999999999") => ({
  params: { mobile },
  body: { amount_minor: 500, reason: "A long wait", reference },
});

describe("[D-1] an invitation", () => {
  test("by the bootstrap credential makes the first admin, who invites the next", async () => {
    const link = await invite("asha", "admin");
    expect(link.link).toBe(`${origin}/console/invitation#${link.token}`);
    const browser = openBrowser(world, origin);
    const accepted = await acceptIn(browser, link.token);
    expect(accepted.body.data).toMatchObject({
      name: "asha",
      role: "admin",
      session: { idle_minutes: 30 },
    });
    expect(accepted.set).toMatch(
      /^__Host-staff=\w{32}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=36000$/,
    );
    const next = await browser.ask(staff.inviteStaff, { body: { name: "ravi", role: "support" } });
    expect(next.status).toBe(200);
    const ravi = openBrowser(world, origin);
    await acceptIn(ravi, next.body.data.token);
    expect((await ravi.ask(staff.getStaffSession, {})).body.data).toMatchObject({
      name: "ravi",
      role: "support",
    });
    const { body } = await browser.ask(staff.listStaff, {});
    expect(body.data.staff).toMatchObject([
      { name: "asha", created_by: "bootstrap", passkeys: 1, invited_until: null },
      { name: "ravi", created_by: "asha", role: "support" },
    ]);
  });

  test("opens once, within 24 hours, and no longer when a newer one was made", async () => {
    const first = await invite("meera", "read");
    await acceptIn(openBrowser(world, origin), first.token);
    expect(refusal(await acceptIn(openBrowser(world, origin), first.token))).toBe("404 NOT_FOUND");

    const late = await invite("late", "read");
    world.clock.advance(24 * 60 * MINUTE_MS - 1);
    const begun = await openBrowser(world, origin).ask(staff.invitationOptions, {
      body: { token: late.token },
    });
    expect(begun.status).toBe(200);
    world.clock.advance(1);
    expect(refusal(await acceptIn(openBrowser(world, origin), late.token))).toBe("404 NOT_FOUND");

    const again = await world.call(staff.inviteStaffAgain, {
      ...bootstrap,
      params: { name: "late" },
    });
    const newest = await world.call(staff.inviteStaffAgain, {
      ...bootstrap,
      params: { name: "late" },
    });
    const old = await acceptIn(openBrowser(world, origin), again.body.data.token);
    expect(refusal(old)).toBe("404 NOT_FOUND");
    expect((await acceptIn(openBrowser(world, origin), newest.body.data.token)).status).toBe(200);
    expect(refusal(await acceptIn(openBrowser(world, origin), "x".repeat(32)))).toBe(
      "404 NOT_FOUND",
    );
  });

  test("accepted twice at once lets one in", async () => {
    const { token } = await invite("twice", "read");
    const both = [openBrowser(world, origin), openBrowser(world, origin)];
    const answers = await Promise.all(both.map((browser) => acceptIn(browser, token)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "404"]);
  });

  test("once more ends the lost passkey and its sessions when it is accepted", async () => {
    const lost = await newMember(world, origin, "lost", "support");
    const again = await world.call(staff.inviteStaffAgain, {
      ...bootstrap,
      params: { name: "lost" },
    });
    expect(await stateOf(lost)).toBe("IN");
    const found = openBrowser(world, origin);
    await acceptIn(found, again.body.data.token);
    expect(await stateOf(found)).toBe("IN");
    expect(await stateOf(lost)).toBe("401 UNAUTHENTICATED");
    expect(refusal(await lost.signIn())).toBe("400 PASSKEY_REJECTED");
  });

  test("makes no passkey for another page, another link or without the device's lock", async () => {
    const [one, other] = [await invite("one", "read"), await invite("other", "read")];
    const browser = openBrowser(world, origin);
    const optionsOf = async (token: string) =>
      (await browser.ask(staff.invitationOptions, { body: { token } })).body.data.options as never;
    const keep = async (passkey: ReturnType<typeof browser.device.make>) =>
      refusal(await browser.ask(staff.acceptInvitation, { body: { token: one.token, passkey } }));
    for (const twist of [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { verified: false },
    ]) {
      const made = browser.device.make(await optionsOf(one.token), twist);
      expect(await keep(made)).toBe("400 PASSKEY_REJECTED");
    }
    const elsewhere = browser.device.make(await optionsOf(other.token));
    expect(await keep(elsewhere)).toBe("400 PASSKEY_REJECTED");
    expect((await acceptIn(browser, one.token)).status).toBe(200);
  });

  test("gives a name that no member and no credential has or had", async () => {
    await world.call(backoffice.createCredential, {
      ...bootstrap,
      body: { name: "script", role: "read" },
    });
    for (const name of ["asha", "ASHA", "script", "bootstrap"]) {
      const call = { ...bootstrap, body: { name, role: "read" } as const };
      const refused = await world.refused(staff.inviteStaff, call);
      expect([name, refused.body.code]).toEqual([name, "CONFLICT"]);
    }
    const body = { name: "both", role: "read" } as const;
    const both = await Promise.allSettled([
      world.call(staff.inviteStaff, { ...bootstrap, body }),
      world.call(backoffice.createCredential, { ...bootstrap, body }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const taken = { ...bootstrap, body: { name: "asha", role: "read" } as const };
    expect((await world.refused(backoffice.createCredential, taken)).body.code).toBe("CONFLICT");
  });

  test("and a session are stored as hashes only", async () => {
    const { token } = await invite("hashed", "read");
    const browser = openBrowser(world, origin);
    await acceptIn(browser, token);
    const stored = await world.database.pool.query(
      `select row_to_json(i)::text as text from staff_invitation i
       union all select row_to_json(s)::text from staff_session s
       union all select row_to_json(a)::text from desk_audit a`,
    );
    const text = JSON.stringify(stored.rows);
    expect(text).not.toContain(token);
    expect(text).not.toContain(browser.cookie!.split("=")[1]);
  });
});

describe("[D-2] a session", () => {
  test("opens every route of the back office that its role opens, and no driver's", async () => {
    const member = await newMember(world, origin, "reader", "read");
    expect(await stateOf(member)).toBe("IN");
    const forbidden = await member.ask(backoffice.giveGoodwill, goodwill("CASE 1"));
    expect(refusal(forbidden)).toBe("403 FORBIDDEN");
    const driver = await world.signUp();
    const asDriver = await world.refused(companies.listCompanies, { token: driver.token });
    expect(asDriver.status).toBe(401);
    expect(
      (await audit("reader")).map(({ method, route, outcome }) => [method, route, outcome]),
    ).toEqual([
      ["POST", "/provider/v1/drivers/:mobile/goodwill", "FORBIDDEN"],
      ["POST", "/provider/v1/invitation", "OK"],
    ]);
  });

  test("that was signed out stays shut to a cookie that was copied before", async () => {
    const member = await newMember(world, origin, "copied", "support");
    const thief = openBrowser(world, origin);
    thief.cookie = member.cookie;
    expect(await stateOf(thief)).toBe("IN");
    const out = await member.ask(staff.signOutStaff, {});
    expect([out.body.data, out.set]).toEqual([
      { signed_out: true },
      "__Host-staff=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0",
    ]);
    expect(await stateOf(thief)).toBe("401 UNAUTHENTICATED");
    expect((await member.signIn()).status).toBe(200);
    expect(await stateOf(member)).toBe("IN");
    expect(await stateOf(thief)).toBe("401 UNAUTHENTICATED");
  });

  test("ends after 30 minutes without use", async () => {
    const member = await newMember(world, origin, "idle", "read");
    for (let n = 0; n < 3; n++) {
      world.clock.advance(28 * MINUTE_MS);
      expect(await stateOf(member)).toBe("IN");
    }
    world.clock.advance(30 * MINUTE_MS);
    expect(await stateOf(member)).toBe("401 UNAUTHENTICATED");
  });

  test("ends after ten hours, however much it is used", async () => {
    const member = await newMember(world, origin, "night", "read");
    for (let minutes = 0; minutes < 595; minutes += 17) {
      world.clock.advance(17 * MINUTE_MS);
      expect(await stateOf(member)).toBe("IN");
    }
    world.clock.advance(5 * MINUTE_MS);
    expect(await stateOf(member)).toBe("401 UNAUTHENTICATED");
  });

  test("follows its member's role, and ends when the member is revoked", async () => {
    const member = await newMember(world, origin, "lowered", "finance");
    const params = { name: "lowered" };
    const give = (reference: string) => member.ask(backoffice.giveGoodwill, goodwill(reference));
    expect(refusal(await give("CASE 2"))).toBe("404 NOT_FOUND");
    await world.call(staff.changeStaff, { ...bootstrap, params, body: { role: "read" } });
    expect(refusal(await give("CASE 3"))).toBe("403 FORBIDDEN");
    expect((await member.ask(staff.getStaffSession, {})).body.data.role).toBe("read");
    const revoked = await world.call(staff.revokeStaff, { ...bootstrap, params });
    expect(revoked.body.data).toMatchObject({ passkeys: 0, revoked_at: expect.any(String) });
    expect(await stateOf(member)).toBe("401 UNAUTHENTICATED");
    expect(refusal(await member.signIn())).toBe("400 PASSKEY_REJECTED");
    const again = await world.refused(staff.inviteStaffAgain, { ...bootstrap, params });
    const raised = { ...bootstrap, params, body: { role: "admin" } } as const;
    const changed = await world.refused(staff.changeStaff, raised);
    expect([again.status, changed.status]).toEqual([404, 404]);
  });

  test("writes only for the console's own pages, and the attempt is in the audit log", async () => {
    const member = await newMember(world, origin, "framed", "finance");
    const write = (from: string) =>
      member.ask(provider.putCompany, { body: { name: "Never Cabs" } }, from);
    for (const from of [
      "https://evil.example",
      `${origin}.evil.example`,
      "null",
      "",
      "http://localhost:1",
    ])
      expect([from, refusal(await write(from))]).toEqual([from, "403 XSRF_REJECTED"]);
    expect((await audit("framed"))[0]).toMatchObject({ method: "PUT", outcome: "XSRF_REJECTED" });
    const { body } = await world.call(companies.listCompanies, bootstrap);
    expect(JSON.stringify(body)).not.toContain("Never Cabs");
    expect((await write(origin)).status).toBe(200);
  });

  test("counts for nothing beside a token that is wrong", async () => {
    const member = await newMember(world, origin, "mixed", "admin");
    const { status } = await member.ask(companies.listCompanies, { token: "vmstaff_wrong" });
    expect(status).toBe(401);
  });
});

describe("[D-3] the passkey again", () => {
  test("is needed for money, erasures and credentials five minutes after it was used", async () => {
    const member = await newMember(world, origin, "boss", "admin");
    const guarded = world.service.routes.filter(
      ({ access }) => access.rule === "provider" && EFFECTS[access.effect].passkey,
    );
    expect(guarded.length).toBeGreaterThan(30);
    expect(guarded.every(({ method }) => method !== "GET")).toBe(true);
    const give = (reference: string) => member.ask(backoffice.giveGoodwill, goodwill(reference));
    world.clock.advance(5 * MINUTE_MS - 1);
    expect(refusal(await give("CASE 4"))).toBe("404 NOT_FOUND");
    world.clock.advance(1);
    expect(refusal(await give("CASE 5"))).toBe("403 PASSKEY_NEEDED");
    for (const { method, path } of guarded) {
      const response = await fetch(`${world.url}${path.replace(/:\w+/g, "x")}`, {
        method,
        headers: { cookie: member.cookie!, origin, "content-type": "application/json" },
        body: "{}",
      });
      expect([path, ((await response.json()) as { code: string }).code]).toEqual([
        path,
        "PASSKEY_NEEDED",
      ]);
    }
    // What only serves a driver needs nothing more.
    const flags = { params: { mobile: "9999999999" }, body: { allow_multi_charging: true } };
    expect(refusal(await member.ask(provider.setDriverFlags, flags))).toBe("404 NOT_FOUND");
    expect((await member.confirm()).body.data).toEqual({ confirmed: true });
    expect(refusal(await give("CASE 6"))).toBe("404 NOT_FOUND");
    // A script has no passkey.
    const token = await world.refused(backoffice.giveGoodwill, {
      ...bootstrap,
      ...goodwill("CASE 7"),
    });
    expect(token.body.code).toBe("NOT_FOUND");
    expect((await world.refused(staff.passkeyAgainOptions, bootstrap)).status).toBe(404);
  });

  test("counts for its own session only, by its own member, once", async () => {
    const member = await newMember(world, origin, "careful", "admin");
    const other = await newMember(world, origin, "colleague", "admin");
    world.clock.advance(6 * MINUTE_MS);
    const optionsOf = async (browser: Browser) =>
      (await browser.ask(staff.passkeyAgainOptions, {})).body.data as never;
    const confirm = async (by: Browser, passkey: ReturnType<typeof by.device.sign>) => {
      const { status, body } = await by.ask(staff.passkeyAgain, { body: { passkey } });
      return status === 200 ? "OK" : body.code;
    };
    const key = (browser: Browser) => browser.device.held.at(-1)!;
    const theirs = other.device.sign(await optionsOf(member), key(other));
    expect(await confirm(member, theirs)).toBe("PASSKEY_REJECTED");
    const forOther = member.device.sign(await optionsOf(other), key(member));
    expect(await confirm(member, forOther)).toBe("PASSKEY_REJECTED");
    const signIn = (await member.ask(staff.staffSignInOptions, {})).body.data as never;
    expect(await confirm(member, member.device.sign(signIn, key(member)))).toBe("PASSKEY_REJECTED");
    const right = member.device.sign(await optionsOf(member), key(member));
    expect(await confirm(member, right)).toBe("OK");
    expect(await confirm(member, right)).toBe("PASSKEY_REJECTED");
    expect(refusal(await other.ask(backoffice.giveGoodwill, goodwill("CASE 8")))).toBe(
      "403 PASSKEY_NEEDED",
    );
  });
});

describe("[D-1] a sign-in", () => {
  test("by a driver's passkey, another page's or a copied one opens nothing", async () => {
    const member = await newMember(world, origin, "target", "admin");
    const [held] = member.device.held;
    const options = async () => (await member.ask(staff.staffSignInOptions, {})).body.data as never;
    const thief = openBrowser(world, origin);
    const tryIn = async (passkey: ReturnType<typeof member.device.sign>) =>
      refusal(await thief.ask(staff.signInStaff, { body: { passkey } }));
    for (const twist of [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { verified: false },
    ])
      expect(await tryIn(member.device.sign(await options(), held!, twist))).toBe(
        "400 PASSKEY_REJECTED",
      );
    expect((await member.signIn()).status).toBe(200);
    const copy = member.device.sign(await options(), held!, { counter: 1 });
    expect(await tryIn(copy)).toBe("400 PASSKEY_REJECTED");
    const stranger = openBrowser(world, origin);
    stranger.device.make({ challenge: "AAAA", rp: { id: "localhost" }, user: { id: "AAAA" } });
    expect(refusal(await stranger.signIn())).toBe("400 PASSKEY_REJECTED");
    expect(thief.cookie).toBeNull();
    const outcomes = (await audit("target")).map(({ outcome }) => outcome);
    expect(outcomes.filter((each) => each === "PASSKEY_REJECTED")).toHaveLength(4);
  });

  test("is locked for an hour after ten refused passkeys, and says so in the metrics", async () => {
    const member = await newMember(world, origin, "guessed", "read");
    const [held] = member.device.held;
    const wrong = async () => {
      world.clock.advance(MINUTE_MS);
      const { body } = await member.ask(staff.staffSignInOptions, {});
      const passkey = member.device.sign(body.data, held!, { verified: false });
      return refusal(await member.ask(staff.signInStaff, { body: { passkey } }));
    };
    for (let n = 0; n < 10; n++) expect(await wrong()).toBe("400 PASSKEY_REJECTED");
    expect(refusal(await member.signIn())).toBe("429 TOO_MANY_REQUESTS");
    world.clock.advance(59 * MINUTE_MS);
    expect(refusal(await member.signIn())).toBe("429 TOO_MANY_REQUESTS");
    world.clock.advance(MINUTE_MS);
    expect((await member.signIn()).status).toBe(200);
    const metrics = await world.service.metrics.text();
    expect(metrics).toMatch(/staff_sign_ins_total\{outcome="locked"\} 2/);
    expect(metrics).toMatch(/staff_sign_ins_total\{outcome="refused"\} \d{2}/);
  });
});
