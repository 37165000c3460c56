import type { Field, Operation } from "@voltmarg/contract/openapi";

/** An invalid command line. */
export class Usage extends Error {}

/** The service, and the provider's token for it. */
export type BackOffice = { url: string; token: string };
/** The values of `--name` options. */
export type Options = Readonly<Record<string, string | undefined>>;

/** Result of a command: the raw answer, and a text for a person. `failed`: it found a problem, exit code 1. */
export type Answer = { answer: object; text: string; failed?: boolean };

/** A field with how it is typed: as the argument at this place, as an option, or not at all: `is` says it. */
export type Typed = Field & {
  part: "params" | "query" | "body";
  /** `<rupees>`, `--reason`. */
  said: string;
  place: number;
  option: string;
  /** The option that names a file with it. */
  file: string | undefined;
  is: string | undefined;
  /** What it is without the option. */
  unless: string | undefined;
  example: unknown;
};

/** One of a command's own commands. */
export type Subcommand = {
  /** Its words and arguments: `company pay <company> <rupees> <reference>`; optional ones in brackets. */
  usage: string;
  /** Description in the help. */
  does: string;
  /** The rest of its own help. */
  about?: string;
  /** The operation that it calls, if it is one alone, and what is typed for it. */
  of?: { operation: Operation; fields: readonly Typed[] };
  run(args: readonly string[], options: Options, backOffice: BackOffice): Promise<Answer>;
};
