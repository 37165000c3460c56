import * as contract from "@voltmarg/contract";
import {
  backoffice,
  rolesOf,
  type Problem,
  type RouteSpec,
  type StaffRole,
} from "@voltmarg/contract";
import { freePort } from "@voltmarg/testkit/free-port";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { newMember, type Browser } from "@voltmarg/testkit/staff";
import { callsOf } from "@voltmarg/testkit/call-route";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Every operation of the back office in the contract. */
const operations = Object.values(contract)
  .flatMap((part) => (typeof part === "object" ? Object.entries(part) : []))
  .filter(
    (entry): entry is [string, RouteSpec] =>
      typeof entry[1] === "object" && entry[1] !== null && "access" in entry[1],
  )
  .filter(([, route]) => route.access.rule === "provider")
  .map(([name, route]) => ({ name, route, roles: rolesOf(route) }))
  // Signing out would end the session that the others are tried with.
  .toSorted((a, b) => Number(a.name === "signOutStaff") - Number(b.name === "signOutStaff"));

const everyRole = backoffice.StaffRoles.options;
let world: Harness;
let origin: string;
const members = new Map<StaffRole, Browser>();
const tokens = new Map<StaffRole, string>();

beforeAll(async () => {
  origin = `http://localhost:${await freePort()}`;
  const env = {
    PUBLIC_URL: "http://localhost:1",
    DESK_ORIGIN: origin,
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

test("the contract has operations for each role", () => {
  expect(operations.length).toBeGreaterThan(80);
  expect([...new Set(operations.flatMap(({ roles }) => roles))].toSorted()).toEqual(
    [...everyRole].toSorted(),
  );
});

describe.each(everyRole)("[B-2] a member of the staff with the role %s", (role) => {
  const mayCall = (needed: readonly StaffRole[]) =>
    role === "admin" || needed.includes("read") || needed.includes(role);

  test("may call what the contract gives to the role, and nothing else", async () => {
    const browser = members.get(role)!;
    const wrong: string[] = [];
    for (const { name, route, roles: needed } of operations) {
      const { status, body } = await browser.ask(route, nothing(route));
      const isForbidden = status === 403 && body.code === "FORBIDDEN";
      if (isForbidden === mayCall(needed)) wrong.push(`${name}: ${status} ${body.code}`);
    }
    expect(wrong).toEqual([]);
  });

  test("neither may a script with a credential of that role", async () => {
    const ask = callsOf(world.url);
    const wrong: string[] = [];
    for (const { name, route, roles: needed } of operations) {
      const input = { ...nothing(route), token: tokens.get(role)! } as never;
      const { status, body } = (await ask(route, input)) as { status: number; body: Problem };
      const isForbidden = status === 403 && body.code === "FORBIDDEN";
      if (isForbidden === mayCall(needed)) wrong.push(`${name}: ${status} ${body.code}`);
    }
    expect(wrong).toEqual([]);
  });

  test("what was forbidden is in the audit log, each time", async () => {
    const { rows } = await world.database.pool.query<{ n: string }>(
      "select count(*) as n from desk_audit where credential = $1 and outcome = 'FORBIDDEN'",
      [`${role}-member`],
    );
    const forbidden = operations.filter(({ roles: needed }) => !mayCall(needed));
    expect(Number(rows[0]!.n)).toBe(forbidden.length);
  });
});
