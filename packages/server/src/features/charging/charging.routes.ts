import { charging, type Session } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { ocpiData, wholeList } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { ChargingDeps } from "./change-session.ts";
import { askForSession, getSession, listOpen, readLatest, show } from "./read-sessions.ts";
import { startSession } from "./start/start-session.ts";
import { stopSession } from "./stop/stop-session.ts";

export function chargingRoutes({ mount }: Mount, deps: ChargingDeps): void {
  const wrap = <T extends Session | null>(session: T) => done(ocpiData(session, deps.clock.now()));

  mount(charging.startSession, async ({ body, headers, caller }) => {
    const started = await startSession(
      deps,
      caller.userId,
      body,
      headers["idempotency-key"] ?? null,
    );
    return started.ok ? wrap(await show(deps, started.value)) : started;
  });
  mount(charging.stopSession, async ({ body, caller }) => {
    const stopped = await stopSession(deps, caller.userId, body.session_id);
    return stopped.ok ? wrap(await show(deps, stopped.value)) : stopped;
  });
  mount(charging.latestSession, async ({ params }) => wrap(await readLatest(deps, params.userId)));
  mount(charging.activeSessions, async ({ params }) =>
    done(wholeList(await listOpen(deps, params.userId))),
  );
  mount(charging.getSession, async ({ params, caller }) => {
    const session = await getSession(deps, caller.userId, params.id);
    return session ? wrap(session) : refuse("SESSION_NOT_FOUND");
  });
  mount(charging.askForSession, async ({ params, caller }) => {
    const asked = await askForSession(deps, caller.userId, params.endpoint, params.id);
    return asked.ok ? wrap(asked.value) : asked;
  });
}
