import type { AnswerTemplate } from "@voltmarg/contract";
import { isLanguage } from "@voltmarg/contract/languages";

/** A template's text in a language, and in English where it has none in that. */
export const textOf = (template: AnswerTemplate, language: string): string =>
  (isLanguage(language) ? template[language] : null) ?? template.en;

/**
 * A template with what its placeholders stand for. A value is put in as it is and not read as a template again; what is
 * not known stays, and the service does not send it.
 */
export const filledIn = (template: string, values: Record<string, string | null>): string =>
  template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  );
