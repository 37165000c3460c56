import { charging, partners, provider, stations, type Location } from "@voltmarg/contract";
import {
  openOwnOperator,
  openPartner,
  PROVIDER_TOKEN,
  type Driver,
  type Partner,
  type VersionNumber,
} from "@voltmarg/testkit/test-bed";
import { accepted, UNLIMITED } from "../../operator.ts";
import { goodLocation, goodSession, goodTariff, type Charge } from "./good.ts";
import type { Json } from "./case.ts";

/** A service, and operators that send unusual objects to it. */
export type TestBed = Awaited<ReturnType<typeof openTestBed>>;
/** A requested charge with its driver. */
export type Asked = Charge & { driver: Driver };
/** One row of the back office's list of objects that were not read as sent. */
export type Noted = { module: string; path: string; outcome: string };

const BACKOFFICE = { token: PROVIDER_TOKEN };
const PAGE = 100;
/** Seconds from the start of a charge to its session. */
const CHARGED_S = 150;
/** Seconds that the operator allows for a start. */
const PATIENT = { result: "ACCEPTED", timeout: 300 };
/** PUSH: the operator sends it. PULL: the service requests it. */
export const WAYS = ["PUSH", "PULL"] as const;
export type Way = (typeof WAYS)[number];
/** Paise, enough for all charges of a driver. */
const PLENTY_MINOR = 1_000_000;

export async function openTestBed(version: VersionNumber = "2.2.1") {
  const own = await openOwnOperator({}, UNLIMITED);
  const { world } = own;
  await own.operator.speak(version);
  const opened: Partner[] = [];
  const drivers: (Driver | undefined)[] = [];
  const places = new Map<string, string>();
  const watcher = await own.driver(0);

  /** Our location ids by the operator's own. */
  const idsOf = async ({ operatorId }: Partner): Promise<Map<string, string>> => {
    const { rows } = await world.database.pool.query<{ id: string; ocpi_id: string }>(
      "select id, ocpi_id from location where operator_id = $1",
      [operatorId],
    );
    return new Map(rows.map(({ id, ocpi_id }) => [ocpi_id, id]));
  };

  const bed = {
    world,
    /** An operator whose tariff EVEN costs ₹20 per kWh. */
    operator: async (partyId: string): Promise<Partner> => {
      const partner = await openPartner(world, partyId);
      opened.push(partner);
      await partner.speak(version);
      partner.onAnswer = inPages;
      const tariff = goodTariff(partner.party, "EVEN");
      partner.shelf.tariffs.push(tariff);
      await accepted(partner.call("PUT", `/tariffs/IN/${partyId}/EVEN`, tariff));
      return partner;
    },
    /** What we have stored of it at a path; in the form in which fields are made bad. */
    stored: async (partner: Partner, path: string) => {
      partner.version = "2.2.1";
      const answer = await partner.call("GET", path);
      partner.version = version;
      return answer;
    },
    /** Pulls all modules of the operator. Null: it succeeded; otherwise the error. */
    pull: async (partner: Partner): Promise<string | null> => {
      const params = { id: partner.operatorId };
      try {
        await world.call(partners.syncPartner, { ...BACKOFFICE, params, body: { whole: true } });
        return null;
      } catch (error) {
        return String(error);
      }
    },
    /** The operator's stations as a driver sees them, by the operator's own ids. */
    shown: async (partner: Partner): Promise<Map<string, Location>> => {
      const token = await own.tokenOf(watcher);
      const found = new Map<string, Location>();
      const query = {
        latitude: 18.52,
        longitude: 73.85,
        distance: 500,
        party_id: partner.party.party_id,
      };
      const { body } = await world.call(stations.searchLocations, { token, query });
      for (const location of body.content) found.set(location.id, location);
      const ids = await idsOf(partner);
      return new Map(
        [...ids].flatMap(([theirs, ours]) => {
          const location = found.get(ours);
          return location ? [[theirs, location] as const] : [];
        }),
      );
    },
    /** What the back office lists as not read the way the operator sent it. */
    noted: async (partner: Partner): Promise<Noted[]> => {
      const params = { id: partner.operatorId };
      return (await world.call(partners.listPartnerFindings, { ...BACKOFFICE, params })).body.data
        .findings;
    },
    /** Ids of the CDRs that wait in the back office. */
    setAside: async (partner: Partner): Promise<Set<string>> => {
      const ids = new Set<string>();
      for (let page = 0; ; page += 1) {
        const query = { page, page_size: PAGE, operator: partner.operatorId };
        const { body } = await world.call(provider.listQuarantinedCdrs, { ...BACKOFFICE, query });
        for (const { ocpi_id } of body.content) ids.add(ocpi_id);
        if (body.content.length < PAGE) return ids;
      }
    },
    /** A location with one EVSE for each charge. */
    place: async (partner: Partner, id: string, count: number): Promise<void> => {
      const good = goodLocation(partner.party, id, "EVEN");
      const [, one] = good["evses"] as Json[];
      const evses = Array.from({ length: count }, (_, n) => ({ ...one, uid: `${id}-${n}` }));
      const path = `/locations/IN/${partner.party.party_id}/${id}`;
      const location = { ...good, evses };
      partner.shelf.locations.push(location);
      await accepted(partner.call("PUT", path, location));
      places.set(`${partner.party.party_id}/${id}`, (await idsOf(partner)).get(id)!);
    },
    /** Starts a charge at each EVSE of a location, by one driver each. */
    askAll: async ({ party }: Partner, place: string, count: number): Promise<Asked[]> => {
      const start = world.clock.now().toISOString();
      const asked: Asked[] = [];
      for (let n = 0; n < count; n += 1) {
        const evseUid = `${place}-${n}`;
        const ask = async () => {
          const driver = (drivers[n] ??= await own.driver(PLENTY_MINOR));
          return world.call(charging.startSession, {
            body: {
              location_id: places.get(`${party.party_id}/${place}`)!,
              evse_uid: evseUid,
              connector_id: "1",
              estimation_info: { selectedMoney: 150 },
            },
            token: await own.tokenOf(driver),
          });
        };
        const { body } = await ask().catch(() => {
          // If the previous charge is still open, or all money is on hold, another driver continues.
          drivers[n] = undefined;
          return ask();
        });
        const { id } = body.data;
        asked.push({
          driver: drivers[n]!,
          party,
          reference: id,
          tokenUid: drivers[n]!.id,
          sessionId: `s-${id.slice(-8)}`,
          locationId: place,
          evseUid,
          start,
          now: start,
        });
      }
      await world.drain();
      return asked;
    },
    /** Starts at one location, one for each EVSE; some time later, their sessions may come. */
    startCharging: async (partner: Partner, place: string, count: number): Promise<Asked[]> => {
      await bed.place(partner, place, count);
      partner.answer = PATIENT;
      const charges = await bed.askAll(partner, place, count);
      world.clock.advance(CHARGED_S * 1000);
      const now = world.clock.now().toISOString();
      return charges.map((charge) => Object.assign(charge, { now }));
    },
    /** Ends what runs or may run, so that its driver can start again. */
    endAll: async (partner: Partner, charges: readonly Asked[]): Promise<void> => {
      const now = world.clock.now().toISOString();
      for (const charge of charges) {
        const ended = { ...goodSession(charge), status: "COMPLETED", last_updated: now };
        const path = `/sessions/IN/${partner.party.party_id}/${charge.sessionId}`;
        await partner.call("PUT", path, { ...ended, end_date_time: charge.now });
      }
      await world.drain();
    },
    show: async ({ driver, reference }: Asked) =>
      (
        await world.call(charging.getSession, {
          params: { id: reference },
          token: await own.tokenOf(driver),
        })
      ).body.data,
    bills: ({ driver }: Asked) => own.bills(driver),
    close: async () => {
      for (const partner of opened) await partner.close();
      await own.close();
    },
  };
  return bed;
}

/** Differences from what the entries expect, one line each. */
export type Wrongs = { say(entry: string, wrong: string): void; lines: string[] };
export function wrongsOf(way: string): Wrongs {
  const lines: string[] = [];
  return { lines, say: (entry, wrong) => void lines.push(`${entry} (${way}): ${wrong}`) };
}

export const isGood = ({ status, code }: { status: number; code: number }) =>
  status < 500 && code !== 3000;

/** The paths of which the back office says nothing. */
export const untold = (noted: readonly Noted[], module: string, told: readonly string[] = []) =>
  told.filter((path) => !speaksOf(noted, module, path));

/** Objects per page, as no list may be too large. */
const IN_A_PAGE = 25;
const inPages: Partner["onAnswer"] = (_path, data, query) => {
  if (!Array.isArray(data) || data.length <= IN_A_PAGE) return undefined;
  const offset = Number(new URLSearchParams(query).get("offset") ?? 0);
  const next = offset + IN_A_PAGE;
  const page = {
    data: data.slice(offset, next),
    status_code: 1000,
    timestamp: "2026-11-20T06:30:00Z",
  };
  const link = { link: `<?offset=${next}>; rel="next"` };
  return { body: JSON.stringify(page), ...(next < data.length ? { headers: link } : {}) };
};

/** Id fields of an object: if they are wrong, the whole object is. */
const WHOSE = /(^|\.)(id|uid|country_code|party_id)$/;

/** Whether a row of the back office covers a path: the path itself, a parent or a child. */
export function speaksOf(noted: readonly Noted[], module: string, path: string): boolean {
  const wanted = bare(path);
  return noted.some((line) => {
    const found = bare(line.path);
    if (line.module !== module) return false;
    if (found === "") return WHOSE.test(path) && line.outcome === "REFUSED";
    return `${wanted}.`.startsWith(`${found}.`) || `${found}.`.startsWith(`${wanted}.`);
  });
}

/** Without list indexes, which the back office groups. */
const bare = (path: string) =>
  path
    .split(".")
    .filter((key) => !/^(\d+|\*|)$/.test(key))
    .join(".");
