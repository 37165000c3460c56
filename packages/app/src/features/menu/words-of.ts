import type { CustomMessage } from "@voltmarg/contract";

type Message = Pick<CustomMessage, "key" | "language" | "version" | "title" | "text">;
type Words<T> = { title: string; text: string | T };

/**
 * What the provider wrote under a key, else the built-in words. The first English version of a text says what is built
 * in, and leaves its form to the app.
 */
export function wordsOf<T extends string | null>(
  messages: readonly Message[],
  key: string,
  builtIn: Words<T>,
): Words<T> {
  const own = messages.find((message) => message.key === key);
  if (!own || (own.language === "en" && own.version === 1)) return builtIn;
  return { title: own.title, text: own.text };
}
