import { development } from "@voltmarg/contract";
import { mobileToE164 } from "@voltmarg/rules";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

export type DevOutboxDeps = {
  /** Messages sent, newest first; of one recipient, or of all. */
  listSent(to: string | undefined): Promise<
    readonly {
      channel: "sms" | "mail" | "push";
      to: string;
      text: string;
      code: string | null;
      at: Date;
    }[]
  >;
};

/** Answers requests from this machine only. */
export function devOutboxRoutes({ mount }: Mount, { listSent }: DevOutboxDeps): void {
  mount(development.devOutbox, async ({ query, request }) => {
    // What a proxy forwards is not from this machine, whoever the proxy is.
    if (!LOOPBACK.has(request.address) || request.headers["x-forwarded-for"] !== undefined)
      return refuse("NOT_FOUND");
    const to = query.to === undefined ? undefined : (mobileToE164(query.to) ?? query.to);
    const sent = await listSent(to);
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
