import { useEffect, useRef, useState } from "react";
import { type LiveFacts, type LiveView, liveFacts, liveNews } from "./live-news.ts";

/** The one place of the live screen from which a screen reader speaks unasked. */
export function LiveNews({ view }: { view: LiveView }) {
  const before = useRef<LiveFacts>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const facts = liveFacts(view, before.current);
    const news = liveNews(view, before.current, facts);
    before.current = facts;
    if (news.length > 0) setSaid(news.join(" "));
  }, [view]);
  return <output className="sr-only">{said}</output>;
}
