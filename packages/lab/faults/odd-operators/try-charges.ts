import type { Partner } from "@voltmarg/testkit/test-bed";
import { speaksOf, type TestBed, type Way } from "./test-bed.ts";
import type { Json } from "./case.ts";
import { goodCdr, goodSession, type Charge } from "./good.ts";
import { mutate, pathsOf, isKeptAt, type Mutation } from "./mutate.ts";
import type { Tally } from "./tally.ts";

/** Seconds until no start may begin any more. */
const NO_MORE_S = 250;

/** Requested charges that run; for each, one session with one bad field arrives, and nothing else. */
export async function trySessions(
  testBed: TestBed,
  partner: Partner,
  way: Way,
  mutation: Mutation,
  tally: Tally,
): Promise<void> {
  const { party_id } = partner.party;
  const paths = pathsOf(goodSession(nobodys(partner)));
  const charges = await testBed.startCharging(partner, "S", paths.length);
  const sent = mutate(mutation, paths, (n) => goodSession(charges[n]!)).map((each) =>
    Object.assign(each, { charge: charges[paths.indexOf(each.path)]! }),
  );
  for (const { path, kind, body, charge } of sent) {
    if (way === "PULL") {
      partner.shelf.sessions.push(body);
      tally.add("tried");
      continue;
    }
    const answer = await partner.call("PUT", `/sessions/IN/${party_id}/${charge.sessionId}`, body);
    tally.answered(`session ${path} ${kind}`, answer);
  }
  await testBed.world.pass(NO_MORE_S, NO_MORE_S);
  // Sessions share a pull: those that found one running look again.
  await testBed.world.pass(10, 5);
  const noted = await testBed.noted(partner);
  for (const { path, kind, value, charge } of sent) {
    const what = `${way} session ${path} ${kind}`;
    const { failure } = await testBed.show(charge);
    if (failure?.not_charged) tally.add("wrongNotCharged", what);
    const address = `/sessions/IN/${party_id}/${charge.sessionId}`;
    const { status, data } = await testBed.stored(partner, address);
    const other =
      path === "id" && (await testBed.stored(partner, elsewhere(address, value))).status;
    const kept = status === 200 && isKeptAt(path, value, data);
    if (!kept && other !== 200 && !speaksOf(noted, "sessions", path)) tally.add("silent", what);
  }
  partner.shelf.sessions = [];
  await testBed.endAll(partner, charges);
}

const elsewhere = (address: string, id: unknown) =>
  address.replace(/[^/]+$/, encodeURIComponent(String(id).slice(0, 100) || "none"));

/** CDRs of charges nobody requested: whatever happens to one is visible in the back office. */
export async function tryCdrs(
  testBed: TestBed,
  partner: Partner,
  way: Way,
  mutation: Mutation,
  tally: Tally,
): Promise<void> {
  const good = (n: number): Json => goodCdr(nobodys(partner), `R${n}`);
  const paths = pathsOf(good(0));
  const sent = mutate(mutation, paths, good).map((each) =>
    Object.assign(each, { id: `R${paths.indexOf(each.path)}` }),
  );
  for (const { path, kind, body } of sent) {
    if (way === "PULL") {
      partner.shelf.cdrs.push(body);
      tally.add("tried");
    } else tally.answered(`cdr ${path} ${kind}`, await partner.call("POST", "/cdrs", body));
  }
  if (way === "PULL") {
    const failed = await testBed.pull(partner);
    if (failed) tally.add("fiveHundreds", `cdrs: ${failed}`);
  }
  const noted = await testBed.noted(partner);
  const aside = await testBed.setAside(partner);
  for (const { id, path, kind, value } of sent) {
    const isSeen = aside.has(id) || (path === "id" && aside.has(String(value)));
    if (!isSeen && !speaksOf(noted, "cdrs", path))
      tally.add("silent", `${way} cdr ${path} ${kind}`);
  }
}

const nobodys = ({ party }: Partner): Charge => ({
  party,
  reference: "ses_nobody",
  tokenUid: "usr_nobody",
  sessionId: "s-nobody",
  locationId: "S",
  evseUid: "S-0",
  start: "2026-11-20T06:00:00.000Z",
  now: "2026-11-20T06:02:30.000Z",
});
