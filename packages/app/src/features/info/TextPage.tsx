import { Screen } from "../../ui/Screen.tsx";
import type { Section } from "./copy.ts";
import "./info.css";

export const TextPage = ({
  title,
  intro,
  sections,
}: {
  title: string;
  intro: string;
  sections: readonly Section[];
}) => (
  <Screen title={title} text className="prose">
    <p className="ink2">{intro}</p>
    {sections.map(({ heading, text }) => (
      <section key={heading}>
        <h2 className="t3">{heading}</h2>
        <p>{text}</p>
      </section>
    ))}
  </Screen>
);
