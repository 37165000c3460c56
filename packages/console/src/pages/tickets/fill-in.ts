import type { AnswerTemplate } from "@voltmarg/contract";

/** A template's text in a language, and in English where it has none in that. */
export const textOf = ({ en, hi, ur }: AnswerTemplate, language: string): string =>
  (language === "hi" ? hi : language === "ur" ? ur : null) ?? en;

/**
 * A template with what its placeholders stand for. A value is put in as it is and not read as a template again; what is
 * not known stays, and the service does not send it.
 */
export const filledIn = (template: string, values: Record<string, string | null>): string =>
  template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  );
