import { partners, type PartnerMessages } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { Usage, type Options, type Subcommand } from "./backoffice-command.ts";
import { onOneLine } from "./escape-terminal.ts";

/** `npm run operator -- messages`: the OCPI message log of a partner. */
export const messagesCommand: Subcommand = {
  usage: "messages <partner> [--since <instant>] [--object <id>] [--limit <n>]",
  does: "the OCPI message log, newest first; object: the id of a session, charge record, location or command, or our id of a charging session",
  run: async ([id], options, { url, token }) => {
    const { data } = await callRoute(url, partners.listPartnerMessages, {
      token,
      params: { id: id! },
      query: { since: sinceOf(options), object: options["object"], limit: limitOf(options) },
    });
    const { messages } = data;
    return { answer: data, text: messages.length > 0 ? messages.map(said).join("\n\n") : "None." };
  },
};

export function sinceOf({ since }: Options): string | undefined {
  if (since === undefined) return undefined;
  // A date or time without an offset is UTC.
  const text = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(since) ? `${since}Z` : since;
  if (Number.isNaN(Date.parse(text)))
    throw new Usage(`--since is an instant such as 2026-11-20T06:30:00Z, not "${since}"`);
  return new Date(text).toISOString();
}

function limitOf({ limit = "50" }: Options): number {
  if (/^[1-9]\d{0,2}$/.test(limit) && Number(limit) <= 500) return Number(limit);
  throw new Usage(`--limit is 1 to 500, not "${limit}"`);
}

/** `>` marks a request, `<` its answer. */
function said(m: PartnerMessages["messages"][number]): string {
  const outcome = m.failure ?? `HTTP ${m.http_status}, OCPI ${m.status_code ?? "none"}`;
  const about = [
    m.object_id && `object ${m.object_id}`,
    m.reference && `charge ${m.reference}`,
    `request ${m.request_id}`,
    `correlation ${m.correlation_id}`,
  ].filter(Boolean);
  return [
    `${m.at}  ${m.direction.padEnd(3)}  ${m.method} ${onOneLine(m.path)}  ${onOneLine(outcome)}, ${m.milliseconds} ms`,
    `  ${onOneLine(about.join(", "))}`,
    ...(m.request === null ? [] : [`  > ${onOneLine(m.request)}`]),
    ...(m.answer === null ? [] : [`  < ${onOneLine(m.answer)}`]),
    ...(m.cut ? ["  (cut)"] : []),
  ].join("\n");
}
