import { development } from "@voltmarg/contract";
import { mobileToE164 } from "@voltmarg/rules";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { Messages } from "./messages/messages.ts";

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

/** The sent messages, for demonstrations and tests: mounted outside PROD only, answered to this machine only. */
export function notificationsRoutes({ mount }: Mount, messages: Messages): void {
  mount(development.devOutbox, async ({ query, request }) => {
    // What a proxy forwards is not from this machine, whoever the proxy is.
    if (!LOOPBACK.has(request.address) || request.headers["x-forwarded-for"] !== undefined)
      return refuse("NOT_FOUND");
    const to = query.to === undefined ? undefined : (mobileToE164(query.to) ?? query.to);
    const sent = await messages.listSent(to);
    return done(
      sent.map((message) => ({
        channel: message.channel,
        to: message.to,
        text: message.text,
        code: message.code ?? undefined,
        at: message.at.toISOString(),
      })),
    );
  });
}
