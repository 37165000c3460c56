import type { Partner } from "@voltmarg/testkit/test-bed";
import { speaksOf, type Asked, type Bed } from "./test-bed.ts";
import { changed, corpus, goodLocation, type Json } from "./corpus/index.ts";
import { wrongsOf, type Wrongs } from "./send-corpus.ts";

/** Every start has ended after so long, whatever its operator says of it. */
const BOUND_S = 11 * 60;
const GOOD_ANSWER = { result: "ACCEPTED", timeout: 30 };

/** Starts that are answered oddly. */
export async function sendAnswers(bed: Bed, partner: Partner): Promise<string[]> {
  const wrongs = wrongsOf("ANSWER");
  const { answers } = corpus;
  await bed.place(partner, "ANS", answers.length);
  partner.onCommand = (_kind, { evse_uid }) => {
    const { odd } = answers[Number(String(evse_uid).split("-")[1])]!;
    return changed(GOOD_ANSWER, odd) as Partner["answer"];
  };
  const asked = await bed.askAll(partner, "ANS", answers.length);
  delete partner.onCommand;
  const noted = await bed.noted(partner);
  for (const [n, { name, expect }] of answers.entries()) {
    for (const path of expect.told ?? [])
      if (!speaksOf(noted, "commands", path)) wrongs.say(name, `nothing is told of ${path}`);
    await look(bed, asked[n]!, wrongs, name, expect.is);
  }
  await bed.world.pass(BOUND_S, 60);
  for (const [n, { name }] of answers.entries()) {
    const { status } = await bed.show(asked[n]!);
    if (status !== "FAILED") wrongs.say(name, `after ${BOUND_S} s it is ${status}`);
  }
  return wrongs.lines;
}

/** Results that follow, pushed. */
export async function sendResults(bed: Bed, partner: Partner): Promise<string[]> {
  const wrongs = wrongsOf("RESULT");
  const { results } = corpus;
  await bed.place(partner, "RES", results.length);
  partner.answer = GOOD_ANSWER;
  const asked = await bed.askAll(partner, "RES", results.length);
  for (const [n, { name, odd, expect }] of results.entries()) {
    const charge = asked[n]!;
    const { body } = partner.commands.find(
      (command) => command.body["authorization_reference"] === charge.reference,
    )!;
    const path = new URL(String(body["response_url"])).pathname.replace("/ocpi/emsp/2.2.1", "");
    const answer = await partner.call("POST", path, changed({ result: "ACCEPTED" }, odd));
    if (answer.status >= 500 || answer.code === 3000) wrongs.say(name, `${answer.code}`);
    await bed.world.drain();
    await look(bed, charge, wrongs, name, expect.is);
    const noted = await bed.noted(partner);
    for (const told of expect.told ?? [])
      if (!speaksOf(noted, "commands", told)) wrongs.say(name, `nothing is told of ${told}`);
  }
  await bed.world.pass(BOUND_S, 60);
  return wrongs.lines;
}

async function look(
  bed: Bed,
  charge: Asked,
  wrongs: Wrongs,
  name: string,
  is: "WAITS" | "REFUSED" | "ASKED",
): Promise<void> {
  const { status, step, failure } = await bed.show(charge);
  const isRight =
    is === "REFUSED"
      ? status === "FAILED" && failure?.not_charged === true
      : status === "PENDING" && (is === "ASKED") === (step === "UNKNOWN");
  if (!isRight) wrongs.say(name, `it is ${status}, ${step}`);
}

/** Lists that are answered oddly, each by an operator of its own. */
export async function sendLists(bed: Bed): Promise<string[]> {
  const wrongs = wrongsOf("LIST");
  for (const [n, { name, answer, expect }] of corpus.lists.entries()) {
    const partner = await bed.operator(`L${String(n).padStart(2, "0")}`);
    const good: Json[] = ["A", "B"].map((id) => goodLocation(partner.party, id, "EVEN"));
    partner.shelf.locations = good;
    if (expect.shown !== 2) await bed.pull(partner);
    bed.world.clock.advance(1_000);
    partner.onAnswer = (path) => (path === "/locations" ? answer(good) : undefined);
    const failed = await bed.pull(partner);
    if ((failed !== null) !== (expect.shown === null))
      wrongs.say(name, failed ?? "the pull went well");
    const { size } = await bed.shown(partner);
    if (size !== (expect.shown ?? 2)) wrongs.say(name, `${size} shown`);
  }
  return wrongs.lines;
}
