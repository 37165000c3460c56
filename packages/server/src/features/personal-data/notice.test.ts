import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { companies, consent, noticeLanguages } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tablesOf } from "@voltmarg/testkit/personal-data-tables";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { fastify } from "fastify";
import { recipientsOf } from "../../platform/http/recipients.ts";
import { addSecurityHeaders } from "../../platform/http/security-headers.ts";
import { AGES } from "../../composition/retention.ts";
import { digestOf, noticeFacts, PURPOSES } from "./notice-facts.ts";
import { readNoticeWords, type NoticeWords } from "./notice-words.ts";
import { register } from "./register.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const words = readNoticeWords();
const english = words.get("en")!;
const notice = async (language: (typeof noticeLanguages)[number]) =>
  (await world.call(consent.getPrivacyNotice, { query: { language } })).body.data;

/** Every text with the path to it. */
const flat = (of: object, path = ""): [string, string][] =>
  Object.entries(of).flatMap(([name, value]): [string, string][] =>
    typeof value === "object" && value !== null
      ? flat(value as object, `${path}${name}.`)
      : [[path + name, String(value)]],
  );
const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).toSorted();

describe("the privacy notice", () => {
  test("has words in English and in all 22 scheduled languages, with the same places to fill in", () => {
    expect([...words.keys()].toSorted()).toEqual([...noticeLanguages].toSorted());
    const wrong = [...words].flatMap(([language, said]) => {
      const told = new Map(flat(said));
      return flat(english).flatMap(([path, text]) => {
        const there = told.get(path);
        if (there === undefined || (there === "" && path !== "translated"))
          return [`${language} lacks ${path}`];
        return holes(there).join() === holes(text).join() ? [] : [`${language} ${path}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  test("says of each translation that nobody who grew up with it has read it", async () => {
    const unread = [...words].filter(([, said]) => !said.read_by_native_speaker);
    expect(unread).toHaveLength(22);
    for (const [language, said] of unread) {
      expect([language, said.translated.length > 10]).toEqual([language, true]);
      expect((await notice(language)).remark).toBe(said.translated);
    }
    expect((await notice("en")).remark).toBeNull();
  });

  test("is read by everybody, in the language of the browser where nothing else is asked", async () => {
    const { body } = await world.call(consent.getPrivacyNotice, {
      send: { "accept-language": "hi" },
    });
    expect(body.data.language).toBe("hi");
    expect(body.data.languages).toHaveLength(23);
    expect(JSON.stringify(body.data)).not.toMatch(/\{\w+\}/);
  });

  test("has a kind for every table of the register, and for every kind a purpose, words and a period", async () => {
    const kinds = new Set(Object.values(register).map((entry) => entry.notice));
    expect([...kinds].toSorted()).toEqual(Object.keys(PURPOSES).toSorted());
    const { data } = await notice("en");
    expect(data.map(({ what }) => what).toSorted()).toEqual(Object.values(english.data).toSorted());
    for (const { what, purposes, how_long } of data) {
      expect([what, purposes.length > 0, how_long.length > 0]).toEqual([what, true, true]);
    }
  });

  test("names periods as they are: of the audit log, of codes, of bills", async () => {
    const { data } = await notice("en");
    const periodsOf = (kind: keyof NoticeWords["data"]) =>
      data.find(({ what }) => what === english.data[kind])!.how_long.join("; ");
    // Nothing deletes bills and books yet.
    expect(periodsOf("money")).toContain("at least 72 months");
    const codes = AGES.find(({ table }) => table === "otp_challenge")!.days;
    expect(periodsOf("sign_in")).toContain(`at most ${codes} days`);
    expect(periodsOf("audit")).toContain("2930 days; IP addresses 365 days");
  });

  test("has another version when a recipient is added, and the first again when it goes", () => {
    const periods = { ages: AGES, closedDays: 365, auditDays: 2930, addressDays: 365 };
    const before = digestOf(noticeFacts([{ recipient: "operators" }], periods));
    const more = digestOf(
      noticeFacts([{ recipient: "operators" }, { recipient: "addresses" }], periods),
    );
    const longer = digestOf(
      noticeFacts([{ recipient: "operators" }], { ...periods, closedDays: 400 }),
    );
    expect(new Set([before, more, longer]).size).toBe(3);
    expect(digestOf(noticeFacts([{ recipient: "operators" }], periods))).toBe(before);
  });
});

describe("what the notice is made of is complete", () => {
  // A new column of a table with personal data changes this file: whoever adds one reads the sentence of its kind.
  test("columns of tables with personal data are those that were read for it", async () => {
    const tables = await tablesOf(world.database.db);
    const listed = tables
      .filter(({ name }) => name in register)
      .map(
        ({ name, columns }) =>
          `${register[name as keyof typeof register].notice} ${name}: ${columns.toSorted().join(" ")}`,
      )
      .toSorted();
    await expect(`${listed.join("\n")}\n`).toMatchFileSnapshot("./columns.txt");
  });

  test("all that a company's statement says of a driver is in the sentence of the company", () => {
    const bill = companies.CompanyStatement.shape.bills.def.element;
    const sentences: Record<keyof typeof bill.shape, string | null> = {
      cdr_id: null,
      at: "times",
      driver_name: "name",
      driver_mobile: "number",
      vehicle: "vehicle with number plate",
      place: "place",
      kwh: "energy",
      net_minor: "price",
      gst_minor: "price",
      total_minor: "price",
      invoice_number: null,
    };
    const named = Object.values(sentences).filter((word) => word !== null);
    expect(named.filter((word) => !english.recipients.company.includes(word))).toEqual([]);
  });

  test("nothing but these files opens a connection to somebody else", async () => {
    const folder = join(import.meta.dirname, "../..");
    const files = (await readdir(folder, { recursive: true })).filter(
      (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
    );
    const opens =
      /import \{[^}]*\b([rR]equest|connect)\b[^}]*\} from "node:|from "(nodemailer|@aws-sdk\/client-s3|openid-client|undici)"|\bfetch\(/;
    const opening: string[] = [];
    for (const file of files)
      if (opens.test(await readFile(join(folder, file), "utf8"))) opening.push(file);
    expect(opening.toSorted()).toEqual(OPENING);
  });

  test("the browser calls nobody but this service and recipients of the notice", async () => {
    const calledWith = async (set: object) => {
      const app = fastify();
      const none = { profile: "PROD", googleMaps: null, mapStyleUrl: null, appServers: [] };
      await addSecurityHeaders(app, { ...none, ...set } as Parameters<
        typeof addSecurityHeaders
      >[1]);
      app.get("/", async () => "");
      const policy = String((await app.inject("/")).headers["content-security-policy"]);
      return [...new Set(policy.match(/https?:\/\/[\w.-]+/g))].toSorted();
    };
    expect(await calledWith({})).toEqual([]);
    // The recipient `map`.
    const mapStyleUrl = "https://maps.example/style.json";
    expect(await calledWith({ mapStyleUrl })).toEqual(["https://maps.example"]);
    // The recipient `addresses`, which is Google.
    const googleMaps = { url: "https://maps.googleapis.com/maps/api/js", key: "k" };
    expect(await calledWith({ googleMaps })).toEqual([
      "https://maps.googleapis.com",
      "https://places.googleapis.com",
    ]);
  });

  test("each recipient of a setting is there with it, and none without", () => {
    const nothing = {
      social: [],
      eInvoice: null,
      mapStyleUrl: null,
      googleMaps: null,
      router: null,
      blobs: { kind: "disk", folder: "/files" },
      messages: { sms: null, mail: null },
    } as unknown as Parameters<typeof recipientsOf>[0];
    const everything = {
      social: [{}],
      eInvoice: {},
      mapStyleUrl: "https://maps.example/style.json",
      googleMaps: { url: "https://maps.googleapis.com/maps/api/js", key: "k" },
      router: { url: "https://router.example", key: null },
      blobs: { kind: "s3", region: "ap-south-1", endpoint: null },
      messages: { sms: {}, mail: {} },
    } as unknown as Parameters<typeof recipientsOf>[0];
    const names = (of: typeof nothing) => recipientsOf(of).map(({ recipient }) => recipient);
    expect(names(everything).toSorted()).toEqual(Object.keys(english.recipients).toSorted());
    expect(names(everything).filter((each) => !names(nothing).includes(each))).toEqual([
      "sms",
      "mail",
      "tax",
      "social",
      "map",
      "addresses",
      "router",
      "storage",
    ]);
    expect(recipientsOf(everything)).toContainEqual({
      recipient: "storage",
      host: "s3.ap-south-1.amazonaws.com",
    });
  });
});

/** Those that carry data of drivers name a recipient with each call, or are one (`recipients.ts`). */
const OPENING = [
  "platform/blobs/s3.ts",
  // The certificate of our own address.
  "platform/http/certificate.ts",
  "platform/http/oidc.ts",
  "platform/http/outbound.ts",
  "platform/mail.ts",
];
