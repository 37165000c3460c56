import { support } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";

let world: Harness;
beforeAll(async () => (world = await startHarness({ locations: 5 })));
afterAll(() => world.stop());

const open = async ({ token }: Driver) =>
  (
    await world.call(support.createTicket, {
      token,
      body: { category: "APP", text: "It shows nothing." },
    })
  ).body.data;
const reply = (driver: Driver, id: string, text: string, key?: string) => {
  world.clock.advance(1000);
  return world.call(support.replyToTicket, {
    token: driver.token,
    params: { id },
    body: { text },
    ...(key ? { headers: { "idempotency-key": key } } : {}),
  });
};
const saidIn = async ({ token }: Driver, id: string) =>
  (await world.call(support.getTicket, { token, params: { id } })).body.data.messages.map(
    ({ text }) => text,
  );

test("[B-6] a reply that is sent again is stored once; without a key it is a new reply", async () => {
  const driver = await world.signUp();
  const ticket = await open(driver);
  await Promise.all([
    reply(driver, ticket.id, "Now it does.", "key-of-a-reply"),
    reply(driver, ticket.id, "Now it does.", "key-of-a-reply"),
  ]);
  const again = await reply(driver, ticket.id, "Now it does.", "key-of-a-reply");
  expect(again.body.data.messages).toHaveLength(2);
  await reply(driver, ticket.id, "Now it does.");
  expect(await saidIn(driver, ticket.id)).toEqual([
    "It shows nothing.",
    "Now it does.",
    "Now it does.",
  ]);
});

test("[B-6] a reply repeated after the ticket was closed is not refused, and keys are separate for each driver", async () => {
  const driver = await world.signUp();
  const ticket = await open(driver);
  await reply(driver, ticket.id, "Thank you.", "key-of-a-thank");
  await world.call(support.closeTicket, { token: driver.token, params: { id: ticket.id } });
  const late = await reply(driver, ticket.id, "Thank you.", "key-of-a-thank");
  expect(late.body.data).toMatchObject({ state: "CLOSED" });
  const other = await world.signUp();
  const theirs = await open(other);
  await reply(other, theirs.id, "Mine too.", "key-of-a-thank");
  expect(await saidIn(other, theirs.id)).toEqual(["It shows nothing.", "Mine too."]);
});
