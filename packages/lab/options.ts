import { parseArgs } from "node:util";
import { StartError } from "@voltmarg/client/node";

type Usual = number | string | boolean | null | readonly string[];
type Given<U> = U extends readonly (infer Word)[]
  ? Word | null
  : U extends number
    ? number
    : U extends boolean
      ? boolean
      : U extends string
        ? string
        : string | null;

/**
 * The options of a command, `{ ops: 3000, broken: false }`, with what they are where they are not given: a number from
 * 0 on, a text, a switch that is off, a text or null; a list names the words that may be given, else it is null. Throws
 * StartError, one sentence.
 */
export function readOptions<const T extends Readonly<Record<string, Usual>>>(
  usual: T,
  args = process.argv.slice(3),
): { -readonly [K in keyof T]: Given<T[K]> } {
  const options = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [
      name,
      { type: typeof value === "boolean" ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  const { values } = parseArgs({ args, options });
  const read = (name: string, value: Usual): unknown => {
    const given = values[name];
    if (given === undefined) return typeof value === "object" ? null : value;
    if (typeof value === "number") {
      if (!/^\d+(\.\d+)?$/.test(String(given)))
        throw new StartError(`--${name} needs a number, not ${given}`);
      return Number(given);
    }
    if (typeof value === "object" && value !== null && !value.includes(String(given)))
      throw new StartError(`--${name} needs one of ${value.join(", ")}, not ${given}`);
    return given;
  };
  return Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, read(name, value)]),
  ) as never;
}
