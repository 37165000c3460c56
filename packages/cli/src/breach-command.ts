import { readFile, writeFile } from "node:fs/promises";
import { personalData, type Breach, type RouteInput } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { fields, moment, table, Usage, type Subcommand } from "./backoffice-command.ts";

type Body = RouteInput<typeof personalData.tellBreach>["body"];

/** What is to be filled in, with sentences that fit most breaches. */
const FORM: Body = {
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

const filled = (text: string): Body => {
  const body = JSON.parse(text) as Body;
  const left = Object.entries(body).flatMap(([name, value]) => (value.includes("…") ? [name] : []));
  if (left.length > 0) throw new Usage(`fill in the … of ${left.join(", ")}`);
  return body.drivers?.trim() ? body : { ...body, drivers: undefined };
};

const shown = ({ text_en: _text, ...rest }: Breach) => fields(rest);

/** `breach …`: drivers are told of a breach of their data (docs/operations/runbooks/breach.md). */
export const breachCommands: readonly Subcommand[] = [
  {
    usage: "breach form <file>",
    does: "write what is to be filled in, as JSON: who is affected, and what they are told in three languages",
    run: async ([file]) => {
      // Never over what somebody has begun to fill in.
      await writeFile(file!, `${JSON.stringify(FORM, null, 2)}\n`, { flag: "wx" });
      return { answer: { file }, text: `Fill in ${file}, then: provider breach tell ${file}` };
    },
  },
  {
    usage: "breach tell <file>",
    does: "tell the affected drivers by notification, SMS and mail; a second member has to confirm it",
    run: async ([file], _options, { url, token }) => {
      const body = filled(await readFile(file!, "utf8"));
      const { data } = await callRoute(url, personalData.tellBreach, { token, body });
      return { answer: data, text: shown(data) };
    },
  },
  {
    usage: "breach list",
    does: "the breaches that drivers were told of, with how many were told, reached and not reached",
    run: async (_args, _options, { url, token }) => {
      const { data: answer } = await callRoute(url, personalData.listBreaches, { token });
      const rows = answer.breaches.map((each) => [
        each.id,
        each.reference,
        moment(each.at),
        each.told_by,
        each.who.toLowerCase(),
        each.finished_at ? moment(each.finished_at) : "goes on",
        String(each.told),
        String(each.reached),
        String(each.waiting),
        String(each.not_reached),
      ]);
      const head = [
        "Id",
        "Reference",
        "At (IST)",
        "By",
        "Who",
        "Done (IST)",
        "Told",
        "Reached",
        "On the way",
        "Not reached",
      ];
      return { answer, text: rows.length > 0 ? table(head, rows) : "None." };
    },
  },
];
