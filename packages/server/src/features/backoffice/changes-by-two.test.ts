import { backoffice, content, provider } from "@voltmarg/contract";
import { PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { afterEach, beforeAll, describe, expect, test } from "vitest";

const DAYS = 86_400_000;
let own: OwnOperator;
const tokens = new Map<string, string>();

beforeAll(async () => {
  const price_components = [{ type: "ENERGY", price: 10, vat: 18, step_size: 1 }];
  own = await openOwnOperator({ CHEAP: [{ price_components }] });
  for (const [name, role] of [
    ["asha", "finance"],
    ["bela", "finance"],
    ["chief", "admin"],
    ["deputy", "admin"],
  ] as const) {
    const body = { name, role };
    const made = await own.world.call(backoffice.createCredential, { token: PROVIDER_TOKEN, body });
    tokens.set(name, made.body.data.token);
  }
  return () => own.close();
});
afterEach(() =>
  own.world.database.pool.query(
    "delete from retail_rule; delete from planned_retail_rule; delete from desk_approval",
  ),
);

const token = (name: string) => tokens.get(name)!;
/** What a rule set by asha is answered: OK, or the proposal's id. */
async function set(body: object, by = "asha") {
  const answer = await own.world
    .call(provider.putRetailRule, { token: token(by), body })
    .catch(() => own.world.refused(provider.putRetailRule, { token: token(by), body }));
  const problem = answer.body as { code?: string; approval?: { id: string } };
  return problem.code === "SECOND_MEMBER_NEEDED" ? problem.approval!.id : "OK";
}
const rules = async () =>
  (await own.world.call(provider.listRetailRules, { token: token("asha") })).body.data.rules;
const confirm = (id: string, by: string) =>
  own.world.call(backoffice.confirmApproval, { token: token(by), params: { id } });
const refusedTo = async (by: string, id: string) => {
  const { body } = await own.world.refused(backoffice.confirmApproval, {
    token: token(by),
    params: { id },
  });
  return body.code;
};

describe("[B-2] a change of prices", () => {
  test.each([
    ["ten percent more", { markup_percent: 10 }, true],
    ["half a percent more", { markup_percent: 0.5 }, true],
    ["exactly a quarter more", { markup_percent: 25 }, true],
    ["a little more than a quarter", { markup_percent: 25.01 }, false],
    ["a thousandth below the operator's price", { markup_percent: -0.001 }, false],
    ["almost nothing for every operator", { markup_percent: -99.9 }, false],
    ["ten paise a kWh less", { per_kwh_add: -0.1 }, false],
    ["fifty paise a kWh more", { per_kwh_add: 0.5 }, true],
    ["a quarter more at the cheapest plug", { per_kwh_add: 2.5 }, true],
    ["more than a quarter at the cheapest plug alone", { per_kwh_add: 2.6 }, false],
    ["ten rupees a kWh more", { per_kwh_add: 10 }, false],
    ["twice the price from tomorrow on", { markup_percent: 100, from: "2099-01-01" }, false],
  ])("%s by one member alone: %j goes through %s", async (_what, rule, alone) => {
    const answer = await set(rule);
    expect(answer === "OK").toBe(alone);
    if (!alone) expect(await rules()).toEqual([]);
  });

  test("that comes back in small steps waits as soon as a step is great", async () => {
    expect(await set({ markup_percent: 20 })).toBe("OK");
    expect(await set({ markup_percent: 45 })).toBe("OK");
    const id = await set({ markup_percent: 100 });
    expect(id).toMatch(/^apr_/);
    expect((await rules())[0]!.rule.markup_percent).toBe(45);
    // Taking the rule away is a change like any other.
    const query = {};
    const removed = await own.world.refused(provider.deleteRetailRule, {
      token: token("asha"),
      query,
    });
    expect(removed.body.code).toBe("SECOND_MEMBER_NEEDED");
  });

  test("is made by whoever confirms it, once, in the name of who proposed it", async () => {
    const id = await set({ markup_percent: -50 });
    expect(await set({ markup_percent: -50 })).toBe(id);
    const shown = await own.world.call(backoffice.getApproval, {
      token: token("bela"),
      params: { id },
    });
    expect(shown.body.data).toMatchObject({
      kind: "CHANGE",
      state: "WAITING",
      driver: null,
      amount_minor: null,
      operation: "PUT /provider/v1/retail-rules",
      input: { body: { markup_percent: -50 } },
      reason: "prices can be below what the operator is owed",
      proposed_by: "asha",
    });
    const both = await Promise.all([confirm(id, "bela"), confirm(id, "bela")]);
    expect(both.map(({ body }) => body.data.state)).toEqual(["CONFIRMED", "CONFIRMED"]);
    expect(await rules()).toMatchObject([{ rule: { markup_percent: -50 }, by: "asha" }]);
    expect(await refusedTo("chief", id)).toBe("CONFLICT");
    const { rows } = await own.world.database.pool.query(
      "select credential, outcome from desk_audit where route = '/provider/v1/retail-rules' and parameters ? 'confirmed_by'",
    );
    expect(rows).toEqual([{ credential: "asha", outcome: "OK" }]);
  });

  test("that was only planned is taken back by one member alone", async () => {
    const from = "2099-01-01";
    await confirm(await set({ markup_percent: 40 }), "bela");
    await confirm(await set({ markup_percent: 100, from }), "bela");
    await own.world.call(provider.deleteRetailRule, { token: token("asha"), query: { from } });
    expect(await rules()).toMatchObject([{ rule: { markup_percent: 40 } }]);
  });

  test("that leaves a price to a rule below what the operator is owed waits, however small it is", async () => {
    expect(await set({ operator: "tst", markup_percent: 5 })).toBe("OK");
    await confirm(await set({ markup_percent: -5 }), "bela");
    const removed = await own.world.refused(provider.deleteRetailRule, {
      token: token("asha"),
      query: { operator: "tst" },
    });
    const { approval } = removed.body as unknown as { approval: { id: string } };
    const shown = await own.world.call(backoffice.getApproval, {
      token: token("bela"),
      params: { id: approval.id },
    });
    expect(shown.body.data.reason).toBe("Operator TST is owed more than the price");
    // What was below already and stays so is no change.
    expect(await set({ customer_type: "CORPORATE", markup_percent: 5 })).toBe("OK");
  });

  test("is confirmed neither by its proposer nor by a token that the proposer made", async () => {
    const id = await set({ markup_percent: -50 }, "chief");
    expect(await refusedTo("chief", id)).toBe("FORBIDDEN");
    const body = { name: "chiefs-other", role: "admin" } as const;
    const made = await own.world.call(backoffice.createCredential, { token: token("chief"), body });
    tokens.set("chiefs-other", made.body.data.token);
    expect(await refusedTo("chiefs-other", id)).toBe("FORBIDDEN");
    expect(await rules()).toEqual([]);
  });

  test("that was rejected, or that nobody decided within a week, is never made", async () => {
    const first = await set({ markup_percent: -50 });
    const reason = "Not that much";
    await own.world.call(backoffice.rejectApproval, {
      token: token("bela"),
      params: { id: first },
      body: { reason },
    });
    expect(await refusedTo("bela", first)).toBe("CONFLICT");
    const second = await set({ markup_percent: -50 });
    expect(second).not.toBe(first);
    own.world.clock.advance(7 * DAYS + 1);
    expect(await refusedTo("bela", second)).toBe("CONFLICT");
    expect(await set({ markup_percent: -50 })).not.toBe(second);
    expect(await rules()).toEqual([]);
  });

  test("that cannot be made any more stays undecided, and says why", async () => {
    const id = await set({ operator: "tst", markup_percent: -50, from: "2030-05-05" });
    own.world.clock.advance(2 * DAYS);
    await own.world.database.pool.query(
      "update desk_approval set input = jsonb_set(input, '{body,operator}', '\"nobody\"') where id = $1",
      [id],
    );
    const { body } = await own.world.refused(backoffice.confirmApproval, {
      token: token("bela"),
      params: { id },
    });
    expect([body.code, body.message]).toEqual([
      "CONFLICT",
      "There is no operator of that id, name or party.",
    ]);
    const shown = await own.world.call(backoffice.getApproval, {
      token: token("bela"),
      params: { id },
    });
    expect(shown.body.data.state).toBe("WAITING");
  });
});

describe("[B-2] a version of the app", () => {
  const params = { name: "voltmarg", device_type: "android" } as const;
  const put = (body: object) =>
    own.world.refused(content.putAppVersion, { token: token("chief"), params, body } as never);

  test("cannot send drivers to another host", async () => {
    for (const url of [
      "https://evil.example/voltmarg.apk",
      "https://play.google.com.evil.example/",
      "https://evil.example/play.google.com",
      "http://play.google.com/store",
      "https://user@evil.example",
    ]) {
      const { body } = await put({ latest_version: "9.0", minimum_version: "1.0", url });
      expect([url, body.code, body.errors?.[0]?.path]).toEqual([
        url,
        "INVALID_INPUT",
        expect.stringMatching(/url$/),
      ]);
    }
  });

  test("forces nobody to update before a second admin has agreed", async () => {
    const asked = { latest_version: "9.9.9", minimum_version: "9.9.9" };
    const { body } = await put(asked);
    expect(body.code).toBe("SECOND_MEMBER_NEEDED");
    const update = async () =>
      (
        await own.world.call(content.getAppVersion, {
          params: { name: "voltmarg" },
          query: { device_type: "android", version: "1.0.0" },
        })
      ).body.data.minimum_version;
    const before = await update();
    expect(before).not.toBe("9.9.9");
    const { id } = (body as unknown as { approval: { id: string } }).approval;
    // Finance may confirm money, and not this.
    expect(await refusedTo("bela", id)).toBe("FORBIDDEN");
    expect(await update()).toBe(before);
    await confirm(id, "deputy");
    expect(await update()).toBe("9.9.9");
    // A newer version that forces nobody needs no second.
    const newer = { latest_version: "9.9.10", minimum_version: "9.9.9" };
    await own.world.call(content.putAppVersion, { token: token("chief"), params, body: newer });
  });
});
