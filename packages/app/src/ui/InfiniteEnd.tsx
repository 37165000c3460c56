import { useEffect, useRef } from "react";
import { Button } from "./Button.tsx";
import { RowError } from "./Message.tsx";

/** The end of a list that loads page by page: asks for more when it comes near, and by a button when it cannot see. */
export function InfiniteEnd({
  list,
  label,
  errorTitle,
}: {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  label: string;
  errorTitle: string;
}) {
  const end = useRef<HTMLDivElement>(null);
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && fetchNextPage(),
      { rootMargin: "400px" },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError]);

  if (isFetchNextPageError)
    return <RowError title={errorTitle} error={list.error} onRetry={() => fetchNextPage()} />;
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="list-end">
      <Button
        kind="quiet"
        small
        busy={isFetchingNextPage && label}
        onClick={() => void fetchNextPage()}
      >
        {label}
      </Button>
    </div>
  );
}
