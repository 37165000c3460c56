import { existsSync, readFileSync } from "node:fs";
import { noticeLanguages, type NoticeLanguage } from "@voltmarg/contract";
import type { Recipient } from "../../platform/http/recipients.ts";
import type { DataKind, HowLong, Why } from "./notice-facts.ts";

/** A file `content/<language>/notice.json`: what the notice says of each fact, in one language. */
export type NoticeWords = {
  /** The language's own name of itself. */
  name: string;
  read_by_native_speaker: boolean;
  /** That nobody who grew up with the language has read it. */
  translated: string;
  title: string;
  intro: string;
  headings: Record<"data" | "why" | "recipients" | "how_long" | "rights", string>;
  data: Record<DataKind, string>;
  why: Record<Why, string>;
  recipients: Record<Recipient, string>;
  how_long: Record<HowLong["how"], string>;
  location: string;
  not_sold: string;
  rights: Record<"app" | "withdraw" | "complain", string>;
  consent: Record<"age" | "agree", string>;
};

const fileOf = (language: string) =>
  new URL(`../../../content/${language}/notice.json`, import.meta.url);

/** The notice's words in every language there is a file for. */
export function readNoticeWords(): Map<NoticeLanguage, NoticeWords> {
  const known = noticeLanguages.filter((each) => existsSync(fileOf(each)));
  return new Map(
    known.map((language) => [
      language,
      JSON.parse(readFileSync(fileOf(language), "utf8")) as NoticeWords,
    ]),
  );
}

/** A sentence with what stands in braces replaced. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
