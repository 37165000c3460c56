import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { content } from "@voltmarg/contract";
import * as z from "zod/mini";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  insertVersion,
  isBuiltIn,
  listAllVersions,
  lockAllTexts,
  recordLoaded,
  type MessageRow,
  type TextName,
} from "./messages.store.ts";

export type BuiltInText = Pick<
  MessageRow,
  "type" | "key" | "language" | "title" | "body" | "category" | "position"
>;

const Text = z.object({
  title: z.string(),
  text: z.string(),
  category: z.optional(z.string()),
  position: z.optional(z.int()),
});
const Texts = z.record(content.MessageType, z.record(z.string(), Text));

const FOLDER = new URL("../../../content/", import.meta.url);
const textsIn = (language: string) =>
  Texts.parse(JSON.parse(readFileSync(new URL(`${language}/texts.json`, FOLDER), "utf8")));

/** The texts of `content/<language>/texts.json`. Positions are those of the English file. */
export function readBuiltInTexts(): BuiltInText[] {
  const english = textsIn("en");
  return content.Language.options.flatMap((language) =>
    Object.entries(textsIn(language)).flatMap(([name, texts]) => {
      const type = content.MessageType.parse(name);
      return Object.entries(texts).map(([key, { title, text, category = null }]) => {
        const { position } = english[type][key] ?? {};
        if (position === undefined) throw new Error(`${type}/${key} has no position in English`);
        return { type, key, language, title, body: text, category, position };
      });
    }),
  );
}

/**
 * Writes a new version of each text that differs from the files of this release, in all its languages, and withdraws
 * those that are no longer in them. A text that somebody has written in any language stays as it is in all. A set of
 * files is loaded once, so that an earlier release that starts again beside this one does not bring its texts back.
 */
export async function loadBuiltInTexts(
  { database, clock }: { database: Database; clock: Clock },
  texts: readonly BuiltInText[] = readBuiltInTexts(),
): Promise<void> {
  const digest = createHash("sha256").update(JSON.stringify(texts)).digest("hex");
  await database.transact(async (tx) => {
    const at = clock.now();
    if (!(await recordLoaded(tx, digest, at))) return;
    await lockAllTexts(tx);
    const before = await listAllVersions(tx);
    const newest = new Map(before.map((row) => [nameOf(row), row]));
    const written = new Set(before.filter((row) => !isBuiltIn(row)).map(textOf));
    const changed = new Set(
      texts.filter((text) => differs(newest.get(nameOf(text)), text)).map(textOf),
    );
    const ours = new Set(texts.map(nameOf));
    const put = async (text: BuiltInText, removed: boolean) => {
      if (written.has(textOf(text))) return;
      const version = (newest.get(nameOf(text))?.version ?? 0) + 1;
      const id = `msg_${nameOf(text)}_${version}`.toLowerCase().replaceAll(/[-/]/g, "_");
      await insertVersion(tx, {
        ...text,
        id,
        version,
        written_by: "bootstrap",
        removed,
        updated_at: at,
      });
    };
    for (const text of texts) if (changed.has(textOf(text))) await put(text, false);
    for (const [name, row] of newest) if (!row.removed && !ours.has(name)) await put(row, true);
  });
}

const textOf = ({ type, key }: TextName) => `${type}/${key}`;
const nameOf = (text: TextName) => `${textOf(text)}/${text.language}`;
const differs = (before: MessageRow | undefined, text: BuiltInText) =>
  !before ||
  before.removed ||
  (["title", "body", "category", "position"] as const).some((part) => before[part] !== text[part]);
