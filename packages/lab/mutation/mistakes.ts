import { parseSync } from "vite";
import { mistakesInSql, type Edit } from "./sql-mistakes.ts";

/** A small mistake: what stands in a file instead of something else. */
export type Mistake = Edit & {
  file: string;
  line: number;
  original: string;
  /** The names of the functions around it, the outermost first. */
  within: readonly string[];
};

/** A node of the syntax tree as the parser writes it; positions count UTF-16 units. */
type Node = { type: string; start: number; end: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
};
const METHODS: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
};
/** Methods without which an array is as it was. */
const LEFT_OUT = new Set(["filter", "toSorted", "toReversed"]);
/** What nobody but an operator of the service reads, and what only guards against a mistake of our own. */
const UNSEEN = /^(?:await )?(?:\w+\.)*(?:logger|log|metrics|console|performance|report)\b/;
/** Whatever is thrown is an Error here; the other branch is for TypeScript. */
const FOR_TYPES = /^\w+ instanceof Error$/;
/** A value of a statement: the database's driver writes undefined as null. */
const WRITTEN = /^\$\{[^]* \?\? null\}$/;
const GREATEST_STEP = 10;

/** Every mistake of the kinds above that can be made in a file. */
export function mistakesIn(file: string, text: string): Mistake[] {
  const found: Mistake[] = [];
  const add = (within: readonly string[], edits: readonly Edit[]) => {
    for (const edit of edits) {
      const original = text.slice(edit.start, edit.end);
      const line = text.slice(0, edit.start).split("\n").length;
      found.push({ ...edit, file, original, line, within });
    }
  };
  if (file.endsWith(".sql")) {
    add([], mistakesInSql(text, 0));
    return found;
  }
  const visit = (node: Node, within: readonly string[], name: string | null): void => {
    if (node.type.startsWith("TS") && !/^TS(?:As|NonNull|Satisfies)/.test(node.type)) return;
    if (UNSEEN.test(text.slice(node.start, node.start + 60)) && /Statement$|^Call/.test(node.type))
      return;
    const isFunction = /Function/.test(node.type);
    const own = isFunction ? (nameOf(node.id) ?? name) : null;
    const inside = own ? [...within, own] : within;
    add(inside, editsAt(node, text, inside.length > 0));
    for (const [key, value] of Object.entries(node)) {
      const given = node.type === "VariableDeclarator" ? nameOf(node.id) : nameOf(node.key);
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, inside, key === "init" || key === "value" ? given : null);
    }
  };
  visit(parseSync(file, text).program as unknown as Node, [], null);
  return found;
}

/** A file's text with a mistake in it. */
export const withMistake = (text: string, { start, end, replacement }: Edit): string =>
  text.slice(0, start) + replacement + text.slice(end);

const nameOf = (node: unknown): string | null =>
  isNode(node) && node.type === "Identifier" ? (node.name as string) : null;

function editsAt(node: Node, text: string, isInFunction: boolean): Edit[] {
  const source = (of: unknown) => text.slice((of as Node).start, (of as Node).end);
  const whole = (replacement: string): Edit => ({
    start: node.start,
    end: node.end,
    replacement,
  });
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
      return operatorEdits(node, text);
    case "IfStatement": {
      // What throws guards against a bug: nothing reaches it.
      const then = source(node.consequent).replace(/^\{\s*/, "");
      if (then.startsWith("throw new Error")) return [];
      if (!node.alternate && UNSEEN.test(then) && isOne(node.consequent as Node)) return [];
      const { start, end } = node.test as Node;
      return ["true", "false"].map((replacement) => ({ start, end, replacement }));
    }
    case "ConditionalExpression":
      if (FOR_TYPES.test(source(node.test))) return [];
      return [whole(`(${source(node.consequent)})`), whole(`(${source(node.alternate)})`)];
    case "UnaryExpression":
      return node.operator === "!" ? [whole(source(node.argument))] : [];
    case "Literal":
      return literalEdits(node, whole, isInFunction);
    case "ExpressionStatement":
      return isInFunction && isDone(node.expression as Node) ? [whole(";")] : [];
    case "CallExpression":
      return methodEdits(node);
    case "TaggedTemplateExpression":
      return nameOf(node.tag) === "sql"
        ? (node.quasi as { quasis: Node[] }).quasis.flatMap((each) =>
            mistakesInSql(source(each), each.start),
          )
        : [];
    default:
      return [];
  }
}

/** Whether it is one statement, or a block of one. */
const isOne = (node: Node): boolean =>
  node.type !== "BlockStatement" || (node.body as Node[]).length === 1;

/** Whether a statement does something that can be forgotten. */
const isDone = (node: Node): boolean =>
  ["CallExpression", "AssignmentExpression", "UpdateExpression"].includes(node.type) ||
  (node.type === "AwaitExpression" && isDone(node.argument as Node));

function operatorEdits(node: Node, text: string): Edit[] {
  const left = node.left as Node;
  const right = node.right as Node;
  const operator = node.operator as string;
  if (operator === "??" && WRITTEN.test(text.slice(node.start - 2, node.end + 1))) return [];
  if (operator === "??")
    return [
      { start: node.start, end: node.end, replacement: `(${text.slice(left.start, left.end)})` },
    ];
  const instead = OPERATORS[operator];
  const isText = [left, right].some(
    (side) => side.type === "TemplateLiteral" || typeof side.value === "string",
  );
  if (!instead || (isText && operator === "+")) return [];
  const start = text.indexOf(operator, left.end);
  return [{ start, end: start + operator.length, replacement: instead }];
}

function literalEdits(node: Node, whole: (text: string) => Edit, isInFunction: boolean): Edit[] {
  const { value } = node;
  if (typeof value === "boolean") return [whole(String(!value))];
  const isStep = typeof value === "number" && Number.isInteger(value) && value <= GREATEST_STEP;
  return isStep && isInFunction ? [whole(String(value + 1))] : [];
}

function methodEdits(node: Node): Edit[] {
  const callee = node.callee as Node;
  if (callee.type !== "MemberExpression") return [];
  const property = callee.property as Node;
  const name = nameOf(property) ?? "";
  if (LEFT_OUT.has(name))
    return [{ start: (callee.object as Node).end, end: node.end, replacement: "" }];
  const instead = METHODS[name];
  return instead ? [{ start: property.start, end: property.end, replacement: instead }] : [];
}
