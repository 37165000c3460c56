import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  content,
  notifications,
  support,
  vehicles,
  type BackofficeTicket,
} from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callRoute } from "@voltmarg/client/node";
import { outcomeOf } from "./backoffice-command.ts";
import { newMobile } from "@voltmarg/testkit/driver";
import { providerCommand } from "./provider-command.ts";
import { signIn } from "@voltmarg/world/seed";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import type { World } from "@voltmarg/world/world";

let world: World;
let folder: string;
let token: string;
let userId: string;

beforeAll(async () => {
  world = await startTemporaryWorld({ LOCATIONS: "5", TRAFFIC: "0" });
  folder = await mkdtemp(join(tmpdir(), "voltmarg-backoffice-"));
  ({ token, userId } = await signIn(world.url, newMobile(), "SU"));
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

const provider = (args: readonly string[]) =>
  outcomeOf(providerCommand, args, {
    PROVIDER_TOKEN: world.secrets.providerToken,
    PORT: new URL(world.url).port,
  });
async function ok(...args: string[]): Promise<string> {
  const { code, out, error } = await provider(args);
  expect([args, code, error]).toEqual([args, 0, ""]);
  return out;
}

describe("npm run provider, for support", () => {
  test("[R-25] [B-6] lists, shows, answers and closes support tickets", async () => {
    const body = { category: "STATION", text: "The plug is broken.\nThe left one." } as const;
    const { id, number } = (await callRoute(world.url, support.createTicket, { token, body })).data;
    expect(await ok("ticket", "list")).toMatch(
      new RegExp(`${number} .* STATION +The plug is broken`),
    );
    const shown = await ok("ticket", "show", number);
    expect(shown).toMatch(/^state +OPEN$/m);
    expect(shown).toMatch(/driver\n {2}The plug is broken\.\n {2}The left one\./);
    expect(await ok("ticket", "answer", id, "Thank you, we asked the operator.")).toMatch(
      /bootstrap\n {2}Thank you/,
    );
    const told = await callRoute(world.url, notifications.listNotifications, { token });
    expect(told.content[0]).toMatchObject({ kind: "TICKET_ANSWERED", subject: { id } });
    const meanwhile = await provider(["ticket", "answer", number, "Me too", "--seen", "tms_old"]);
    expect(meanwhile.error).toMatch(/^bootstrap wrote meanwhile: Thank you/);
    expect(await ok("ticket", "assign", number, "bootstrap")).toMatch(/^assignee +bootstrap$/m);
    expect(await ok("ticket", "list", "--state", "all", "--assignee", "me")).toContain(number);
    expect(await ok("ticket", "assign", number, "nobody")).toMatch(/^assignee +-$/m);
    expect(await ok("ticket", "list")).toBe("None.");
    expect(await ok("ticket", "list", "--state", "answered")).toContain(number);
    const closed = JSON.parse(await ok("ticket", "close", id, "--json")) as BackofficeTicket;
    expect(closed.state).toBe("CLOSED");
    const late = await provider(["ticket", "answer", id, "One more thing"]);
    expect(late).toMatchObject({ code: 1, error: "This ticket is closed. Open a new one." });
    expect(await ok("support", "set", "--hours", "At all hours")).toMatch(/hours +At all hours/);
    expect(await ok("support", "set", "--open", "sat-sun 22:00-02:00, mon 09:00-18:00")).toMatch(
      /open +sat 22:00-02:00, sun 22:00-02:00, mon 09:00-18:00/,
    );
    expect(await ok("support", "set", "--open", "none")).toMatch(/open +-/);
    expect(await ok("support", "show")).toMatch(/email +support@voltmarg\.example/);
  });

  test("[D-17] saves, lists and removes answer templates", async () => {
    const [en, hi] = [join(folder, "en.txt"), join(folder, "hi.txt")];
    await writeFile(en, "We asked the operator. Your ticket is {ticket}.\n");
    await writeFile(hi, "हमने ऑपरेटर से पूछा है।\n");
    const save = ["template", "save", "we-asked", "--title", "We asked", "--en", en];
    expect(await ok(...save, "--category", "station")).toMatch(/category +STATION/);
    expect(await ok(...save, "--hi", hi)).toMatch(/हमने/);
    expect(await ok("template", "list")).toMatch(/we-asked +We asked +- +en, hi/);
    await ok("template", "remove", "we-asked");
    expect(await ok("template", "list")).toBe("None.");
    expect((await provider(["template", "remove", "we-asked"])).error).toContain("no template");
  });

  test("[R-16] [R-27] [A-10] writes texts, from the command line or a file, and app versions", async () => {
    const file = join(folder, "terms.txt");
    await writeFile(file, "Every price includes GST.\n");
    const before = Number(/prices +en +(\d+)/.exec(await ok("terms", "list"))![1]);
    expect(await ok("terms", "set", "prices", "--title", "Prices", "--from", file)).toMatch(
      new RegExp(`^version +${before + 1}$`, "m"),
    );
    await ok("faq", "set", "new-one", "--title", "?", "--text", "!", "--category", "Charging");
    expect(await ok("faq", "list")).toMatch(/new-one +en +1 +no +\? +Charging +bootstrap/);
    await ok("faq", "remove", "new-one");
    expect(await ok("faq", "list")).not.toContain("new-one");
    expect(await ok("faq", "show", "new-one")).toMatch(/new-one +en +2 +yes/);
    await ok("popup", "set", "wallet", "--language", "hi", "--title", "वॉलेट", "--text", "पैसे डालें");
    expect(await ok("privacy", "list")).toContain("on-this-device");
    const query = { messageTypes: "TOU,POPUP", language: "hi" } as const;
    const read = await callRoute(world.url, content.listCustomMessages, { query });
    expect(
      read.content.find(({ key, type }) => key === "wallet" && type === "POPUP"),
    ).toMatchObject({
      title: "वॉलेट",
    });
    expect(read.content.find(({ key }) => key === "prices")!.text).toBe(
      "Every price includes GST.",
    );

    const app = ["version", "set", "voltmarg", "android"];
    await ok(...app, "--latest", "2.0", "--oldest", "1.8.0");
    expect(await ok("version", "list")).toMatch(/voltmarg +android +2\.0 +1\.8\.0/);
    const link = ["--link", "https://play.google.com/store/apps/details?id=in.voltmarg"];
    expect((await provider([...app, "--latest", "2.0", "--oldest", "1.9", ...link])).error).toMatch(
      /^A second member has to confirm it \(apr_\w+\): every app older than 1\.9 has to be updated\.$/,
    );
    expect((await provider([...app, "--latest", "2.0", "--oldest", "2.1"])).error).toBe(
      "The least version cannot be newer than the latest.",
    );
    await ok("version", "remove", "voltmarg", "ios");
    expect(await ok("version", "list")).not.toContain("ios");
  });

  test("[V-3] manages the vehicle catalogue", async () => {
    const set = ["vehicle", "set", "Deccan", "Bullock", "--type", "three", "--kwh", "8"];
    const source = ["--source", "the maker's leaflet", "--date", "2026-11-01"];
    await ok(...set, "--range", "120", "--dc", "none", "--inlets", "DOMESTIC_M", ...source);
    expect(await ok("vehicle", "list", "--make", "deccan")).toMatch(
      /Deccan +Bullock +- +THREE_WHEELER +8 +120 +- +- +onboard_charger_capacity +bootstrap/,
    );
    const query = { make: "Deccan" };
    const found = await callRoute(world.url, vehicles.searchModels, { token, query });
    expect(found.content).toMatchObject([
      { inlets: ["DOMESTIC_M"], unknown: ["onboard_charger_capacity"], max_dc_intake: null },
    ]);
    await ok("vehicle", "remove", "Deccan", "Bullock");
    expect(await ok("vehicle", "list", "--make", "Deccan")).toBe("None.");
  });

  test.each([
    [["ticket", "answer", "tkt_x"], /ticket answer needs <text>/],
    [["ticket", "show", "tkt_absent"], /We could not find that/],
    [["ticket", "list", "--state", "LOST"], /--state is one of OPEN, ANSWERED, CLOSED/],
    [["faq", "set", "x-y", "--title", "T"], /--text or --from is needed/],
    [
      ["faq", "set", "x-y", "--title", "T", "--text", "t", "--language", "fr"],
      /--language is one of en/,
    ],
    [["faq", "show", "nothing-here"], /there is no faq "nothing-here"/],
    [["version", "set", "voltmarg", "palm"], /--latest is needed/],
    [
      ["vehicle", "set", "A", "B", "--type", "six", "--kwh", "1", "--range", "1"],
      /--type is one of TWO_WHEELER/,
    ],
    [["vehicle", "set", "A", "B", "--type", "two", "--range", "1"], /--kwh is needed/],
    [["support", "set"], /needs something to set/],
    [["support", "set", "--open", "weekdays 9-5"], /--open is like "mon-sat/],
    [["support", "set", "--open", "mon 9:00-18:00"], /--open/],
  ])("%j says what is wrong in one line", async (args, why) => {
    const run = await provider(args);
    expect(run).toMatchObject({ code: 1, out: "" });
    expect(run.error).toMatch(why);
    expect(run.error.split("\n")).toHaveLength(1);
  });

  test("saves a ticket's photo as a file", async () => {
    const sent = await sendPhoto();
    const body = { category: "APP" as const, text: "Look", file_ids: [sent] };
    const { id } = (await callRoute(world.url, support.createTicket, { token, body })).data;
    const file = join(folder, "photo.jpg");
    expect(await ok("ticket", "photo", id, sent, "--to", file)).toMatch(/^file +.*photo\.jpg$/m);
    expect((await readFile(file)).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    const answered = await ok("ticket", "answer", id, "Like this?", "--photos", file);
    expect(answered.split("Like this?")[1]).toMatch(/fil_\w+/);
  });
});

/** A PNG of one pixel, uploaded as the app does. */
async function sendPhoto(): Promise<string> {
  const dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const form = new FormData();
  form.set("file", new File([Buffer.from(dot, "base64")], "dot.png", { type: "image/png" }));
  const query = new URLSearchParams({ category: "TICKET", category_resource_id: userId });
  const response = await fetch(`${world.url}/api/cms/v1/files/upload?${query.toString()}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const answer = (await response.json()) as { data: { id: string } };
  return answer.data.id;
}
