import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { codeOf, sentenceOf } from "../api/call.ts";

/** What a call answered; until then that it loads, and what is wrong when it failed. Old figures stay, and say so. */
export function Answered<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (answer: T) => ReactNode;
}) {
  const { data, error, isFetching, refetch } = query;
  if (data === undefined && !error) return <Loading />;
  return (
    <>
      {error ? (
        <div className="note note--bad" role="alert">
          <p>
            <b>
              {codeOf(error) === "FORBIDDEN" ? "Your role may not see this." : sentenceOf(error)}
            </b>
            {data === undefined ? null : " What is shown is older."}
          </p>
          <button type="button" onClick={() => void refetch()} aria-busy={isFetching}>
            Try again
          </button>
        </div>
      ) : null}
      {data === undefined ? null : children(data)}
    </>
  );
}

export const Loading = () => (
  <output className="loading">
    <span className="sr-only">Loading</span>
    <i />
    <i />
    <i />
  </output>
);
