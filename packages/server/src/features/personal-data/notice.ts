import type { Legal, NoticeLanguage, PrivacyNotice, Seller } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { digestOf, noticeFacts, type NoticeFacts, type Periods } from "./notice-facts.ts";
import { fill, readNoticeWords } from "./notice-words.ts";
import { versionOfNotice } from "./consent.store.ts";

export type NoticeDeps = {
  database: Database;
  clock: Clock;
  /** The provider's name. */
  name: string;
  recipients: NoticeFacts["recipients"];
  periods: Periods;
  seller(): Promise<Seller>;
  officerOf(seller: Seller): Legal["grievance_officer"];
};

export type Notice = ReturnType<typeof createNotice>;

/** The privacy notice of this installation: made of the register, the settings, and the words of each language. */
export function createNotice(deps: NoticeDeps) {
  const words = readNoticeWords();
  const english = words.get("en")!;
  const facts = noticeFacts(deps.recipients, deps.periods);
  const digest = digestOf(facts);
  let known: Promise<{ version: number; since: Date }> | null = null;

  /** Which version of the notice the facts of this installation are; the first caller writes it down. */
  const version = () => {
    known ??= versionOfNotice(deps.database, { digest, facts, at: deps.clock.now() }).catch(
      (error: unknown) => {
        known = null;
        throw error;
      },
    );
    return known;
  };

  const read = async (asked: NoticeLanguage): Promise<PrivacyNotice> => {
    const language = words.has(asked) ? asked : "en";
    const said = words.get(language) ?? english;
    const seller = await deps.seller();
    const officer = deps.officerOf(seller);
    const { version: number, since } = await version();
    const named = { provider: deps.name, seller: seller.name };
    return {
      version: number,
      since: since.toISOString(),
      language,
      remark: said.read_by_native_speaker ? null : said.translated,
      languages: [...words].map(([each, { name }]) => ({ language: each, name })),
      title: fill(said.title, named),
      intro: fill(said.intro, named),
      headings: said.headings,
      data: facts.data.map(({ kind, why, howLong }) => ({
        what: said.data[kind],
        purposes: why.map((each) => said.why[each]),
        how_long: howLong.map((each) => fill(said.how_long[each.how], each)),
      })),
      recipients: facts.recipients.map(({ recipient, host = "" }) =>
        fill(said.recipients[recipient], { host }),
      ),
      more: [said.location, said.not_sold],
      rights: [
        said.rights.app,
        said.rights.withdraw,
        fill(said.rights.complain, {
          officer: officer
            ? `${officer.name}, ${officer.designation}, ${officer.phone}, ${officer.email}`
            : seller.name,
        }),
      ],
      consent: said.consent,
    };
  };
  return { version, read };
}
