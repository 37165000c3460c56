import type { AnswerTemplate } from "@voltmarg/contract";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Operation } from "../../ui/Operation.tsx";
import { Empty, Page, Section } from "../../ui/Page.tsx";
import { At, Facts } from "../../ui/values.tsx";
import { words } from "../../ui/format.ts";
import "../../styles/tickets.css";

const ABOUT =
  "Plain text. {ticket} becomes the ticket’s number, {station} the station of its charging session, {me} the name of who answers.";
const LABELS = {
  key: "Key (small letters, digits, hyphens)",
  category: "For tickets about",
  en: "English",
  hi: "Hindi",
  ur: "Urdu",
};
const TEXTS = ["title", "category", "en", "hi", "ur"];

/** Answers that staff send often, in the drivers' languages. */
export default function AnswerTemplates() {
  const answer = useOperation("listAnswerTemplates", {});
  return (
    <Page
      title="Answer templates"
      about="They are chosen where a ticket is answered, in the driver’s language."
      back={{ to: "/tickets?state=OPEN&order=DUE", label: "Tickets" }}
      actions={
        <Operation
          name="saveAnswerTemplate"
          label="New template"
          primary
          fixed={{ version: 0 }}
          fields={["key", ...TEXTS]}
          labels={LABELS}
          about={ABOUT}
        />
      }
    >
      <Answered query={answer}>
        {({ data: { templates } }) =>
          templates.length === 0 ? (
            <Empty>There is no template yet.</Empty>
          ) : (
            templates.map((each) => <Template key={each.key} of={each} />)
          )
        }
      </Answered>
    </Page>
  );
}

const Template = ({ of }: { of: AnswerTemplate }) => (
  <Section
    title={of.title}
    actions={
      <>
        <Operation
          name="saveAnswerTemplate"
          label="Change"
          params={{ key: of.key }}
          fixed={{ version: of.version }}
          now={of}
          fields={TEXTS}
          labels={LABELS}
          about={ABOUT}
        />
        <Operation
          name="removeAnswerTemplate"
          label="Remove"
          danger
          params={{ key: of.key }}
          query={{ version: of.version }}
          fields={[]}
          about="Answers that were sent stay as they are."
        />
      </>
    }
  >
    <Facts
      of={[
        ["For tickets about", of.category ? words(of.category) : "everything"],
        ["English", <Text key="en">{of.en}</Text>],
        ["Hindi", of.hi === null ? "none" : <Text key="hi">{of.hi}</Text>],
        ["Urdu", of.ur === null ? "none" : <Text key="ur">{of.ur}</Text>],
        [
          "Changed",
          <span key="c">
            <At at={of.updated_at} /> by {of.updated_by}
          </span>,
        ],
      ]}
    />
  </Section>
);

const Text = ({ children }: { children: string }) => (
  <span className="said-text" dir="auto">
    {children}
  </span>
);
