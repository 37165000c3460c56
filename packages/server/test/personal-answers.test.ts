import * as contract from "@voltmarg/contract";
import { backoffice, hasPersonal, mayDo, type RouteSpec, type StaffRole } from "@voltmarg/contract";
import { liveWholeLife } from "@voltmarg/testkit/driver-with-all-data";
import { PROVIDER_TOKEN, type Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { beforeAll, describe, expect, test } from "vitest";

const MEERA = {
  mobile: "9876501234",
  name: "Meera Kulkarni-Phadke",
  email: "meera.kp@private.example",
  registration: "MH12ZZ7788",
};
/** Texts that nobody else has: the number without its last five digits, which are shown. */
const UNMISTAKABLE = [MEERA.mobile, MEERA.email];

/** Every operation of the back office that reads, whatever its method. */
const reading = Object.values(contract)
  .flatMap((part) => (typeof part === "object" ? Object.entries(part) : []))
  .filter(
    (entry): entry is [string, RouteSpec] =>
      typeof entry[1] === "object" && entry[1] !== null && "access" in entry[1],
  )
  .flatMap(([name, route]) =>
    route.access.rule === "provider" && route.method === "GET" ? [{ name, route }] : [],
  );

let own: OwnOperator;
let meera: Driver;
let company: string;
const tokens = new Map<StaffRole, string>();
const ids: Record<string, string> = {};

beforeAll(async () => {
  own = await openOwnOperator({}, { DRIVER_BUDGET_FACTOR: "100" });
  const { world } = own;
  meera = await liveWholeLife(own, MEERA);
  for (const role of backoffice.StaffRoles.options) {
    const body = { name: `${role}-only`, role };
    const made = await world.call(backoffice.createCredential, { token: PROVIDER_TOKEN, body });
    tokens.set(role, made.body.data.token);
  }
  const first = async (sql: string) =>
    (await world.database.pool.query<{ id: string }>(sql, [meera.id])).rows[0]?.id ?? "none";
  company = await first("select company_id as id from company_charge where user_id = $1");
  ids["accounts"] = meera.id;
  ids["charges"] = await first(
    "select id from session where user_id = $1 order by requested_at limit 1",
  );
  ids["tickets"] = await first("select id from ticket where user_id = $1");
  ids["locations"] = own.places.get("EVEN")!;
  ids["companies"] = company;
  ids["partners"] = await first("select id from operator where $1 <> '' limit 1");
  ids["quarantined-cdrs"] = await first("select id from quarantined_cdr where $1 <> '' limit 1");
  await world.database.pool.query(
    "update company_charge set billed_at = $1, amount = 5, dropped_at = null, cdr_id = 'cdr_x' where user_id = $2",
    [world.clock.now(), meera.id],
  );
  return () => own.close();
});

/** The answer of an operation that is asked for the driver's own things, by JSON or as a file. */
async function answerOf(route: RouteSpec, role: StaffRole, accept: string): Promise<string> {
  const named = (name: string) => {
    if (name === "mobile") return MEERA.mobile;
    if (name === "month") return own.world.clock.now().toISOString().slice(0, 7);
    return ids[route.path.split("/")[3]!] ?? "none";
  };
  const path = route.path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(named(name)),
  );
  const response = await fetch(`${own.world.url}${path}`, {
    headers: { authorization: `Bearer ${tokens.get(role)}`, accept },
  });
  return `${response.status} ${await response.text()}`;
}

const seenIn = (text: string) => UNMISTAKABLE.filter((each) => text.includes(each));

describe("[D-9] a driver's number and address in the answers of the back office", () => {
  test("the driver of these tests is in them: they have something to mask", async () => {
    const { name, mobile } = MEERA;
    const token = tokens.get("support")!;
    const body = { reason: "Called about a bill" };
    const shown = await own.world.call(backoffice.showDriver, {
      token,
      params: { id: meera.id },
      body,
    });
    expect(shown.body.data).toMatchObject({ mobile: `+91${mobile}`, name });
    const whole = await answerOf(contract.companies.getCompany, "support", "application/json");
    expect(seenIn(whole)).toEqual([mobile]);
    const ticket = await answerOf(backoffice.getConsoleTicket, "support", "application/json");
    expect(seenIn(ticket).length).toBeGreaterThan(0);
  });

  test.each(backoffice.StaffRoles.options)(
    "are shown to %s only where the kind of a field says so",
    async (role) => {
      const wrong: string[] = [];
      let found = 0;
      for (const { name, route } of reading) {
        for (const accept of ["application/json", ...(route.documents ?? [])]) {
          const text = await answerOf(route, role, accept);
          if (text.startsWith("200")) found += 1;
          const mayHave = mayDo(role, "SHOW") && hasPersonal(route.response);
          // Admins see the audit log as it is.
          if (role === "admin" && name === "listAudit") continue;
          for (const each of mayHave ? [] : seenIn(text))
            wrong.push(`${name} (${accept}): ${each}`);
          if (text.startsWith("5")) wrong.push(`${name} (${accept}): ${text.slice(0, 60)}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(found).toBeGreaterThan(50);
    },
  );
});
