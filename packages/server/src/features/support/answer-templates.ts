import type { AnswerTemplate } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import {
  dropTemplate,
  findTemplate,
  listTemplates,
  lockTemplates,
  putTemplate,
  type TemplateRow,
  type TemplateText,
} from "./answer-templates.store.ts";

export async function readTemplates(on: Queryable): Promise<AnswerTemplate[]> {
  return (await listTemplates(on)).map(toWire);
}

/** Saves a template that was made from `version`; 0: there was none. */
export function saveTemplate(
  { clock }: { clock: Clock },
  backoffice: BackofficeCall,
  template: TemplateText,
  version: number,
): Promise<Outcome<AnswerTemplate, "CONFLICT">> {
  return backoffice.transact(async (tx) => {
    await lockTemplates(tx);
    const before = await findTemplate(tx, template.key);
    if ((before?.version ?? 0) !== version) return changedMeanwhile(before);
    return done(toWire(await putTemplate(tx, template, backoffice.name, clock.now())));
  });
}

export function removeTemplate(
  backoffice: BackofficeCall,
  key: string,
  version: number,
): Promise<Outcome<{ removed: true }, "NOT_FOUND" | "CONFLICT">> {
  return backoffice.transact(async (tx) => {
    await lockTemplates(tx);
    const before = await findTemplate(tx, key);
    if (!before) return refuse("NOT_FOUND");
    if (before.version !== version) return changedMeanwhile(before);
    await dropTemplate(tx, key);
    return done({ removed: true as const });
  });
}

/** Null: it was removed. */
const changedMeanwhile = (now: TemplateRow | null) =>
  refuse("CONFLICT", {
    message: now
      ? `${now.updated_by} changed this template meanwhile. Its English text is now: ${now.en}`
      : "Somebody removed this template meanwhile.",
    extra: {
      by: now?.updated_by ?? null,
      at: now?.updated_at.toISOString() ?? null,
      template: now && toWire(now),
    },
  });

const toWire = (row: TemplateRow): AnswerTemplate => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
});
