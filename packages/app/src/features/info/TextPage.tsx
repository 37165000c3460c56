import type { ReactNode } from "react";
import { useMessages } from "../../api/queries/messages.ts";
import { language, written } from "../../language/current-language.ts";
import { SkeletonRows } from "../../ui/Message.tsx";
import { withIndexKeys } from "../../ui/with-index-keys.ts";
import { Screen } from "../../ui/Screen.tsx";
import { type Section, textCopy } from "./copy.ts";
import "./info.css";

/** The provider's text; what is built in only where there is none and it cannot be had. */
export function TextPage({
  type,
  title,
  sections,
  first,
}: {
  type: "TOU" | "PRIVACY";
  title: string;
  sections: readonly Section[];
  /** What stands above the texts. */
  first?: ReactNode;
}) {
  const { data, isPending } = useMessages(type);
  const said =
    data && data.length > 0
      ? data.map((each) => ({ heading: each.title, text: each.text, lang: each.language }))
      : sections.map((section) => ({ ...section, lang: language() }));
  if (isPending)
    return (
      <Screen title={title}>
        <SkeletonRows rows={6} />
      </Screen>
    );
  return (
    <Screen title={title} text className="prose">
      {first}
      {data && data.length > 0 ? null : <p className="ink2">{textCopy.intro}</p>}
      {said.some(({ lang }) => lang !== language()) ? (
        <p className="ink2">{textCopy.english}</p>
      ) : null}
      {withIndexKeys(said).map(({ key, heading, text, lang }) => (
        <section key={key} {...written(lang)}>
          <h2 className="t3">{heading}</h2>
          <p>{text}</p>
        </section>
      ))}
    </Screen>
  );
}
