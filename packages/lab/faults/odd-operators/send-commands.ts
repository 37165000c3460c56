import type { Partner } from "@voltmarg/testkit/test-bed";
import { speaksOf, type Asked, type TestBed } from "./test-bed.ts";
import { changed, corpus, goodLocation, type Json } from "./corpus/index.ts";
import { wrongsOf, type Wrongs } from "./send-corpus.ts";

/** Seconds after which every start has ended, whatever its operator reports. */
const BOUND_S = 11 * 60;
const GOOD_ANSWER = { result: "ACCEPTED", timeout: 30 };

/** Starts with unusual answers. */
export async function sendAnswers(testBed: TestBed, partner: Partner): Promise<string[]> {
  const wrongs = wrongsOf("ANSWER");
  const { answers } = corpus;
  await testBed.place(partner, "ANS", answers.length);
  partner.onCommand = (_kind, { evse_uid }) => {
    const { odd } = answers[Number(String(evse_uid).split("-")[1])]!;
    return changed(GOOD_ANSWER, odd) as Partner["answer"];
  };
  const asked = await testBed.askAll(partner, "ANS", answers.length);
  delete partner.onCommand;
  const noted = await testBed.noted(partner);
  for (const [n, { name, expect }] of answers.entries()) {
    for (const path of expect.told ?? [])
      if (!speaksOf(noted, "commands", path)) wrongs.say(name, `no finding for ${path}`);
    await look(testBed, asked[n]!, wrongs, name, expect.is);
  }
  await testBed.world.pass(BOUND_S, 60);
  for (const [n, { name }] of answers.entries()) {
    const { status } = await testBed.show(asked[n]!);
    if (status !== "FAILED") wrongs.say(name, `after ${BOUND_S} s it is ${status}`);
  }
  return wrongs.lines;
}

/** Command results pushed afterwards. */
export async function sendResults(testBed: TestBed, partner: Partner): Promise<string[]> {
  const wrongs = wrongsOf("RESULT");
  const { results } = corpus;
  await testBed.place(partner, "RES", results.length);
  partner.answer = GOOD_ANSWER;
  const asked = await testBed.askAll(partner, "RES", results.length);
  for (const [n, { name, odd, expect }] of results.entries()) {
    const charge = asked[n]!;
    const { body } = partner.commands.find(
      (command) => command.body["authorization_reference"] === charge.reference,
    )!;
    const path = new URL(String(body["response_url"])).pathname.replace(
      /^\/ocpi\/emsp\/[\d.]+/,
      "",
    );
    const answer = await partner.call("POST", path, changed({ result: "ACCEPTED" }, odd));
    if (answer.status >= 500 || answer.code === 3000) wrongs.say(name, `${answer.code}`);
    await testBed.world.drain();
    await look(testBed, charge, wrongs, name, expect.is);
    const noted = await testBed.noted(partner);
    for (const told of expect.told ?? [])
      if (!speaksOf(noted, "commands", told)) wrongs.say(name, `no finding for ${told}`);
  }
  await testBed.world.pass(BOUND_S, 60);
  return wrongs.lines;
}

async function look(
  testBed: TestBed,
  charge: Asked,
  wrongs: Wrongs,
  name: string,
  is: "WAITS" | "REFUSED" | "ASKED",
): Promise<void> {
  const { status, step, failure } = await testBed.show(charge);
  const isRight =
    is === "REFUSED"
      ? status === "FAILED" && failure?.not_charged === true
      : status === "PENDING" && (is === "ASKED") === (step === "UNKNOWN");
  if (!isRight) wrongs.say(name, `it is ${status}, ${step}`);
}

/** Lists with unusual answers, each by a separate operator. */
export async function sendLists(testBed: TestBed): Promise<string[]> {
  const wrongs = wrongsOf("LIST");
  for (const [n, { name, answer, expect }] of corpus.lists.entries()) {
    const partner = await testBed.operator(`L${String(n).padStart(2, "0")}`);
    const good: Json[] = ["A", "B"].map((id) => goodLocation(partner.party, id, "EVEN"));
    partner.shelf.locations = good;
    if (expect.shown !== 2) await testBed.pull(partner);
    testBed.world.clock.advance(1_000);
    partner.onAnswer = (path) => (path === "/locations" ? answer(good) : undefined);
    const failed = await testBed.pull(partner);
    if ((failed !== null) !== (expect.shown === null))
      wrongs.say(name, failed ?? "the pull went well");
    const { size } = await testBed.shown(partner);
    if (size !== (expect.shown ?? 2)) wrongs.say(name, `${size} shown`);
  }
  return wrongs.lines;
}
