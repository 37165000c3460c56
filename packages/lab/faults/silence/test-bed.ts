import { charging } from "@voltmarg/contract";
import {
  cdrOf,
  evseOf,
  locationOf,
  connectorOf,
  openPartner,
  sessionOf,
  startHarness,
  tariffOf,
  type Harness,
  type Partner,
} from "@voltmarg/testkit/test-bed";

export type SilentCharge = {
  id: string;
  driverId: string;
  operator: Partner;
  ocpiId: string;
  evse: string;
  begun: string;
  /** Paise that its CDR asks for. */
  owed: number;
};
export type TestBed = Awaited<ReturnType<typeof openTestBed>>;

/** The starts are spread over a minute, so that charges are watched at different times. */
const SPREAD_MS = 60_000;
const MOST_APART_MS = 11_000;
/** Of the service's pool: a busy machine must not end the run before it has begun. */
const CONNECTIONS = 30;
const MONEY_MINOR = 100_000;
/** What each charge takes in all, at ₹20 and 18 % GST. */
const KWH = 5;
const OWED_MINOR = KWH * 2_000 * 1.18;
const CHARGE_S = 900;
/** Limits that are not what is tried here. */
const LIMITS = {
  PARTNER_CALLS_PER_SECOND: "1000000",
  PARTNER_CALLS_IN_RESERVE: "1000000",
};

/** A service with operators that answer when they are asked and otherwise send only what they are told to. */
export async function openTestBed(count: number) {
  const world: Harness = await startHarness({
    locations: 0,
    operators: false,
    env: LIMITS,
    connections: CONNECTIONS,
  });
  const operators: Partner[] = [];
  let pulls = 0;
  for (let n = 0; n < count; n++) {
    const operator = await openPartner(world, `S${String(n).padStart(2, "0")}`);
    operator.onGet = (path) => {
      if (path === "/sessions" || path === "/cdrs") pulls++;
    };
    operators.push(operator);
  }

  const start = async (operator: Partner, locationId: string, evse: string) => {
    const driver = await world.signUp();
    await world.topUp(driver, MONEY_MINOR);
    const { body } = await world.call(charging.startSession, {
      token: driver.token,
      body: {
        location_id: locationId,
        evse_uid: evse,
        connector_id: "1",
        estimation_info: { selectedMoney: 800 },
      },
    });
    const { id } = body.data;
    const begun = world.clock.now().toISOString();
    const ocpiId = `s-${id.slice(-8)}`;
    const charge = { id, driverId: driver.id, operator, ocpiId, evse, begun, owed: OWED_MINOR };
    return charge satisfies SilentCharge;
  };

  return {
    world,
    /** Lists of sessions and CDRs that operators were asked for. */
    pulls: () => pulls,
    forgetPulls: () => {
      pulls = 0;
    },
    starts: ({ operator, id }: SilentCharge) =>
      operator.commands.filter(
        ({ kind, body }) => kind === "START_SESSION" && body["authorization_reference"] === id,
      ).length,
    /** Charges spread over the operators. Each is told of once, and returned unchanged whenever it is asked for. */
    startAll: async (total: number): Promise<SilentCharge[]> => {
      const wanted: { operator: Partner; evse: string }[] = [];
      for (let n = 0; n < total; n++) {
        const operator = operators[n % operators.length]!;
        wanted.push({ operator, evse: `PLACE-${n}` });
      }
      const places = new Map<Partner, string>();
      for (const operator of operators) {
        const evses = wanted.filter((each) => each.operator === operator).map(({ evse }) => evse);
        places.set(operator, await place(world, operator, evses));
      }
      const charges: SilentCharge[] = [];
      const atOnce = operators.length;
      const apartMs = Math.min(MOST_APART_MS, Math.ceil((SPREAD_MS * atOnce) / total));
      while (charges.length < total) {
        const next = wanted.slice(charges.length, charges.length + atOnce);
        const begun = await Promise.all(
          next.map(({ operator, evse }) => start(operator, places.get(operator)!, evse)),
        );
        await world.drain();
        world.clock.advance(apartMs);
        for (const charge of begun) {
          const { party, shelf } = charge.operator;
          const session = {
            ...sessionOf(charge.ocpiId, party),
            authorization_reference: charge.id,
            start_date_time: charge.begun,
            location_id: "PLACE",
            evse_uid: charge.evse,
            kwh: 0.1,
            last_updated: world.clock.now().toISOString(),
          };
          shelf.sessions.push(session);
          const path = `/sessions/IN/${party.party_id}/${charge.ocpiId}`;
          await accepted(charge.operator.call("PUT", path, session));
        }
        charges.push(...begun);
      }
      await world.drain();
      return charges;
    },
    /** The operators list the CDR of each charge from now on. */
    speakAgain: (charges: readonly SilentCharge[]): void => {
      for (const charge of charges) charge.operator.shelf.cdrs.push(recordOf(world, charge));
    },
    close: async () => {
      await world.stop();
      for (const operator of operators) await operator.close();
    },
  };
}

/** One location of an operator with these EVSEs. Answers our id of it. */
async function place(world: Harness, operator: Partner, uids: string[]): Promise<string> {
  const { party } = operator;
  const at = `IN/${party.party_id}`;
  const elements = [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] }];
  const tariff = { ...tariffOf("EVEN", party), elements };
  await accepted(operator.call("PUT", `/tariffs/${at}/EVEN`, tariff));
  const connectors = [connectorOf({ tariff_ids: ["EVEN"] })];
  const evses = uids.map((uid) => evseOf(uid, { connectors }));
  const location = { ...locationOf("PLACE", party), evses };
  await accepted(operator.call("PUT", `/locations/${at}/PLACE`, location));
  const { rows } = await world.database.pool.query<{ id: string }>(
    "select id from location where operator_id = $1",
    [operator.operatorId],
  );
  return rows[0]!.id;
}

function recordOf(world: Harness, charge: SilentCharge): object {
  const whole = cdrOf(`c-${charge.id}`, charge.operator.party);
  const ended = new Date(Date.parse(charge.begun) + CHARGE_S * 1000).toISOString();
  const hours = CHARGE_S / 3_600;
  return {
    ...whole,
    session_id: charge.ocpiId,
    authorization_reference: charge.id,
    cdr_token: { ...whole.cdr_token, uid: charge.driverId },
    cdr_location: { ...whole.cdr_location, id: "PLACE", evse_uid: charge.evse },
    start_date_time: charge.begun,
    end_date_time: ended,
    charging_periods: [
      {
        start_date_time: charge.begun,
        dimensions: [
          { type: "ENERGY", volume: KWH },
          { type: "TIME", volume: hours },
        ],
      },
    ],
    total_energy: KWH,
    total_time: hours,
    total_cost: { excl_vat: KWH * 20, incl_vat: OWED_MINOR / 100 },
    last_updated: world.clock.now().toISOString(),
  };
}

async function accepted(call: ReturnType<Partner["call"]>): Promise<void> {
  const answer = await call;
  if (answer.code !== 1000) throw new Error(`a good object: ${JSON.stringify(answer)}`);
}
