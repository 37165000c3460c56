import ts from "typescript";
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Words that a module reads while it is loaded; their keys alone may be read, which are the same in every language. */
function keptWords(file: string, text: string): string[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const copies = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    if (!/copy\.ts["']$/.test(statement.moduleSpecifier.getText())) continue;
    const names = statement.importClause?.namedBindings;
    if (names && ts.isNamedImports(names))
      for (const { name } of names.elements) copies.add(name.text);
  }
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isCallExpression(node) && node.expression.getText() === "Object.keys") return;
    if (ts.isIdentifier(node) && copies.has(node.text)) found.push(node.parent.getText());
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

test("words are read where they are shown: a constant would keep the language it was loaded in", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  const found = Object.entries(sources).flatMap(([file, text]) =>
    keptWords(file, text).map((words) => `${file}: ${words}`),
  );
  expect(found).toEqual([]);
});

test("a constant that keeps words is found, one that keeps keys is none", () => {
  const file = (rest: string) => `import { copy } from "./copy.ts";\n${rest}`;
  expect(keptWords("a.ts", file("const title = copy.title;"))).toEqual(["copy.title"]);
  expect(keptWords("a.ts", file("const rows = [{ label: copy.kinds.A }];"))).toEqual([
    "copy.kinds",
  ]);
  expect(keptWords("a.ts", file("const title = () => copy.title;"))).toEqual([]);
  expect(keptWords("a.ts", file("const kinds = Object.keys(copy.kinds);"))).toEqual([]);
});

test("messages stand in the files that are made into messages", () => {
  const elsewhere = Object.entries(sources)
    .filter(([file, text]) => text.includes('"@lingui/core/macro"') && !file.endsWith("copy.ts"))
    .map(([file]) => file);
  expect(elsewhere).toEqual([]);
});
