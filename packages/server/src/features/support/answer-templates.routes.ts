import { backoffice as routes } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import type { AnswerDeps } from "./answer-tickets.ts";
import { readTemplates, removeTemplate, saveTemplate } from "./answer-templates.ts";

/** Answers that staff send often. */
export function answerTemplateRoutes({ mount }: Mount, deps: AnswerDeps): void {
  mount(routes.listAnswerTemplates, async () =>
    done({ data: { templates: await readTemplates(deps.database.db) } }),
  );
  mount(routes.saveAnswerTemplate, async ({ params, body, backoffice }) => {
    const { version, ...text } = body;
    const saved = await saveTemplate(deps, backoffice, { key: params.key, ...text }, version);
    return saved.ok ? done({ data: saved.value }) : saved;
  });
  mount(routes.removeAnswerTemplate, async ({ params, query, backoffice }) => {
    const removed = await removeTemplate(backoffice, params.key, query.version);
    return removed.ok ? done({ data: removed.value }) : removed;
  });
}
