/** A part of a text, and what stands there instead. */
export type Edit = { start: number; end: number; replacement: string };

/** What a mistake looks like in SQL: a pattern, and what is written instead. */
const MISTAKES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/(?<= )<(?= )/g, "<="],
  [/(?<= )<=(?= )/g, "<"],
  [/(?<= )>(?= )/g, ">="],
  [/(?<= )>=(?= )/g, ">"],
  [/(?<= )-(?= )/g, "+"],
  [/(?<= )\+(?= )/g, "-"],
  [/\bis null\b/g, "is not null"],
  [/\bis not null\b/g, "is null"],
  [/\bnot exists\b/g, "exists"],
  [/(?<!not )\bexists(?= *\()/g, "not exists"],
  [/(?<=\S)\s+for update\b/g, ""],
  [/(?<=\S) desc\b/g, ""],
  [/\bgreatest\b/g, "least"],
  [/\bleast\b/g, "greatest"],
  [/\band not\b/g, "and"],
];
/** `and` joins conditions, but not the ends of `between`. */
const AND = /(?<!between [^\n]{0,60})\band(?= )(?! not\b)/g;

/** The mistakes that can be made in a piece of SQL, which begins at `at`. Comments are left alone. */
export function mistakesInSql(text: string, at: number): Edit[] {
  const code = text.replaceAll(/--[^\n]*/g, (comment) => " ".repeat(comment.length));
  return [...MISTAKES, [AND, "or"] as const].flatMap(([pattern, replacement]) =>
    Array.from(code.matchAll(pattern), ({ index, 0: found }) => ({
      start: at + index,
      end: at + index + found.length,
      replacement,
    })),
  );
}
