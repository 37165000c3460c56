import { charging } from "@voltmarg/contract";
import { startHarness, type Harness, type Partner } from "@voltmarg/testkit/test-bed";
import {
  accepted,
  cdrFrom,
  openOperator,
  plugCost,
  sessionFrom,
  UNLIMITED,
  type Reported,
} from "../operator.ts";
import { readOptions } from "../options.ts";
import { resultLine, say as print, type Say } from "../report.ts";
import { ledgerFaults, sabotage } from "../database.ts";

export { stopDatabases as end } from "@voltmarg/testkit/test-bed";

export type SilenceOptions = {
  operators: number;
  charges: number;
  /** How long nobody sends anything. Charges that do not share pulls are seen in less than an hour. */
  minutes: number;
  /** The negative control: charges do not share a pull; each start of the service adds watches. */
  broken: Broken | null;
};
export type Broken = "pulls" | "watches";
type SilentCharge = Reported & { operator: Partner };

/** Parts of the silence after which the service starts anew. */
const RESTARTS = [1 / 6, 1 / 3, 5 / 6];
const STEP_S = 10;
/** Two lists of sessions a minute, and those of CDRs once the charges count as ended. */
const MOST_PULLS = 5;
const DAY_S = 86_400;
/** The starts are spread over a minute, so that charges are watched at different times. */
const SPREAD_MS = 60_000;
const MOST_APART_MS = 11_000;
/** Of the service's pool: a busy machine must not end the run before it has begun. */
const CONNECTIONS = 30;
const MONEY_MINOR = 100_000;
const TARIFF = { EVEN: { energy: 20 } };
/** What each charge takes in all, and what its CDR asks for. */
const TAKEN = [{ from: 0, seconds: 900, wh: 5_000 }];
const COST = plugCost(TARIFF.EVEN, { wh: 5_000, charging: 900, parked: 0 });

/**
 * `npm run faults -- silence --operators 5 --charges 500`: all operators fall silent for an hour of simulated time, with
 * three restarts in between. However many charges wait, an operator is asked a few times a minute, each charge has one
 * watch, and all of them are billed once when the operators speak again. `--broken pulls`: charges do not share a pull;
 * `--broken watches`: each start of the service adds watches. The run must detect both.
 */
export async function run(): Promise<boolean> {
  const options = readOptions({ operators: 5, charges: 500, broken: ["pulls", "watches"] });
  return (await trySilence({ ...options, minutes: 60 }, print)).ok;
}

/** An hour in which no operator sends anything, and the day after; counts at the end what became of the charges. */
export async function trySilence(options: SilenceOptions, say: Say) {
  const world = await startHarness({
    locations: 0,
    operators: false,
    env: UNLIMITED,
    connections: CONNECTIONS,
  });
  const opened: Partner[] = [];
  /** Lists of sessions and CDRs that operators were asked for. */
  let pulls = 0;
  try {
    if (options.broken === "pulls")
      await sabotage(
        world.database,
        "before insert or update on operator_pull",
        "new.outcome := null",
      );
    // The row of a watch is not found again.
    if (options.broken === "watches")
      await sabotage(
        world.database,
        "before insert on outbox",
        "new.created_at := new.created_at + random() * interval '1 second'",
        "new.topic = 'charging.watch'",
      );
    const places = [];
    for (let n = 0; n < options.operators; n++) {
      const plugs = uidsOf(options, n).map((uid) => ({ uid, tariff: "EVEN", kw: 60 }));
      const one = await openOperator(world, `S${String(n).padStart(2, "0")}`, TARIFF, plugs);
      one.operator.onGet = (path) => {
        if (path === "/sessions" || path === "/cdrs") pulls++;
      };
      opened.push(one.operator);
      places.push(one);
    }
    const charges = await startAll(world, options, places);
    say(`${charges.length} charges run at ${options.operators} operators`);
    let watchesPerSession = 0;
    pulls = 0;
    const restarts = RESTARTS.map((part) => Math.round(part * options.minutes));
    for (let minute = 0; minute < options.minutes; minute++) {
      if (restarts.includes(minute)) {
        await world.restart();
        watchesPerSession = Math.max(watchesPerSession, await mostWatches(world));
        say(`minute ${minute}: started anew, ${pulls} pulls so far`);
      }
      await world.pass(60, STEP_S);
    }
    watchesPerSession = Math.max(watchesPerSession, await mostWatches(world));
    const perMinute = pulls / options.operators / options.minutes;
    // The operators list the CDR of each charge from now on.
    const at = world.clock.now().getTime();
    for (const charge of charges)
      charge.operator.shelf.cdrs.push(
        cdrFrom(charge, { id: `c-${charge.reference}`, at, stretches: TAKEN, cost: COST }),
      );
    // Each asks again after half the time since its end, which was at most an hour ago.
    await world.pass(DAY_S / 24, 60);
    const { lost, doubled } = await judge(world, charges, say);
    const pullsPerOperatorMinute = Math.round(perMinute * 10) / 10;
    say(
      resultLine("silence", {
        tried: charges.length,
        pulls_per_operator_minute: pullsPerOperatorMinute,
        lost,
        doubled,
        watches_per_session: watchesPerSession,
      }),
    );
    const ok = lost === 0 && doubled === 0 && watchesPerSession === 1 && perMinute <= MOST_PULLS;
    return { ok, tried: charges.length, pullsPerOperatorMinute, lost, doubled, watchesPerSession };
  } finally {
    await world.stop();
    for (const operator of opened) await operator.close();
  }
}

/** The plugs of the nth operator: the charges take turns. */
const uidsOf = ({ charges, operators }: SilenceOptions, nth: number) =>
  Array.from({ length: charges }, (_, n) => n)
    .filter((n) => n % operators === nth)
    .map((n) => `PLACE-${n}`);

/** Charges spread over the operators. Each is told of once, and returned unchanged whenever it is asked for. */
async function startAll(
  world: Harness,
  { charges: total, operators: atOnce }: SilenceOptions,
  places: readonly { operator: Partner; place: string }[],
): Promise<SilentCharge[]> {
  const charges: SilentCharge[] = [];
  const apartMs = Math.min(MOST_APART_MS, Math.ceil((SPREAD_MS * atOnce) / total));
  while (charges.length < total) {
    const next = places.slice(0, total - charges.length);
    const begun = await Promise.all(
      next.map((one, n) => start(world, one, `PLACE-${charges.length + n}`)),
    );
    await world.drain();
    world.clock.advance(apartMs);
    for (const charge of begun) {
      const at = world.clock.now().getTime();
      const session = sessionFrom(charge, { at, status: "ACTIVE", stretches: [], wh: 100 });
      charge.operator.shelf.sessions.push(session);
      const path = `/sessions/IN/${charge.party}/${charge.sessionId}`;
      await accepted(charge.operator.call("PUT", path, session));
    }
    charges.push(...begun);
  }
  await world.drain();
  return charges;
}

async function start(
  world: Harness,
  { operator, place }: { operator: Partner; place: string },
  evse: string,
): Promise<SilentCharge> {
  const driver = await world.signUp();
  await world.topUp(driver, MONEY_MINOR);
  const { body } = await world.call(charging.startSession, {
    token: driver.token,
    body: {
      location_id: place,
      evse_uid: evse,
      connector_id: "1",
      estimation_info: { selectedMoney: 800 },
    },
  });
  const { id } = body.data;
  return {
    operator,
    party: operator.party.party_id,
    evse,
    sessionId: `s-${id.slice(-8)}`,
    reference: id,
    driverId: driver.id,
    start: world.clock.now().getTime(),
  };
}

const mostWatches = async ({ database }: Harness): Promise<number> =>
  (
    await database.pool.query<{ most: number }>(
      `select coalesce(max(n), 0)::int as most from (
         select count(*) as n from outbox where topic = 'charging.watch' and done_at is null
         group by payload ->> 'sessionId') per_session`,
    )
  ).rows[0]!.most;

type Row = { id: string; bills: number; amount: string; captured: string | null; held: boolean };

/** Lost: not billed with what its operator asked, or money still held. Doubled: started, billed or captured twice. */
async function judge(
  world: Harness,
  charges: readonly SilentCharge[],
  say: Say,
): Promise<{ lost: number; doubled: number }> {
  const { rows } = await world.database.pool.query<Row>(
    `select s.id, count(c.id)::int as bills, coalesce(sum(c.amount), 0)::text as amount,
       max(h.captured)::text as captured, bool_or(h.status = 'HELD') as held
     from session s left join cdr c on c.user_id = s.user_id and c.session_id = s.id
       left join ledger_hold h on h.user_id = s.user_id and h.session_id = s.id
     group by s.user_id, s.id`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const end = { lost: 0, doubled: 0 };
  const owed = COST.total;
  for (const { reference, operator } of charges) {
    const row = found.get(reference);
    const starts = operator.commands.filter(
      ({ kind, body }) => kind === "START_SESSION" && body["authorization_reference"] === reference,
    ).length;
    const isLost =
      row?.held !== false ||
      row.bills === 0 ||
      Number(row.amount) !== owed ||
      Number(row.captured) !== owed;
    const isDoubled = row !== undefined && (row.bills > 1 || starts > 1);
    if (isLost) end.lost++;
    if (isDoubled) end.doubled++;
    if ((isLost || isDoubled) && end.lost + end.doubled <= 10)
      say(`wrong: ${JSON.stringify({ ...row, charge: reference, owed })}`);
  }
  const faults = await ledgerFaults(world.database);
  if (faults > 0) {
    say(`ledger: ${faults} faults`);
    end.lost++;
  }
  return end;
}
