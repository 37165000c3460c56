import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { LANGUAGES, languages } from "@voltmarg/contract/languages";
import { expect, test } from "vitest";

const script = readFileSync(new URL("../../public/theme.js", import.meta.url), "utf8");

/** `lang` and `dir` of a page, as `public/theme.js` writes them before it is painted. */
function paint(kept: string | null, preferred: readonly string[] = []) {
  const page = { lang: "", dir: "", className: "" };
  runInNewContext(script, {
    document: { documentElement: page, querySelectorAll: () => [] },
    localStorage: { getItem: (name: string) => (name === "vm.language" ? kept : null) },
    navigator: { languages: preferred },
  });
  return { lang: page.lang, dir: page.dir };
}

test.each(languages)("a page in %s is laid out in its direction from the first paint", (code) => {
  const painted = { lang: `${code}-IN`, dir: LANGUAGES[code].direction };
  expect(paint(code)).toEqual(painted);
  expect(paint(null, ["fr-FR", `${code}-IN`])).toEqual(painted);
});

test("a page in a language that the app does not speak is in English", () => {
  expect(paint(null, ["fr-FR"])).toEqual({ lang: "en-IN", dir: "ltr" });
});
