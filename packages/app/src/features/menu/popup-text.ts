import type { CustomMessage, Language } from "@voltmarg/contract";

type Message = Pick<CustomMessage, "key" | "language" | "version" | "title" | "text">;
type Words<T> = { title: string; text: string | T; language: Language };

/**
 * What the provider wrote under a key, else the built-in words in the app's language. The first version of a text says
 * what is built in, in every language, and leaves its form to the app.
 */
export function wordsOf<T extends string | null>(
  messages: readonly Message[],
  key: string,
  builtIn: Words<T>,
): Words<T> {
  const own = messages.find((message) => message.key === key);
  if (!own || own.version === 1) return builtIn;
  return { title: own.title, text: own.text, language: own.language };
}
