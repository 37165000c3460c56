import type * as z from "zod/mini";
import { type Found, objectOf } from "../findings.ts";
import type { Party } from "../ids.ts";
import type { Caller, CallOptions, Result } from "./call.ts";

/** What of a list to ask for. */
export type ListQuery = {
  /** Inclusive, compared with last_updated; required by the standard for sessions. */
  date_from?: string;
  /** Exclusive. */
  date_to?: string;
  offset?: number;
  limit?: number;
} & CallOptions;

/** An object of a page that could not be read. `id` and `party`: if they can be read. */
export type Rejected = {
  index: number;
  id?: string;
  party?: Party;
  message: string;
  raw: unknown;
};

/** A page of a list. */
export type Page<T> = {
  items: T[];
  /** Objects of this page that could not be read; the rest is valid. */
  rejected: Rejected[];
  offset: number;
  total?: number;
};

/** A list, page after page. A failure ends it. */
export type Pages<T> = AsyncGenerator<Result<Page<T>>>;

const maxPages = 20_000;

/**
 * Crawls a paged list. Yields page after page; a failure is yielded once and ends the crawl.
 * Items may come twice when the list changes under way (OCPI 2.2.1 transport, pagination).
 */
export async function* crawl<S extends z.ZodMiniType>(
  caller: Caller,
  { item, module }: { item: S; module: string },
  endpointUrl: string,
  query: ListQuery,
  routed: boolean,
): AsyncGenerator<Result<Page<z.output<S>>>> {
  const start = new URL(endpointUrl);
  for (const name of ["date_from", "date_to", "offset", "limit"] as const) {
    if (query[name] !== undefined) start.searchParams.set(name, String(query[name]));
  }
  const visited = new Set<string>();
  let url: URL | null = start;
  let offset = query.offset ?? 0;
  let known: number | undefined;

  for (let count = 0; url; count += 1) {
    if (count === maxPages) {
      yield { ok: false, reason: "shape", message: `more than ${maxPages} pages` };
      return;
    }
    visited.add(url.href);
    const answer = await caller.call({
      method: "GET",
      url: url.href,
      routed,
      ...(query.correlationId === undefined ? {} : { correlationId: query.correlationId }),
    });
    if (!answer.ok) {
      yield answer;
      return;
    }
    const listed = answer.data ?? [];
    if (!Array.isArray(listed)) {
      yield { ok: false, reason: "shape", status: answer.status, message: "a list expected" };
      return;
    }
    const total = readCount(answer.headers["x-total-count"]);
    if (total !== undefined && known !== undefined && total < known && offset > 0) {
      // Objects left the list, so later ones moved up: fetch this page again from further up.
      offset = Math.max(0, offset - (known - total));
      known = total;
      // Pages already read may come again for a good reason; totals that only drop keep this finite.
      visited.clear();
      url = new URL(url);
      url.searchParams.set("offset", String(offset));
      continue;
    }
    known = total ?? known;
    const { found, ...page } = sort(caller, item, listed, module);
    found.forEach(caller.note);
    yield {
      ...answer,
      data: { ...page, offset, ...(total === undefined ? {} : { total }) },
    };

    const next = nextLink(answer.headers.link, url);
    if (next === null) return;
    if (next.origin !== start.origin) {
      yield {
        ok: false,
        reason: "shape",
        status: answer.status,
        message: `the next page leaves ${start.origin}`,
      };
      return;
    }
    if (visited.has(next.href)) {
      yield {
        ok: false,
        reason: "shape",
        status: answer.status,
        message: "the pages run in a circle",
      };
      return;
    }
    offset = readCount(next.searchParams.get("offset") ?? undefined) ?? offset + listed.length;
    url = next;
  }
}

function sort<S extends z.ZodMiniType>(caller: Caller, item: S, listed: unknown[], module: string) {
  const items: z.output<S>[] = [];
  const rejected: Rejected[] = [];
  const found: Found[] = [];
  listed.forEach((raw, index) => {
    const parsed = caller.read(item, raw);
    if (parsed.findings.length > 0)
      found.push({ module, object: objectOf(raw), findings: parsed.findings });
    if (parsed.ok) items.push(parsed.data);
    else {
      const { country_code, party_id, ...rest } = (raw ?? {}) as Partial<Record<string, unknown>>;
      // In the same form as a readable object.
      const id = typeof rest["id"] === "number" ? String(rest["id"]) : rest["id"];
      rejected.push({
        index,
        ...(typeof id === "string" ? { id } : {}),
        ...(typeof country_code === "string" && typeof party_id === "string"
          ? { party: { country_code, party_id } }
          : {}),
        message: parsed.message,
        raw,
      });
    }
  });
  return { items, rejected, found };
}

function readCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** RFC 8288, the part that OCPI uses. */
function nextLink(link: string | undefined, from: URL): URL | null {
  for (const [, target, parameters] of (link ?? "").matchAll(/<([^>]*)>([^,<]*)/g)) {
    if (!/;\s*rel\s*=\s*"?next"?\s*(;|$)/i.test(parameters!)) continue;
    return URL.canParse(target!, from.href) ? new URL(target!, from) : null;
  }
  return null;
}
