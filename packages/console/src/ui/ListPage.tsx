import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { AnswerOf, InputOf } from "../api/call.ts";
import { factsOf, type OperationName } from "../api/operations.ts";
import { useOperation } from "../api/query-client.ts";
import { Answered } from "./Answered.tsx";
import { Download } from "./Download.tsx";
import { Filters } from "./Filters.tsx";
import { Empty, Page } from "./Page.tsx";
import { Table, type Column } from "./Table.tsx";

type ListOf<N extends OperationName, Row> = {
  name: N;
  title: string;
  about?: ReactNode;
  rows: (answer: AnswerOf<N>) => readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  hrefOf?: (row: Row) => string;
  labels?: Record<string, string>;
  /** What would be here. */
  empty: string;
  live?: boolean;
  actions?: ReactNode;
};

const PAGING = ["cursor", "limit", "page_no", "page_size"];

/** A list of the service's with its filters and pages. All of its state is in the address. */
export function ListPage<N extends OperationName, Row>(props: ListOf<N, Row>) {
  const { name, title, about, actions } = props;
  return (
    <Page
      title={title}
      about={about}
      actions={
        <>
          {factsOf(name).csv ? <Download name={name} /> : null}
          {actions}
        </>
      }
    >
      <List {...props} />
    </Page>
  );
}

/** The same without a page of its own. `given` are filters that the page decides. */
export function List<N extends OperationName, Row>({
  name,
  title,
  rows,
  columns,
  keyOf,
  hrefOf,
  labels,
  empty,
  live,
  params,
  given,
}: ListOf<N, Row> & { params?: Record<string, string>; given?: Record<string, string> }) {
  const [search] = useSearchParams();
  const fields = factsOf(name).query ?? [];
  const filters = fields.filter((field) => !PAGING.includes(field.name) && !given?.[field.name]);
  const asked = fields.flatMap(({ name: field }) => {
    const value = given?.[field] ?? search.get(field);
    return value ? [[field, value]] : [];
  });
  const query = useOperation(
    name,
    { params, query: Object.fromEntries(asked) as object } as unknown as InputOf<N>,
    { live: live ?? false, placeholderData: keepPreviousData as never },
  );
  return (
    <>
      {filters.length > 0 ? <Filters fields={filters} labels={labels} /> : null}
      <Answered query={query}>
        {(answer) => {
          const shown = rows(answer);
          return (
            <>
              {shown.length === 0 ? (
                <Empty>
                  {filters.some(({ name: f }) => search.get(f))
                    ? "Nothing fits these filters."
                    : empty}
                </Empty>
              ) : (
                <Table
                  caption={title}
                  columns={columns}
                  rows={shown}
                  keyOf={keyOf}
                  hrefOf={hrefOf}
                />
              )}
              <Pages answer={answer as Paged} />
            </>
          );
        }}
      </Answered>
    </>
  );
}

type Paged = { next_cursor?: string | null; total_pages?: number };

/** On to the next page, and back to the first; the browser's Back goes back one. */
function Pages({ answer }: { answer: Paged }) {
  const [search, setSearch] = useSearchParams();
  const page = Number(search.get("page_no") ?? 0);
  const isFirst = !search.get("cursor") && page === 0;
  const next: [string, string] | undefined = answer.next_cursor
    ? ["cursor", answer.next_cursor]
    : page + 1 < (answer.total_pages ?? 0)
      ? ["page_no", String(page + 1)]
      : undefined;
  if (isFirst && !next) return null;
  const go = (change: (to: URLSearchParams) => void) => {
    const to = new URLSearchParams(search);
    change(to);
    setSearch(to);
    scrollTo(0, 0);
  };
  return (
    <nav className="pages" aria-label="Pages">
      <button
        type="button"
        className="btn"
        disabled={isFirst}
        onClick={() =>
          go((to) => {
            to.delete("cursor");
            to.delete("page_no");
          })
        }
      >
        First page
      </button>
      <button
        type="button"
        className="btn"
        disabled={!next}
        onClick={() => next && go((to) => to.set(...next))}
      >
        Next page
      </button>
    </nav>
  );
}
