import { useMessages } from "../../api/messages.ts";

type Said<T> = { title: string; text: string | T };

/**
 * The provider's words for a popup, by its key, else the built-in ones. The first English version of a text says what
 * is built in, and leaves its form to the app. Undefined while nobody knows.
 */
export function useWritten():
  | (<T extends string | null>(key: string, title: string, text: T) => Said<T>)
  | undefined {
  const { data, isPending } = useMessages("POPUP");
  if (isPending) return undefined;
  return (key, title, text) => {
    const own = data?.find((message) => message.key === key);
    return own && !(own.language === "en" && own.version === 1) ? own : { title, text };
  };
}
