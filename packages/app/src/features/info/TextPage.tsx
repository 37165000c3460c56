import { Screen } from "../../ui/Screen.tsx";
import type { Section } from "./copy.ts";

export const TextPage = ({
  title,
  intro,
  sections,
}: {
  title: string;
  intro: string;
  sections: readonly Section[];
}) => (
  <Screen title={title} className="prose">
    <p className="ink2">{intro}</p>
    {sections.map(({ heading, text }) => (
      <section key={heading}>
        <h2 className="t3">{heading}</h2>
        <p>{text}</p>
      </section>
    ))}
  </Screen>
);
