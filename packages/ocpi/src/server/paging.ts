import { readDateTime, writeDateTime } from "../dates.ts";
import type { ListRequest } from "./handlers.ts";
import type { ListedReply } from "./routes.ts";

/** Reads a list's query; a refusal is a sentence. */
export function readPage(
  query: URLSearchParams,
  maxLimit: number,
  dateFromRequired: boolean,
): ({ ok: true } & ListRequest) | { ok: false; message: string } {
  const page: { ok: true } & ListRequest = { ok: true, offset: 0, limit: maxLimit };
  for (const name of ["date_from", "date_to"] as const) {
    const text = query.get(name);
    if (text === null) continue;
    const at = readDateTime(text);
    if (at === null) return { ok: false, message: `${name} is not a date` };
    page[name] = writeDateTime(at);
  }
  if (dateFromRequired && page.date_from === undefined) {
    return { ok: false, message: "date_from is required" };
  }
  for (const name of ["offset", "limit"] as const) {
    const text = query.get(name);
    if (text === null) continue;
    if (!/^\d{1,15}$/.test(text)) return { ok: false, message: `${name} is not a number` };
    page[name] = Number(text);
  }
  page.limit = Math.min(Math.max(page.limit, 1), maxLimit);
  return page;
}

/** The headers of a page, and the link to the next one (OCPI 2.2.1 transport_and_format). */
export function pagingHeaders(
  { listed }: ListedReply,
  page: ListRequest,
  maxLimit: number,
  url: string,
  query: URLSearchParams,
): Record<string, string> {
  const headers: Record<string, string> = {
    "x-total-count": String(listed.total),
    "x-limit": String(maxLimit),
  };
  const offset = page.offset + page.limit;
  if (offset < listed.total) {
    const next = new URLSearchParams(query);
    next.set("offset", String(offset));
    next.set("limit", String(page.limit));
    headers.link = `<${url}?${next.toString()}>; rel="next"`;
  }
  return headers;
}
