import type { CustomMessage, MessageVersion } from "@voltmarg/contract";
import { DEFAULT_NAME } from "@voltmarg/contract/provider-name";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import {
  findNewest,
  insertVersion,
  isBuiltIn,
  listNewest,
  listShown,
  listVersions,
  lockText,
  positionOf,
  type MessageRow,
  type TextName,
} from "./messages.store.ts";

export type ContentDeps = {
  database: Database;
  clock: Clock;
  name: string;
  /** Hosts that the link of an app version may lead to. */
  appLinkHosts: readonly string[];
};

/** Texts for drivers, in their language where the translation is up to date; filtered by category and words. */
export async function readMessages(
  { database, name }: ContentDeps,
  wish: {
    types: readonly CustomMessage["type"][];
    language: CustomMessage["language"];
    category: string | null;
    search: string | null;
  },
): Promise<CustomMessage[]> {
  const words = wordsOf(wish.search ?? "");
  const shown = (await listShown(database.db, wish.types, wish.language)).map(namedBy(name));
  return shown
    .filter((row) => wish.category === null || sameText(row.category ?? "", wish.category))
    .filter((row) => {
      const text = plain(`${row.title} ${row.body}`);
      return words.every((word) => text.includes(word));
    })
    .map(toWire);
}

const plain = (text: string) => text.normalize("NFKC").toLowerCase();
const wordsOf = (text: string) => plain(text).split(/\s+/).filter(Boolean);
const sameText = (a: string, b: string) => plain(a) === plain(b);

/** For the back office: the newest version of each text, or all versions of one. */
export async function readVersions(
  { database: { db }, name }: ContentDeps,
  type: CustomMessage["type"] | null,
  key: string | null,
): Promise<MessageVersion[]> {
  const found = key === null ? await listNewest(db, type) : await listVersions(db, type, key);
  return found.map(namedBy(name)).map(toVersion);
}

/** Writes the next version of a text. */
export function writeMessage(
  { clock }: ContentDeps,
  backoffice: BackofficeCall,
  name: TextName,
  said: { title: string; text: string; category: string | null; position?: number | undefined },
): Promise<Outcome<MessageVersion, never>> {
  return backoffice.transact(async (tx) => {
    await lockText(tx, name);
    const before = await findNewest(tx, name);
    const at = clock.now();
    const row = await insertVersion(tx, {
      ...name,
      id: newId("msg", at),
      version: (before?.version ?? 0) + 1,
      title: said.title,
      body: said.text,
      category: said.category,
      position: said.position ?? (await positionOf(tx, name)),
      written_by: backoffice.name,
      removed: false,
      updated_at: at,
    });
    return done(toVersion(row));
  });
}

/** Withdraws a text by a new version. In Hindi or Urdu, drivers see the English text again. */
export function removeMessage(
  { clock }: ContentDeps,
  backoffice: BackofficeCall,
  name: TextName,
): Promise<Outcome<MessageVersion, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    await lockText(tx, name);
    const before = await findNewest(tx, name);
    if (!before || before.removed) return refuse("NOT_FOUND");
    const at = clock.now();
    const row = await insertVersion(tx, {
      ...before,
      id: newId("msg", at),
      version: before.version + 1,
      written_by: backoffice.name,
      removed: true,
      updated_at: at,
    });
    return done(toVersion(row));
  });
}

/** In the texts that came with the service, the provider's name. */
const namedBy =
  (name: string) =>
  (row: MessageRow): MessageRow => {
    if (!isBuiltIn(row)) return row;
    const named = (text: string) => text.replaceAll(DEFAULT_NAME, () => name);
    return { ...row, title: named(row.title), body: named(row.body) };
  };

const toWire = (row: MessageRow): CustomMessage => ({
  id: row.id,
  type: row.type,
  key: row.key,
  language: row.language,
  version: row.version,
  title: row.title,
  text: row.body,
  category: row.category,
  updated_at: row.updated_at.toISOString(),
});

const toVersion = (row: MessageRow): MessageVersion => ({
  ...toWire(row),
  position: row.position,
  written_by: row.written_by,
  removed: row.removed,
});
