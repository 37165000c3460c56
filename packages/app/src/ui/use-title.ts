import { useEffect } from "react";
import { providerName } from "../language/provider-name.ts";

/** The title of the browser's tab. Null leaves it to others: a tab kept alive behind a page has no say. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title === "" ? providerName : `${title} · ${providerName}`;
  }, [title]);
}
