import { readFileSync } from "node:fs";
import { placeholderFault } from "./placeholders.ts";
import type { Profile, Setting } from "./settings/setting.ts";
import { allSettings, SETTINGS, type SettingName, type SettingValue } from "./settings/settings.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Names of settings with a text value, or undefined when not set. */
type TextName = {
  [Name in SettingName]: SettingValue<Name> extends string | undefined ? Name : never;
}[SettingName];

/** Reads settings one by one and collects all faults, so that they can be reported together. */
export type SettingsReader = {
  profile: Profile;
  /** Each is a sentence: the setting, what is wrong, and what is expected. */
  faults: readonly string[];
  fault(sentence: string): void;
  /** The value as declared. An invalid one is a fault, and is treated as not set. */
  value<Name extends SettingName>(name: Name): SettingValue<Name>;
  /** The value of a setting that other settings make necessary. */
  required(name: TextName): string;
  /** Whether it is set, in the environment or in a file. */
  isSet(name: SettingName): boolean;
  /** The text of every setting that is set. */
  texts: ReadonlyMap<SettingName, string>;
};

/** The text of every setting that is set, secrets in files included. */
export const settingTexts = (given: Env): ReadonlyMap<SettingName, string> =>
  settingsReader(given).texts;

/** Reads the environment, with secrets from their files. An empty variable counts as not set. */
export function settingsReader(given: Env): SettingsReader {
  const faults: string[] = [];
  const fault = (sentence: string) => void faults.push(sentence);
  const env = new Map(
    allSettings().flatMap(({ name, secret, formerly }) => {
      const text =
        (secret && fromFile(given, name, fault)) || given[name] || (formerly && given[formerly]);
      return text ? [[name, text] as const] : [];
    }),
  );
  const isSet = (name: SettingName) => env.has(name);
  /** Only these are reported for them: what comes in their place will have another form. */
  const placeholders = new Set<SettingName>();
  // An unreadable file was already reported.
  const isMissing = (name: SettingName) => !isSet(name) && !given[`${name}_FILE`];

  const read = (name: SettingName): unknown => {
    const setting: Setting = SETTINGS[name];
    const text = env.get(name);
    if (text !== undefined) {
      const { success, data, error } = setting.schema.safeParse(text);
      if (success) return data;
      if (!placeholders.has(name))
        for (const { message } of error.issues) fault(`${name} ${message}`);
    } else if (setting.needed === "always" && isMissing(name)) {
      fault(`${name} is not set.`);
    }
    const fallback = setting.needed === "always" ? "" : defaultText(setting);
    return fallback === undefined ? undefined : setting.schema.parse(fallback);
  };
  /** Each setting is read once, so that its faults are reported once. */
  const values = new Map<SettingName, unknown>();
  const value = <Name extends SettingName>(name: Name) => {
    if (!values.has(name)) values.set(name, read(name));
    return values.get(name) as SettingValue<Name>;
  };
  const defaultText = ({ default: text }: Setting) =>
    (typeof text === "object" ? (text[value("VOLTMARG_ENV")] ?? text.else) : text)?.replace(
      /\$\{(\w+)\}/g,
      (_, name) => `${value(name as SettingName) as string | number}`,
    );

  const profile = value("VOLTMARG_ENV");
  for (const setting of profile === "PROD" ? allSettings() : []) {
    const sentence = placeholderFault(setting, env.get(setting.name) ?? "");
    if (sentence === null) continue;
    placeholders.add(setting.name);
    fault(sentence);
  }
  return {
    profile,
    faults,
    fault,
    value,
    required: (name) => {
      if (isMissing(name)) fault(`${name} is not set.`);
      return value(name) ?? "";
    },
    isSet,
    texts: env,
  };
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
