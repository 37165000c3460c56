import {
  writeDateTime,
  type Failure,
  type OcpiClient,
  type Page,
  type Result,
} from "@voltmarg/ocpi";

/** What came, what OCPI says, and in which section. */
type Said = { came: string; standard: string; section: string };
/** Where a check writes what it finds, about the request that was answered last. */
export type Notes = {
  fault(module: string, said: Said): void;
  /** A call that failed; null: there was no answer to examine. */
  failed(module: string, failure: Failure | null): void;
};

type Item = { id: string; last_updated: string };
type Query = { date_from: string; date_to?: string; limit: number };
type Pages = AsyncGenerator<Result<Page<Item>>>;
/** A Sender module of an operator. */
export type List = { module: string; pages: (client: OcpiClient, query: Query) => Pages };

export const LISTS: readonly List[] = [
  { module: "locations", pages: (client, query) => client.getLocations(query) },
  { module: "tariffs", pages: (client, query) => client.getTariffs(query) },
  { module: "sessions", pages: (client, query) => client.getSessions(query) },
  { module: "cdrs", pages: (client, query) => client.getCdrs(query) },
];

const LIMIT = 20;
const BEGINNING = "2000-01-01T00:00:00Z";
const PAGING = "Transport and format, Pagination";

/** Looks at the first two pages of a list, and at both date filters. Returns how many objects were read. */
export async function checkList(
  client: OcpiClient,
  { module, pages }: List,
  notes: Notes,
): Promise<number> {
  const crawl = pages(client, { date_from: BEGINNING, limit: LIMIT });
  const first = await next(crawl);
  if (!first?.ok) return (notes.failed(module, first), 0);
  const { items, rejected, total } = first.data;
  const listed = items.length + rejected.length;
  checkHeaders(first, module, notes);
  const isLast = total !== undefined && listed >= total;
  const second = await next(crawl);
  await crawl.return(undefined);
  if (second?.ok === false) notes.failed(module, second);
  else if (!second && total !== undefined && !isLast)
    notes.fault(module, {
      came: `${listed} of ${total} objects and no Link to the next page`,
      standard: "Link to the 'next' page should be provided when this is NOT the last page",
      section: PAGING,
    });
  else if (second?.ok && isRepeated(items, second.data.items))
    notes.fault(module, {
      came: "the same objects as on the page before",
      standard: "Link leads to the 'next' page: the objects from its offset on",
      section: PAGING,
    });
  await checkDates(client, { module, pages }, items, notes);
  return listed + (second?.ok ? second.data.items.length + second.data.rejected.length : 0);
}

function checkHeaders(
  { headers, data }: Extract<Result<Page<Item>>, { ok: true }>,
  module: string,
  notes: Notes,
) {
  const limit = headers["x-limit"];
  const listed = data.items.length + data.rejected.length;
  if (data.total === undefined)
    notes.fault(module, {
      came: named("X-Total-Count", headers["x-total-count"]),
      standard:
        "X-Total-Count, the number of objects that match, has to be added to any paginated GET response",
      section: PAGING,
    });
  else if (data.total < listed)
    notes.fault(module, {
      came: `${listed} objects and X-Total-Count: ${data.total}`,
      standard: "X-Total-Count is the total number of objects that match the query",
      section: PAGING,
    });
  if (!/^\d+$/.test(limit ?? ""))
    notes.fault(module, {
      came: named("X-Limit", limit),
      standard:
        "X-Limit, the most objects that the server can return, has to be added to any paginated GET response",
      section: PAGING,
    });
  if (listed > LIMIT)
    notes.fault(module, {
      came: `${listed} objects`,
      standard: "limit is the maximum number of objects to GET; the server may return fewer",
      section: PAGING,
    });
}

/** After the newest of the page nothing of the page may come, nor before its oldest. */
async function checkDates(
  client: OcpiClient,
  { module, pages }: List,
  items: readonly Item[],
  notes: Notes,
) {
  if (items.length === 0) return;
  const times = items.map(({ last_updated }) => Date.parse(last_updated));
  const from = writeDateTime(Math.max(...times) + 1000);
  const to = writeDateTime(Math.min(...times));
  const filters = [
    ["date_from", { date_from: from, limit: LIMIT }, (at: number) => at < Date.parse(from)],
    [
      "date_to",
      { date_from: BEGINNING, date_to: to, limit: LIMIT },
      (at: number) => at >= Date.parse(to),
    ],
  ] as const;
  for (const [name, query, isWrong] of filters) {
    const page = await next(pages(client, query));
    if (!page?.ok) notes.failed(module, page);
    const wrong =
      page?.ok && page.data.items.find((each) => isWrong(Date.parse(each.last_updated)));
    if (wrong)
      notes.fault(module, {
        came: `${wrong.id} with last_updated ${wrong.last_updated}`,
        standard:
          name === "date_from"
            ? "date_from: only return objects that have last_updated after or equal to this Date/Time"
            : "date_to: only return objects that have last_updated up to this Date/Time, but not including it",
        section: PAGING,
      });
  }
}

const named = (name: string, value: string | undefined) =>
  value === undefined ? `no ${name}` : `${name}: ${value}`;

const isRepeated = (one: readonly Item[], other: readonly Item[]) =>
  other.length > 0 && other.every(({ id }) => one.some((each) => each.id === id));

async function next(pages: Pages): Promise<Result<Page<Item>> | null> {
  const { value, done } = await pages.next();
  return done ? null : value;
}
