import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { books, personalData, support, type RouteInput } from "@voltmarg/contract";
import { callRoute, saveDocument } from "@voltmarg/client/node";
import type { BackOfficeCommand } from "./backoffice-command.ts";
import { companyLimit } from "./company-command.ts";
import { operationCommands } from "./operation-command.ts";
import { table, textOf } from "./print-answer.ts";
import { PROVIDER_RULES, supportText } from "./provider-rules.ts";
import { jsonOf } from "./read-value.ts";
import { Usage, type Subcommand } from "./subcommand.ts";

/** Commands that call several operations, or read or write files of their own. */
const byHand: readonly Subcommand[] = [
  companyLimit,
  {
    usage: "books export <month> [--folder <folder>]",
    does: "Save the sales register, GSTR-1, vouchers for Tally and a journal for hledger; exit code 1 if one differs from what was filed.",
    run: async ([month = ""], { folder = "." }, { url, token }) => {
      const { data } = await callRoute(url, books.getBooks, { token, params: { month } });
      await mkdir(folder, { recursive: true });
      const saved = await Promise.all(
        data.files.map(async ({ file, sha256 }) => {
          const path = join(folder, `${month}-${file}`);
          const input = { token, params: { month, file } };
          const bytes = await saveDocument(url, books.exportBooks, path, input);
          const isAsFiled = sha256 === null ? null : sha256 === (await digestOf(path));
          return { file: path, bytes, as_filed: isAsFiled };
        }),
      );
      const rows = saved.map(({ file, bytes, as_filed }) => [
        file,
        String(bytes),
        as_filed === null ? "open" : as_filed ? "as filed" : "DIFFERS from what was filed",
      ]);
      const failed = saved.some(({ as_filed }) => as_filed === false);
      return { answer: { files: saved }, text: table(["File", "Bytes", "State"], rows), failed };
    },
  },
  {
    usage: "breach form <file>",
    does: "Write what is to be filled in, as JSON: who is affected, and what they are told in three languages.",
    run: async ([file]) => {
      // Never over what somebody has begun to fill in.
      await writeFile(file!, `${JSON.stringify(BREACH_FORM, null, 2)}\n`, { flag: "wx" });
      return { answer: { file }, text: `Fill in ${file}, then: provider breach tell ${file}` };
    },
  },
  {
    usage: "breach tell <file>",
    does: "Tell the affected drivers by notification, SMS and mail; a second member has to confirm it.",
    run: async ([file], _options, { url, token }) => {
      const { drivers, ...rest } = jsonOf(await readFile(file!, "utf8"), file!) as BreachForm;
      const left = Object.keys(rest).filter((name) =>
        rest[name as keyof typeof rest]!.includes("…"),
      );
      if (left.length > 0) throw new Usage(`fill in the … of ${left.join(", ")}`);
      const body = { ...rest, drivers: drivers?.trim() ? drivers : undefined };
      const { data } = await callRoute(url, personalData.tellBreach, { token, body });
      return { answer: data, text: textOf("tellBreach", data) };
    },
  },
  {
    usage: "support show",
    does: "The support contact details.",
    run: async (_args, _options, { url }) => {
      const [answer] = (await callRoute(url, support.findSupportInformation, {})).content;
      return { answer: answer!, text: supportText(answer!) };
    },
  },
];

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest("hex");
}

type BreachForm = RouteInput<typeof personalData.tellBreach>["body"];
/** What is to be filled in, with sentences that fit most breaches. */
const BREACH_FORM: BreachForm = {
  reason: "…",
  reference: "BREACH-…",
  who: "ALL",
  drivers: "",
  phone: "+91…",
  happened_en: "On … somebody without permission could read … from our service.",
  happened_hi: "… को किसी ने बिना अनुमति के हमारी सेवा से … पढ़ा हो सकता है।",
  happened_ur: "… کو کسی نے بغیر اجازت ہماری سروس سے … پڑھا ہو سکتا ہے۔",
  consequences_en: "Somebody may call or write to you and pretend to be us.",
  consequences_hi: "कोई आपको फ़ोन या संदेश करके हमारा होने का दिखावा कर सकता है।",
  consequences_ur: "کوئی آپ کو فون یا پیغام کر کے ہمارا ہونے کا دکھاوا کر سکتا ہے۔",
  done_en: "We closed the way in on … and reported it to CERT-In and the Data Protection Board.",
  done_hi: "हमने … को वह रास्ता बंद किया और CERT-In तथा डेटा संरक्षण बोर्ड को बताया।",
  done_ur: "ہم نے … کو وہ راستہ بند کیا اور CERT-In اور ڈیٹا پروٹیکشن بورڈ کو بتایا۔",
  advice_en: "Tell nobody a one-time code. We never ask for one by phone.",
  advice_hi: "किसी को भी ओटीपी न बताएँ। हम फ़ोन पर कभी ओटीपी नहीं माँगते।",
  advice_ur: "کسی کو بھی او ٹی پی نہ بتائیں۔ ہم فون پر کبھی او ٹی پی نہیں مانگتے۔",
  contact_en: "Questions: …, data protection, telephone ….",
  contact_hi: "सवालों के लिए: …, डेटा सुरक्षा, फ़ोन …।",
  contact_ur: "سوالات کے لیے: …, ڈیٹا کی حفاظت, فون …۔",
};

export const providerCommand: BackOfficeCommand = {
  name: "provider",
  about: "The provider's back office. It calls a running service, which logs every call.",
  subcommands: [...operationCommands("provider", PROVIDER_RULES), ...byHand],
};
