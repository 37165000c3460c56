import * as contract from "@voltmarg/contract";
import {
  backoffice,
  EFFECTS,
  guardOf,
  mayDo,
  type Effect,
  type RouteSpec,
  type StaffRole,
} from "@voltmarg/contract";
import { fieldSchemas } from "@voltmarg/contract/openapi";
import { freePort } from "@voltmarg/testkit/free-port";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { newMember, type Browser } from "@voltmarg/testkit/staff";
import { callsOf } from "@voltmarg/testkit/call-route";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

type Operation = { name: string; route: RouteSpec; effect: Effect };

/** Every operation of the back office in the contract. */
const operations: Operation[] = Object.values(contract)
  .flatMap((part) => (typeof part === "object" ? Object.entries(part) : []))
  .filter(
    (entry): entry is [string, RouteSpec] =>
      typeof entry[1] === "object" && entry[1] !== null && "access" in entry[1],
  )
  .flatMap(([name, route]) =>
    route.access.rule === "provider" ? [{ name, route, effect: route.access.effect }] : [],
  )
  // Signing out would end the session that the others are tried with.
  .toSorted((a, b) => Number(a.name === "signOutStaff") - Number(b.name === "signOutStaff"));

const everyRole = backoffice.StaffRoles.options;
const MINUTE_MS = 60_000;
let world: Harness;
let origin: string;
const members = new Map<StaffRole, Browser>();
const tokens = new Map<StaffRole, string>();

beforeAll(async () => {
  origin = `http://localhost:${await freePort()}`;
  const env = {
    PUBLIC_URL: "http://localhost:1",
    CONSOLE_ORIGIN: origin,
    DRIVER_BUDGET_FACTOR: "100",
  };
  world = await startHarness({ locations: 0, operators: false, env });
  for (const role of everyRole) {
    members.set(role, await newMember(world, origin, `${role}-member`, role));
    const body = { name: `${role}-script`, role };
    const made = await world.call(backoffice.createCredential, { token: PROVIDER_TOKEN, body });
    tokens.set(role, made.body.data.token);
  }
});
afterAll(() => world.stop());

/** Names nothing that exists, so that what is allowed changes nothing. */
const nothing = ({ path }: RouteSpec) => ({
  params: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, "nothing"])),
});

/** As the specification's table of roles and the security page say it, by hand. */
const AGREED: Record<Effect, readonly [roles: string, asks: string]> = {
  READ: ["read", ""],
  CHECK: ["read", ""],
  LOOK: ["read", ""],
  OWN_SESSION: ["read", ""],
  SHOW: ["support finance", "reason"],
  EXPORT: ["support", "passkey reason"],
  EVIDENCE: ["finance support", "passkey reason"],
  CARE: ["support", ""],
  PUBLISH: ["support", "passkey"],
  RELEASE: ["admin", "passkey second"],
  PRICE: ["finance", "passkey second"],
  GIVE: ["finance support", "passkey reason second"],
  DRIVER_MONEY: ["finance", "passkey reason second"],
  BOOKS: ["finance", "passkey"],
  UNBOOK: ["finance", "passkey reason second"],
  DECIDE: ["finance", "passkey"],
  ERASE: ["admin", "passkey reason"],
  TELL_ALL: ["admin", "passkey reason second"],
  SEE_ACCESS: ["admin", ""],
  SEE_BOOKS: ["finance", ""],
  ACCESS: ["admin", "passkey"],
};

describe("[B-2] what guards an operation follows from its effect", () => {
  test("the table of effects is the agreed one, and each effect has operations", () => {
    const asked = (["passkey", "reason", "second"] as const).map((each) => [each, each] as const);
    const table = Object.entries(EFFECTS).map(([effect, rule]) => [
      effect,
      [rule.roles.join(" "), asked.flatMap(([of, word]) => (rule[of] ? [word] : [])).join(" ")],
    ]);
    expect(Object.fromEntries(table)).toEqual(AGREED);
    const used = new Set(operations.map(({ effect }) => effect));
    expect([...used].toSorted()).toEqual(Object.keys(AGREED).toSorted());
    expect(operations.length).toBeGreaterThan(100);
  });

  test("an operation that asks for a reason takes one, and only a change is more than reading", () => {
    const wrong = operations.flatMap(({ name, route, effect }) => {
      const { reason } = EFFECTS[effect];
      const fields = route.body ? fieldSchemas(route.body) : [];
      const takesReason = fields.some(([field, , needed]) => field === "reason" && needed);
      const reads = ["READ", "CHECK", "LOOK", "SEE_ACCESS", "SEE_BOOKS"].includes(effect);
      return [
        ...(reason && !takesReason ? [`${name}: no reason`] : []),
        ...(route.method === "GET" && !reads ? [`${name}: a GET that does ${effect}`] : []),
      ];
    });
    expect(wrong).toEqual([]);
  });

  test("each has a budget, and none a greater one than its effect", () => {
    const wrong = operations.filter(({ route, effect }) => {
      const { budget } = guardOf(route)!;
      return !(budget.perMinute <= EFFECTS[effect].budget.perMinute);
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

/** What the service says to each operation, where that is not what its effect says. */
async function differing(
  of: readonly Operation[],
  ask: (route: RouteSpec) => Promise<{ status: number; body: { code?: string } }>,
  role: StaffRole,
  isFresh: boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, route, effect } of of) {
    const { status, body } = await ask(route);
    const refused = [403, 401].includes(status) ? body.code : "admitted";
    const barred = EFFECTS[effect].passkey && !isFresh ? "PASSKEY_NEEDED" : "admitted";
    const wanted = mayDo(role, effect) ? barred : "FORBIDDEN";
    if (refused !== wanted) wrong.push(`${name}: ${refused}, not ${wanted}`);
  }
  return wrong;
}

describe.each(everyRole)("[B-2] a member of the staff with the role %s", (role) => {
  const byBrowser = (route: RouteSpec) => members.get(role)!.ask(route, nothing(route)) as never;

  test("may do what the table gives to the role, and nothing else", async () => {
    expect(await differing(operations, byBrowser, role, true)).toEqual([]);
  });

  test("what was forbidden is in the audit log, each time", async () => {
    const { rows } = await world.database.pool.query<{ n: string }>(
      "select count(*) as n from desk_audit where credential = $1 and outcome = 'FORBIDDEN'",
      [`${role}-member`],
    );
    const forbidden = operations.filter(({ effect }) => !mayDo(role, effect));
    expect(Number(rows[0]!.n)).toBe(forbidden.length);
  });

  test("a script with a credential of that role may do the same, and has no passkey to show", async () => {
    const ask = callsOf(world.url);
    const byToken = (route: RouteSpec) =>
      ask(route, { ...nothing(route), token: tokens.get(role)! }) as never;
    expect(await differing(operations, byToken, role, true)).toEqual([]);
  });
});

test("[B-2] an operation whose guard is not that of its effect is found", async () => {
  const broken = operations.map((each) =>
    each.name === "putCompany" ? { ...each, effect: "ACCESS" as const } : each,
  );
  const browser = await newMember(world, origin, "someone", "finance");
  const ask = (route: RouteSpec) => browser.ask(route, nothing(route)) as never;
  expect(await differing(broken, ask, "finance", true)).toEqual([
    "putCompany: admitted, not FORBIDDEN",
  ]);
});

test.each(everyRole)(
  "[B-2] a %s whose passkey was used six minutes ago may do only what needs none",
  async (role) => {
    const stale = await newMember(world, origin, `${role}-stale`, role);
    world.clock.advance(6 * MINUTE_MS);
    const ask = (route: RouteSpec) => stale.ask(route, nothing(route)) as never;
    expect(await differing(operations, ask, role, false)).toEqual([]);
  },
);
