import { formatter } from "@lingui/format-po";
import { readFileSync } from "node:fs";

type Catalogue = Map<string, string>;

/** Message to translation. */
export async function readCatalogue(locale: "en" | "hi" | "ur"): Promise<Catalogue> {
  const file = new URL(`../src/locales/${locale}.po`, import.meta.url);
  const entries = await formatter().parse(readFileSync(file, "utf8"), {
    locale,
    sourceLocale: "en",
    filename: file.pathname,
  });
  return new Map(
    Object.values(entries).map(({ message, context, translation }) => [
      context ? `${message} (${context})` : (message ?? ""),
      translation ?? "",
    ]),
  );
}
