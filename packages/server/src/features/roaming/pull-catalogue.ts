import { isDeepStrictEqual } from "node:util";
import {
  objectKey,
  sameParty,
  writeDateTime,
  type Page,
  type Party,
  type Rejected,
} from "@voltmarg/ocpi";
import type { OperatorRow } from "./operators.store.ts";
import {
  noteNotStored,
  failed,
  logRejected,
  newestSeen,
  ownItems,
  sourceOf,
  type Source,
} from "./pull.ts";
import type { RoamingDeps, Unreadable } from "./roaming-deps.ts";
import { reportUnpricedTariff } from "./report-unpriced-tariff.ts";
import { notePull } from "./sync.store.ts";
import { clampFutureDates } from "./clamp-future-dates.ts";
import { createTally, type TallySummary } from "./count-findings.ts";
import { LONGEST_MS, nextInterval } from "./whole-interval.ts";

/** `summary`: counts of the objects in each list, by what happened to them. */
export type PullResult =
  | { ok: true; locations: number; tariffs: number; closed: number; summary: TallySummary }
  | { ok: false; message: string };

/**
 * Pulls a partner's tariffs and locations: the changes since an instant, or everything. In a full pull, objects missing
 * from the lists are removed. Pulls correct what lost pushes left wrong; how much a full pull corrects decides when the
 * next one is due.
 */
export async function pullCatalogue(
  deps: RoamingDeps,
  operatorId: string,
  { since, whole }: { since: Date; whole: boolean },
  tally = createTally(),
): Promise<PullResult> {
  const source = await sourceOf(deps, operatorId, tally);
  if (!source) return { ok: false, message: "the partner is not registered" };
  const { operator, client } = source;
  const startedAt = deps.clock.now();
  const query = whole ? {} : { date_from: writeDateTime(since) };
  const seen = newestSeen(deps);
  let pages = 0;

  const kept: (Party & { id: string })[] = [];
  const unreadableTariffs: Unreadable[] = [];
  for await (const page of client.getTariffs(query)) {
    if (!page.ok) return failed(deps, operator, "tariffs", page);
    pages++;
    const own = lastOfEach(deps, source, "tariffs", page.data);
    const tariffs = own.map((each) => seen.note(clampFutureDates(deps, each)));
    kept.push(...tariffs);
    unreadableTariffs.push(...idsOf(page.data.rejected));
    await storeEach(deps, source, "tariffs", tariffs, (some) => deps.events.onTariffs(some));
    for (const tariff of tariffs) reportUnpricedTariff(deps, operatorId, tariff);
    logRejected(deps, operator, "tariff", page.data.rejected);
  }
  if (whole) {
    for (const party of source.parties) {
      const ids = kept.filter((each) => sameParty(each, party)).map(({ id }) => id);
      const unread = unreadableTariffs.filter(
        (each) => !each.party || sameParty(each.party, party),
      );
      await deps.events.onTariffsComplete(party, [...ids, ...unread.map(({ id }) => id)]);
    }
  }

  let locations = 0;
  let healed = 0;
  /** Of a full list: it stays open, although what did not change is not written again. */
  const named: Unreadable[] = [];
  const unreadable: Unreadable[] = [];
  const listWinsBefore = whole && changesUnseen(operator) ? anHourBefore(startedAt) : null;
  let request = await deps.events.beginList(listWinsBefore);
  for await (const page of client.getLocations(query)) {
    if (!page.ok) return failed(deps, operator, "locations", page);
    pages++;
    const own = lastOfEach(deps, source, "locations", page.data);
    const found = own.map((each) => seen.note(clampFutureDates(deps, each)));
    locations += found.length;
    if (whole)
      for (const { id, country_code, party_id } of found)
        named.push({ id, party: { country_code, party_id } });
    const at = request;
    const broken = await storeEach(deps, source, "locations", found, async (some) => {
      const changed = await deps.events.onLocations(operatorId, some, at);
      healed += changed.filter((each) => Date.parse(each.last_updated) < since.getTime()).length;
    });
    unreadable.push(...broken, ...idsOf(page.data.rejected));
    logRejected(deps, operator, "location", page.data.rejected);
    request = await deps.events.beginList(listWinsBefore);
  }
  const closed = whole
    ? await deps.events.onLocationsComplete(operatorId, startedAt, [...named, ...unreadable])
    : 0;
  await notePull(deps.database.db, operatorId, {
    startedAt,
    whole: whole ? nextWholePull(operator, startedAt, { healed, of: locations, pages }) : null,
    seen: seen.newest() ?? (whole ? startedAt : null),
    at: deps.clock.now(),
  });
  return { ok: true, locations, tariffs: kept.length, closed, summary: tally.summary() };
}

/** Whether full pulls have found changes without a newer `last_updated`: then that time does not decide which state is newer. */
const changesUnseen = ({ whole_every_s }: OperatorRow) =>
  whole_every_s !== null && whole_every_s * 1000 < LONGEST_MS;
const anHourBefore = (at: Date) => new Date(at.getTime() - 3_600_000);

/** The first full pull counts as correcting nothing: all of it is new. */
function nextWholePull(
  { whole_every_s, whole_pulled_at, seen_until }: OperatorRow,
  startedAt: Date,
  found: { healed: number; of: number; pages: number },
): { every_s: number; healed: number; of: number; pages: number } {
  const isFirst = !whole_pulled_at || !seen_until;
  const healed = isFirst ? 0 : found.healed;
  const before = whole_every_s === null ? LONGEST_MS : whole_every_s * 1000;
  const afterMs = isFirst ? LONGEST_MS : startedAt.getTime() - whole_pulled_at.getTime();
  const next = nextInterval(before, { ...found, healed, afterMs });
  return { ...found, healed, every_s: Math.round(next / 1000) };
}

/** The partner's objects of a page; of several with one id the last counts, and each other one is a finding. */
function lastOfEach<T extends Party & { id: string }>(
  deps: RoamingDeps,
  source: Source,
  module: string,
  page: Page<T>,
): T[] {
  const own = ownItems(deps, source, module, page);
  const last = new Map(own.map((each) => [objectKey(each, each.id), each]));
  for (const each of own) {
    const { country_code, party_id, id } = each;
    const counts = last.get(objectKey(each, id))!;
    // One that is merely repeated is not lost.
    if (counts === each || isDeepStrictEqual(counts, each)) continue;
    const object = `${country_code}/${party_id}/${id}`;
    const message = "its id comes again on this page";
    const raw = JSON.stringify(each).slice(0, 200);
    const found = {
      module,
      object,
      findings: [{ path: "", message, outcome: "LEFT_OUT", raw }],
    } as const;
    deps.findings.note(source.operator.id, found);
    source.tally.note(found);
  }
  return [...last.values()];
}

/** Unreadable objects in a list are not removed: their stored state stays. */
const idsOf = (rejected: readonly Rejected[]): Unreadable[] =>
  rejected.flatMap(({ id, party = null }) => (id === undefined ? [] : { id, party }));

/** Stores a page at once. If that fails, stores each object alone, so that one bad object does not block the others. */
async function storeEach<T extends Party & { id: string }>(
  deps: RoamingDeps,
  source: Source,
  module: string,
  page: readonly T[],
  store: (some: readonly T[]) => Promise<void>,
): Promise<Unreadable[]> {
  try {
    await store(page);
    return [];
  } catch (error) {
    deps.logger.warn(
      { err: error, operator: source.operator.id },
      `a page of ${module} broke: each alone`,
    );
  }
  const broken: Unreadable[] = [];
  for (const each of page) {
    try {
      await store([each]);
    } catch (error) {
      noteNotStored(deps, source, module, each, error);
      const { country_code, party_id } = each;
      broken.push({ id: each.id, party: { country_code, party_id } });
    }
  }
  return broken;
}
