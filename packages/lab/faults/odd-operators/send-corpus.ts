import type { Partner } from "@voltmarg/testkit/test-bed";
import { speaksOf, type Asked, type TestBed, type Noted } from "./test-bed.ts";
import { changed, corpus, goodCdr, goodLocation, goodSession, goodTariff } from "./corpus/index.ts";

import { valueAt } from "./mutate.ts";

/** PUSH: the operator sends it. PULL: the service requests it. */
export type Way = "PUSH" | "PULL";

/** Seconds from the start of a charge to its session, and until the service stops waiting for one. */
const CHARGED_S = 150;
const NO_MORE_S = 400;
/** Seconds that an operator of these allows for a start. */
const PATIENT = { result: "ACCEPTED", timeout: 300 };

/** Differences from what the entries expect, one line each. */
export type Wrongs = { say(entry: string, wrong: string): void; lines: string[] };
export function wrongsOf(way: string): Wrongs {
  const lines: string[] = [];
  return { lines, say: (entry, wrong) => void lines.push(`${entry} (${way}): ${wrong}`) };
}

const isGood = ({ status, code }: { status: number; code: number }) =>
  status < 500 && code !== 3000;
const untold = (noted: readonly Noted[], module: string, told: readonly string[] = []) =>
  told.filter((path) => !speaksOf(noted, module, path));

/** Stations, each with the oddity its name states. */
export async function sendPlaces(testBed: TestBed, partner: Partner, way: Way): Promise<string[]> {
  const wrongs = wrongsOf(way);
  const { party } = partner;
  const sent = corpus.places.map((entry, n) => {
    const id = `PL${n}`;
    return { entry, id, body: changed(goodLocation(party, id, "EVEN"), entry.odd) };
  });
  if (way === "PUSH") {
    for (const { entry, id, body } of sent) {
      const answer = await partner.call("PUT", `/locations/IN/${party.party_id}/${id}`, body);
      if (!isGood(answer)) wrongs.say(entry.name, `${answer.status} ${answer.code}`);
    }
  } else {
    partner.shelf.locations = sent.map(({ body }) => body);
    const failed = await testBed.pull(partner);
    if (failed) wrongs.say("the pull", failed);
  }
  const shown = await testBed.shown(partner);
  const noted = await testBed.noted(partner);
  for (const { entry, id } of sent) {
    const { name, expect } = entry;
    for (const path of untold(noted, "locations", expect.told))
      wrongs.say(name, `no finding for ${path}`);
    const station = shown.get(id);
    if (expect.is === "REFUSED") {
      if (station) wrongs.say(name, "it is shown");
      continue;
    }
    if (!station) {
      wrongs.say(name, "it is not shown");
      continue;
    }
    const plugs = station.evses.flatMap(({ connectors }) => connectors).length;
    if (plugs !== (expect.plugs ?? 3)) wrongs.say(name, `${plugs} plugs`);
    for (const [path, value] of Object.entries(expect.shows ?? {})) {
      const found = valueAt(station, path);
      if (found !== value) wrongs.say(name, `${path} is ${JSON.stringify(found)}`);
    }
  }
  return wrongs.lines;
}

/** Tariffs, each for a station of its own. */
export async function sendTariffs(testBed: TestBed, partner: Partner, way: Way): Promise<string[]> {
  const wrongs = wrongsOf(way);
  const { party } = partner;
  const sent = corpus.tariffs.map((entry, n) => {
    const id = `T${n}`;
    return { entry, id, body: changed(goodTariff(party, id), entry.odd) };
  });
  const places = sent.map(({ id }) => goodLocation(party, `TL-${id}`, id));
  if (way === "PUSH") {
    for (const { entry, id, body } of sent) {
      const answer = await partner.call("PUT", `/tariffs/IN/${party.party_id}/${id}`, body);
      if (!isGood(answer)) wrongs.say(entry.name, `${answer.status} ${answer.code}`);
    }
    for (const place of places)
      await partner.call("PUT", `/locations/IN/${party.party_id}/${String(place["id"])}`, place);
  } else {
    partner.shelf.tariffs.push(...sent.map(({ body }) => body));
    partner.shelf.locations.push(...places);
    const failed = await testBed.pull(partner);
    if (failed) wrongs.say("the pull", failed);
  }
  const shown = await testBed.shown(partner);
  const noted = await testBed.noted(partner);
  for (const { entry, id } of sent) {
    const { name, expect } = entry;
    for (const path of untold(noted, "tariffs", expect.told))
      wrongs.say(name, `no finding for ${path}`);
    const plug = shown.get(`TL-${id}`)?.evses[0]?.connectors[0];
    if (!plug) wrongs.say(name, "its station is not shown");
    else if (expect.is === "REFUSED" && plug.tariff) wrongs.say(name, "it is sold");
    else if (expect.is === "KNOWN" && !plug.tariff) wrongs.say(name, "its price is unknown");
    else if (expect.is === "KNOWN" && expect.perKwh !== undefined) {
      const [component] = plug.tariff!.elements[0]!.price_components;
      if (component?.price !== expect.perKwh) wrongs.say(name, `it costs ${component?.price}`);
    }
  }
  return wrongs.lines;
}

/** Starts at one location, one for each entry. */
async function startAll(testBed: TestBed, partner: Partner, place: string, count: number) {
  await testBed.place(partner, place, count);
  partner.answer = PATIENT;
  const charges: Asked[] = await testBed.askAll(partner, place, count);
  testBed.world.clock.advance(CHARGED_S * 1000);
  const now = testBed.world.clock.now().toISOString();
  return charges.map((charge) => Object.assign(charge, { now }));
}

/** Sessions of running charges; then enough time passes for a start without a session to be given up. */
export async function sendSessions(
  testBed: TestBed,
  partner: Partner,
  way: Way,
): Promise<string[]> {
  const wrongs = wrongsOf(way);
  const { party_id } = partner.party;
  const charges = await startAll(testBed, partner, `SES${way}`, corpus.sessions.length);
  const sent = corpus.sessions.map((entry, n) => {
    const charge = charges[n]!;
    return { entry, charge, body: changed(goodSession(charge), entry.odd) };
  });
  if (way === "PUSH") {
    for (const { entry, charge, body } of sent) {
      const path = `/sessions/IN/${party_id}/${charge.sessionId}`;
      const answer = await partner.call("PUT", path, body);
      if (!isGood(answer)) wrongs.say(entry.name, `${answer.status} ${answer.code}`);
    }
  } else partner.shelf.sessions = sent.map(({ body }) => body);
  const soon = way === "PULL" ? await testBed.pull(partner) : null;
  if (soon) wrongs.say("the pull", soon);
  await testBed.world.drain();
  const first = await Promise.all(charges.map((charge) => testBed.show(charge)));
  await testBed.world.pass(NO_MORE_S - CHARGED_S, NO_MORE_S - CHARGED_S);
  const noted = await testBed.noted(partner);
  for (const [n, { entry, charge }] of sent.entries()) {
    const { name, expect } = entry;
    for (const path of untold(noted, "sessions", expect.told))
      wrongs.say(name, `no finding for ${path}`);
    const session = first[n]!;
    const last = await testBed.show(charge);
    if (last.failure?.not_charged && last.status !== "INVALID")
      wrongs.say(name, `"not charged": ${last.failure.code}`);
    if (expect.is === "OPEN") continue;
    if (session.status !== (expect.status ?? session.status) || session.status === "PENDING")
      wrongs.say(name, `it is ${session.status}, ${session.step}`);
    if (expect.kwh !== undefined && session.kwh !== expect.kwh)
      wrongs.say(name, `it has ${session.kwh} kWh`);
  }
  partner.shelf.sessions = [];
  await testBed.endAll(partner, charges);
  return wrongs.lines;
}

/** CDRs of finished charges. */
export async function sendCdrs(testBed: TestBed, partner: Partner, way: Way): Promise<string[]> {
  const wrongs = wrongsOf(way);
  const { party_id } = partner.party;
  const charges = await startAll(testBed, partner, `CDR${way}`, corpus.cdrs.length);
  for (const charge of charges) {
    const ended = { status: "COMPLETED", end_date_time: charge.now };
    const path = `/sessions/IN/${party_id}/${charge.sessionId}`;
    await partner.call("PUT", path, changed(goodSession(charge), ended));
  }
  const sent = corpus.cdrs.map((entry, n) => {
    const good = goodCdr(charges[n]!, `c${way}${1_000 + n}`);
    return { entry, charge: charges[n]!, body: changed(good, entry.odd) };
  });
  const refused = new Set<string>();
  if (way === "PUSH") {
    for (const { entry, body } of sent) {
      const answer = await partner.call("POST", "/cdrs", body);
      if (answer.code >= 2000) refused.add(entry.name);
      if (!isGood(answer)) wrongs.say(entry.name, `${answer.status} ${answer.code}`);
    }
  } else {
    partner.shelf.cdrs = sent.map(({ body }) => body);
    const failed = await testBed.pull(partner);
    if (failed) wrongs.say("the pull", failed);
  }
  await testBed.world.drain();
  const noted = await testBed.noted(partner);
  const aside = await testBed.setAside(partner);
  for (const { entry, charge, body } of sent) {
    const { name, expect } = entry;
    for (const path of untold(noted, "cdrs", expect.told))
      wrongs.say(name, `no finding for ${path}`);
    const bills = (await testBed.bills(charge)).filter(
      (bill) => bill.session_id === charge.reference,
    );
    const isAside = aside.has(String(body["id"]));
    if (expect.is === "BILLED") {
      const asked = bills.map(({ amount_minor }) => amount_minor);
      if (asked.join() !== "4720") wrongs.say(name, `billed ${asked.join() || "nothing"}`);
      continue;
    }
    if (bills.length > 0) wrongs.say(name, "it is billed");
    const stands = expect.is === "UNREADABLE" && way === "PUSH" ? refused.has(name) : isAside;
    if (!stands) wrongs.say(name, "it is not visible in the back office");
  }
  partner.shelf.cdrs = [];
  return wrongs.lines;
}
