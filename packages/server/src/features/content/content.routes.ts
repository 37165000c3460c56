import { content } from "@voltmarg/contract";
import { languagesOf, spokenBy } from "../../platform/http/language.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { wholeList } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { appVersionFor, readAppVersions, removeAppVersion, setAppVersion } from "./app-versions.ts";
import {
  readMessages,
  readVersions,
  removeMessage,
  writeMessage,
  type ContentDeps,
} from "./manage-messages.ts";

/** The provider's texts and the app's versions: everybody reads them, the back office writes them. */
export function contentRoutes({ mount }: Mount, deps: ContentDeps): void {
  mount(content.listCustomMessages, async ({ query, request }) => {
    const language = query.language ?? spokenBy(request);
    const shown = await readMessages(deps, {
      types: query.messageTypes,
      language,
      category: query.category ?? null,
      search: query.search ?? null,
    });
    return done(wholeList(shown), { languages: languagesOf(shown, language) });
  });
  mount(content.getAppVersion, async ({ params, query }) => {
    const version = query.version ?? null;
    const found = await appVersionFor(deps, params.name, query.device_type, version);
    return found ? done({ data: found }) : refuse("NOT_FOUND");
  });

  mount(content.listMessageVersions, async ({ query }) =>
    done({ data: { messages: await readVersions(deps, query.type ?? null, query.key ?? null) } }),
  );
  mount(content.putMessage, async ({ params, body, backoffice }) => {
    const written = await writeMessage(deps, backoffice, params, body);
    return written.ok ? done({ data: written.value }) : written;
  });
  mount(content.removeMessage, async ({ params, backoffice }) => {
    const removed = await removeMessage(deps, backoffice, params);
    return removed.ok ? done({ data: removed.value }) : removed;
  });
  mount(content.listAppVersions, async () =>
    done({ data: { versions: await readAppVersions(deps) } }),
  );
  mount(content.putAppVersion, async ({ params, body, backoffice }) => {
    const { name: app_name, device_type } = params;
    const put = await setAppVersion(deps, backoffice, { app_name, device_type, ...body });
    return put.ok ? done({ data: put.value }) : put;
  });
  mount(content.removeAppVersion, async ({ params, backoffice }) => {
    const removed = await removeAppVersion(backoffice, params.name, params.device_type);
    return removed.ok ? done({ data: removed.value }) : removed;
  });
}
