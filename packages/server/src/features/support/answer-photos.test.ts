import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backoffice, support } from "@voltmarg/contract";
import { download, upload } from "@voltmarg/testkit/file-upload";
import { PROVIDER_TOKEN, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

let world: Harness;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voltmarg-answers-"));
  world = await startHarness({ locations: 1, env: { FILES_DIR: folder } });
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

const teal = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
const form = (bytes: Uint8Array) => {
  const made = new FormData();
  made.set("file", new File([Buffer.from(bytes)], "a.png"));
  return made;
};
const ticketOf = async ({ token }: Driver) => {
  const body = { category: "CHARGING" as const, text: "Where is the switch?" };
  return (await world.call(support.createTicket, { token, body })).body.data;
};
const at = (id: string) => ({ token: PROVIDER_TOKEN, params: { id } });
const add = async (id: string, bytes: Uint8Array) =>
  (await world.call(support.addTicketPhoto, { ...at(id), form: form(bytes) })).body.data;

test("[D-15] an answer shows photos that support took, to the ticket's driver and to nobody else", async () => {
  const [driver, other] = [await world.signUp(), await world.signUp()];
  const { id, number } = await ticketOf(driver);
  const photo = await add(number, await teal());
  const body = { text: "Here, below the screen.", file_ids: [photo.id, photo.id] };
  const answered = await world.call(support.answerTicket, { ...at(id), body });
  expect(answered.body.data.messages.at(-1)).toMatchObject({ file_ids: [photo.id] });
  const seen = await world.call(support.getTicket, { token: driver.token, params: { id } });
  expect(seen.body.data.messages.at(-1)).toMatchObject({
    author: "SUPPORT",
    file_ids: [photo.id],
  });
  const image = await download(world, photo.url, driver.token);
  expect([image.status, image.type]).toEqual([200, "image/jpeg"]);
  expect((await download(world, photo.url, other.token)).status).toBe(404);
});

test("[D-15] a photo of another driver is in no answer", async () => {
  const [driver, other] = [await world.signUp(), await world.signUp()];
  const { id } = await ticketOf(driver);
  const theirs = await upload(world, other, await teal(), { category: "TICKET" });
  const body = { text: "Look.", file_ids: [theirs.body.data!.id] };
  const refused = await world.refused(support.answerTicket, { ...at(id), body });
  expect([refused.status, refused.body.code]).toEqual([404, "NOT_FOUND"]);
});

test("[D-15] what is no image, a closed ticket and a missing one are refused, each in the audit log without its bytes", async () => {
  const driver = await world.signUp();
  const { id } = await ticketOf(driver);
  const refusal = async (named: string, bytes: Uint8Array) =>
    (await world.refused(support.addTicketPhoto, { ...at(named), form: form(bytes) })).body.code;
  expect(await refusal(id, Buffer.from("<svg/>"))).toBe("FILE_NOT_AN_IMAGE");
  expect(await refusal(id, Buffer.alloc(0))).toBe("FILE_MISSING");
  expect(await refusal("tkt_absent", await teal())).toBe("NOT_FOUND");
  await world.call(support.closeBackofficeTicket, { ...at(id), query: {} });
  expect(await refusal(id, await teal())).toBe("TICKET_CLOSED");
  const { body } = await world.call(backoffice.listAudit, {
    token: PROVIDER_TOKEN,
    query: { page_size: 20 },
  });
  const acts = body.content.filter(({ route }) => route === support.addTicketPhoto.path);
  expect(acts.slice(0, 4).map(({ outcome }) => outcome)).toEqual([
    "TICKET_CLOSED",
    "NOT_FOUND",
    "FILE_MISSING",
    "FILE_NOT_AN_IMAGE",
  ]);
  expect(acts[0]!.parameters).toEqual({ id });
});
