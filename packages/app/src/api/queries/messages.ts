import type { CustomMessage } from "@voltmarg/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isolatedText } from "../../language/bidi-isolation.ts";
import { language } from "../../language/current-language.ts";
import { call } from "../http/call.ts";
import { listCustomMessages } from "../http/endpoints/support.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { keys } from "./keys.ts";
import { offline } from "../http/refusal.ts";

/** How long the app waits for the provider's texts, ms; a popup follows an action of the driver, so it waits less. */
const patienceMs = { FAQ: 20_000, TOU: 10_000, PRIVACY: 10_000, POPUP: 1500 } as const;

/**
 * The provider's texts of one type, in order; of questions those in which every word of `search` stands. Asked for
 * once: where it fails, what is built in is shown.
 */
export function useMessages(type: CustomMessage["type"], search = "") {
  return useQuery({
    queryKey: keys.messages(type, language(), search),
    queryFn: async ({ signal }) => {
      const query = { messageTypes: type, ...(search ? { search } : {}) };
      const asked = call(listCustomMessages, { query }, signal);
      return (await Promise.race([asked, silence(patienceMs[type])])).content;
    },
    select: readable,
    placeholderData: search ? keepPreviousData : undefined,
    retry: false,
    staleTime: 5 * 60_000,
    ...(search ? {} : { meta: PERSISTED }),
  });
}

/** Amounts and measures keep their order in a text from right to left. */
const readable = (texts: CustomMessage[]): CustomMessage[] =>
  texts.map((each) =>
    each.language === "ur"
      ? { ...each, title: isolatedText(each.title), text: isolatedText(each.text) }
      : each,
  );

/** A later answer counts as none. */
const silence = (ms: number) =>
  new Promise<never>((_, reject) => setTimeout(() => reject(offline()), ms));
