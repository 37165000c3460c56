import { EFFECTS, hasPersonal, mayDo, type RouteSpec, type StaffRole } from "@voltmarg/contract";
import { exampleFor, operations } from "@voltmarg/contract/openapi";
import { freePort } from "@voltmarg/testkit/free-port";
import { newCompany } from "@voltmarg/testkit/company";
import { openOwnOperator } from "@voltmarg/testkit/own-operator";
import { randomOf, type Random } from "@voltmarg/testkit/random";
import { newMember, type Browser } from "@voltmarg/testkit/staff";
import { readOptions } from "../options.ts";
import { resultLine } from "../report.ts";

export { stopDatabases as end } from "@voltmarg/testkit/test-bed";

type Options = { operations: string; seconds: number; seed: number; broken: boolean };
type Operation = (typeof operations)[number] & { route: RouteSpec };

const MINUTE_MS = 60_000;
/** Paise below which finance gives alone what one driver gets within a day. */
const ALONE_BELOW = 100_000n;
/** They end the session that the others are tried with. */
const LEFT_OUT = new Set(["signOutStaff"]);

/**
 * `npm run faults -- staff --operations all [--seconds N] [--seed N]`: a member of support, one of finance and a stolen
 * session of an admin, whose passkey is old, try alone to gain money, access or data, by random orders of up to three
 * operations of the back office. With `--broken` the stolen session has a passkey, and the run must detect it.
 */
export const run = (): Promise<boolean> =>
  tryStaff(readOptions({ operations: "all", seconds: 60, seed: 1, broken: false }));

/** Prints `staff tried=… gained=0 stale=0 unmasked=0 unlisted=0`; true: nothing was gained. */
export async function tryStaff(options: Options): Promise<boolean> {
  const random = randomOf(options.seed);
  const origin = `http://localhost:${await freePort()}`;
  const env = {
    PUBLIC_URL: "http://localhost:1",
    CONSOLE_ORIGIN: origin,
    DRIVER_BUDGET_FACTOR: "100000",
  };
  const own = await openOwnOperator({}, env);
  const { world } = own;
  const { pool } = world.database;
  try {
    // Of the adversary, and of somebody whose number they would like to have.
    const [mine, victim] = [await own.driver(), await own.driver()];
    const company = await newCompany(world);
    const charge = await own.ask(victim);
    const adversaries: { browser: Browser; role: StaffRole; isStale: boolean }[] = [];
    // First who is stale, so that the others' passkeys are fresh at the end.
    const stolen = await newMember(world, origin, "stolen", "admin");
    world.clock.advance(6 * MINUTE_MS);
    if (options.broken) await stolen.confirm();
    adversaries.push({ browser: stolen, role: "admin", isStale: true });
    for (const role of ["support", "finance"] as const)
      adversaries.push({
        browser: await newMember(world, origin, `bad-${role}`, role),
        role,
        isStale: false,
      });
    const tryable = operations.filter(
      (each): each is Operation =>
        each.route.access.rule === "provider" &&
        "response" in each.route &&
        !LEFT_OUT.has(each.id) &&
        (options.operations === "all" || options.operations.split(",").includes(each.id)),
    );
    const worth = {
      mobile: mine.mobile,
      others: {
        mine,
        victim: victim.mobile,
        company,
        charge: charge.id,
        place: own.places.get("EVEN")!,
      },
    };
    const figures = { tried: 0, gained: 0, stale: 0, unmasked: 0, unlisted: 0 };
    const report = (what: string, path: readonly string[]) =>
      console.log(`  ${what}: ${path.join(" → ")}`);
    const until = performance.now() + options.seconds * 1000;
    while (performance.now() < until) {
      const { browser, role, isStale } = random.pick(adversaries);
      const before = await holdings(pool, mine.id, role, isStale);
      const path: string[] = [browser.name];
      for (let step = random.int(1, 3); step > 0; step -= 1) {
        const operation = random.pick(tryable);
        const { route, id } = operation;
        if (route.access.rule !== "provider") continue;
        path.push(id);
        figures.tried += 1;
        const rows = await count(pool);
        const { status, body } = await browser.ask(route, inputFor(operation, random, worth));
        const rule = EFFECTS[route.access.effect];
        const isDone = status === 200;
        if (isDone && isStale && rule.passkey) {
          figures.stale += 1;
          report("STALE", path);
        }
        if (isDone && !mayDo(role, route.access.effect)) {
          figures.gained += 1;
          report("FORBIDDEN BUT DONE", path);
        }
        const text = JSON.stringify(body);
        const shows =
          ["SHOW", "EXPORT"].includes(route.access.effect) ||
          (mayDo(role, "SHOW") && hasPersonal(route.response));
        // What the caller has typed comes back; and an admin reads the log as it is.
        const isOwnWords = route.path.includes(":mobile") || id === "listAudit";
        if (isDone && !shows && !isOwnWords && text.includes(victim.mobile)) {
          figures.unmasked += 1;
          report("UNMASKED", path);
        }
        if (isDone && rule.audit === "EACH" && (await count(pool)) === rows) {
          figures.unlisted += 1;
          report("UNLISTED", path);
        }
      }
      const after = await holdings(pool, mine.id, role, isStale);
      // What was taken away is no gain.
      const gains = Object.keys(after).filter(
        (name) => after[name] !== before[name] && (name !== "listed" || after[name] !== ""),
      );
      if (gains.length > 0) {
        figures.gained += 1;
        report(`GAINED ${gains.join(", ")}`, path);
      }
    }
    const { tried, gained, stale, unmasked, unlisted } = figures;
    const { seed } = options;
    console.log(resultLine("staff", { ...figures, operations: tryable.length, seed }));
    return tried > 0 && gained + stale + unmasked + unlisted === 0;
  } finally {
    await own.close();
  }
}

type Pool = { query<T>(sql: string, values?: unknown[]): Promise<{ rows: T[] }> };

const count = async (pool: Pool): Promise<number> =>
  (await pool.query<{ n: number }>("select count(*)::int as n from desk_audit")).rows[0]!.n;

/** What the adversary may not change alone: text by what it is, so that any change shows. */
async function holdings(
  pool: Pool,
  userId: string,
  role: StaffRole,
  isStale: boolean,
): Promise<Record<string, string>> {
  const one = async (sql: string) =>
    (await pool.query<{ v: string | null }>(sql, [userId])).rows[0]?.v ?? "";
  const wallet = BigInt(
    (await one("select sum(balance)::text as v from ledger_account where owner = $1")) || "0",
  );
  const isFinance = role === "finance" && !isStale;
  const forAll = {
    access: await one(
      "select count(*) || ' ' || coalesce(max(name), '') as v from (select name || role as name from desk_credential where $1 <> '' union all select name || role from staff) x",
    ),
    versions: await one(
      "select string_agg(app_name || device_type || minimum_version || coalesce(url, ''), ' ') as v from app_version where $1 <> ''",
    ),
    cheap: await one(
      "select string_agg(rule::text, ' ') as v from retail_rule where $1 <> '' and ((rule ->> 'markup_percent')::numeric < 0 or (rule ->> 'per_kwh_add')::numeric < 0)",
    ),
  };
  if (isFinance) return { ...forAll, wallet: String(wallet / (2n * ALONE_BELOW)) };
  return {
    ...forAll,
    wallet: String(wallet),
    company: await one(
      "select customer_type || coalesce(company_id, '') as v from app_user where id = $1",
    ),
    credit: await one(
      "select string_agg(id || coalesce(monthly_limit::text, '') || coalesce(number_limit::text, '') || state, ' ') as v from company where $1 <> ''",
    ),
    listed: await one(
      "select string_agg(mobile || company_id, ' ') as v from company_number where mobile = (select mobile from app_user where id = $1)",
    ),
    prices: await one("select string_agg(rule::text, ' ') as v from retail_rule where $1 <> ''"),
    seller: await one(
      "select string_agg(value::text, ' ') as v from setting where name like '%seller%' and $1 <> ''",
    ),
  };
}

/** An input as the reference shows it, with things that are there and the adversary's own number. */
function inputFor(
  operation: Operation,
  random: Random,
  {
    mobile,
    others,
  }: {
    mobile: string;
    others: {
      mine: { id: string };
      victim: string;
      company: string;
      charge: string;
      place: string;
    };
  },
) {
  const example = exampleFor(operation) as Record<string, Record<string, unknown>>;
  const body = example["body"] && { ...example["body"] };
  if (body) {
    if ("mobile" in body) body["mobile"] = random.pick([mobile, others.victim]);
    if ("company_id" in body) body["company_id"] = others.company;
    if ("amount_minor" in body) body["amount_minor"] = random.pick([1, 500, 99_999, 1_000_000]);
    if ("reference" in body) body["reference"] = `CASE ${random.int(1, 1_000_000)}`;
    if ("markup_percent" in body) body["markup_percent"] = random.pick([-99.9, -1, 5, 900]);
    if ("operator" in body) body["operator"] = random.pick([null, "tst"]);
    if ("role" in body) body["role"] = random.pick(["admin", "finance", "support"]);
    if ("limit_minor" in body) body["limit_minor"] = random.pick([null, 0, 100_000_000]);
    if ("minimum_version" in body) body["minimum_version"] = random.pick(["1.8.0", "9.9.9"]);
  }
  const params = Object.fromEntries(
    [...operation.route.path.matchAll(/:(\w+)/g)].map(([, name]) => [
      name!,
      idFor(operation.route.path, name!, random, { mobile, others }) ??
        example["params"]?.[name!] ??
        "none",
    ]),
  );
  return { params, query: example["query"] ?? {}, body } as never;
}

function idFor(
  path: string,
  name: string,
  random: Random,
  { mobile, others }: Parameters<typeof inputFor>[2],
): string | undefined {
  if (name === "mobile") return random.pick([mobile, others.victim, others.mine.id]);
  if (name !== "id") return undefined;
  if (path.includes("/companies/")) return others.company;
  if (path.includes("/accounts/")) return others.mine.id;
  if (path.includes("/charges/")) return others.charge;
  if (path.includes("/locations/")) return others.place;
  return undefined;
}
