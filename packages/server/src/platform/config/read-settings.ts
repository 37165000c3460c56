import { readFileSync } from "node:fs";
import { allSettings, type SettingName, type SettingsEnv } from "./settings.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Reads settings one by one and gathers what is wrong with them, so that all of it can be said at once. */
export type SettingsReader = {
  env: SettingsEnv;
  /** Each a sentence that names the setting, what is wrong with it, and what would be right. */
  faults: string[];
  fault(sentence: string): void;
  text(name: SettingName, initial: string): string;
  /** A setting there is no service without. */
  required(name: SettingName): string;
  number(name: SettingName, initial: number, least?: number, most?: number): number;
  /** The parts of a list with commas between, as `partsOf` reads them. */
  list(name: SettingName): string[];
  oneOf<Word extends string>(name: SettingName, words: readonly Word[], initial: Word): Word;
  /** An address without the slash at its end; https only where that is asked. */
  address(name: SettingName, initial: string, https: boolean): string;
};

/** Reads the environment, with secrets that stand in files. An empty variable counts as not set. */
export function readerOf(given: Env): SettingsReader {
  const faults: string[] = [];
  const fault = (sentence: string) => void faults.push(sentence);
  const env: SettingsEnv = Object.fromEntries(
    allSettings().flatMap(({ name, secret }) => {
      const value = (secret && fromFile(given, name, fault)) || given[name];
      return value ? [[name, value] as const] : [];
    }),
  );
  return {
    env,
    faults,
    fault,
    text: (name, initial) => env[name] ?? initial,
    required: (name) => {
      const value = env[name];
      if (value === undefined && !given[`${name}_FILE`]) fault(`${name} is not set.`);
      return value ?? "";
    },
    number: (name, initial, least = -Infinity, most = Infinity) => {
      const text = env[name];
      if (text === undefined) return initial;
      const value = Number(text);
      if (!Number.isFinite(value)) fault(`${name} must be a number, not "${text}".`);
      else if (value < least || value > most)
        fault(`${name} must be ${most === Infinity ? `${least} or more` : `${least} to ${most}`}.`);
      else return value;
      return initial;
    },
    list: (name) => partsOf(env, name, fault),
    oneOf: (name, words, initial) => {
      const text = env[name];
      const word = words.find((each) => each === (text ?? initial));
      if (word !== undefined) return word;
      fault(`${name} must be ${words.join(", ").replace(/, ([^,]*)$/, " or $1")}, not "${text}".`);
      return initial;
    },
    address: (name, initial, https) => {
      const value = env[name] ?? initial;
      if (!URL.canParse(value)) fault(`${name} must be a URL, not "${value}".`);
      else if (https && !value.startsWith("https://")) fault(`${name} must be https in PROD.`);
      return value.replace(/\/$/, "");
    },
  };
}

/**
 * The parts of a setting that is a list with commas between, without spaces around them. An empty part is a fault: it is
 * a slip of the hand, and where the list is of secrets, an empty secret is one that everybody knows.
 */
export function partsOf(
  env: SettingsEnv,
  name: SettingName,
  fault: (sentence: string) => void,
): string[] {
  const text = env[name];
  if (!text) return [];
  const parts = text.split(",").map((each) => each.trim());
  if (parts.includes("")) fault(`${name} has an empty part: there is a comma too many.`);
  return parts.filter((each) => each !== "");
}

function fromFile(
  given: Env,
  name: SettingName,
  fault: (sentence: string) => void,
): string | undefined {
  const file = given[`${name}_FILE`];
  if (!file) return undefined;
  if (given[name]) fault(`${name} and ${name}_FILE are both set; keep one of them.`);
  try {
    const text = readFileSync(file, "utf8").replace(/\r?\n$/, "");
    if (text === "") fault(`${name}_FILE names ${file}, which is empty.`);
    return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    fault(`${name}_FILE names ${file}, which cannot be read (${code}).`);
    return undefined;
  }
}
