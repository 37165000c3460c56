import type { MessageVersion } from "@voltmarg/contract";
import { LANGUAGES, languageName, languages } from "@voltmarg/contract/languages";
import { useParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Operation } from "../../ui/Operation.tsx";
import { Empty, Page, Section } from "../../ui/Page.tsx";
import { At, State } from "../../ui/values.tsx";
import "../../styles/texts.css";
import { TYPES } from "./text-words.ts";

/** One text in all its languages and versions. */
export default function Text() {
  const { type = "", key = "" } = useParams();
  const kind = type as MessageVersion["type"];
  const versions = useOperation("listMessageVersions", { query: { type: kind, key } });
  const all = versions.data?.data.messages ?? [];
  return (
    <Page
      title={all[0]?.title ?? key}
      back={{ to: "/messages", label: "Texts" }}
      about={
        <>
          {TYPES[kind]} <code>{key}</code>
        </>
      }
    >
      <Answered query={versions}>
        {({ data }) =>
          data.messages.length === 0 ? (
            <Empty>There is no such text.</Empty>
          ) : (
            languages.map((language) => (
              <InLanguage
                key={language}
                named={{ type, key, language }}
                versions={data.messages
                  .filter((each) => each.language === language)
                  .toSorted((a, b) => b.version - a.version)}
              />
            ))
          )
        }
      </Answered>
    </Page>
  );
}

type Named = { type: string; key: string; language: MessageVersion["language"] };

function InLanguage({ named, versions }: { named: Named; versions: readonly MessageVersion[] }) {
  const [newest, ...earlier] = versions;
  const language = languageName(named.language);
  return (
    <Section
      title={language}
      actions={
        <>
          <Operation
            name="putMessage"
            label={newest ? "Write a new version" : "Write it"}
            params={named}
            now={newest ? { ...newest } : {}}
            fields={["title", "text", "category", "position"]}
            labels={{ position: "Place in its kind" }}
            about={`Drivers read the ${language} version at once. Earlier versions stay stored.`}
          />
          {newest && !newest.removed ? (
            <Operation
              name="removeMessage"
              label="Remove"
              danger
              params={named}
              about="Drivers do not read it any more. Its versions stay stored."
            />
          ) : null}
        </>
      }
    >
      {newest ? <Version of={newest} /> : <Empty>Not written in {language}.</Empty>}
      {earlier.length > 0 ? (
        <details>
          <summary>{`${earlier.length} earlier`}</summary>
          {earlier.map((each) => (
            <Version key={each.version} of={each} />
          ))}
        </details>
      ) : null}
    </Section>
  );
}

const Version = ({ of }: { of: MessageVersion }) => (
  <article className="text-version">
    <h3>{of.title}</h3>
    <p className="quiet">
      Version {of.version} by {of.written_by}, <At at={of.updated_at} />{" "}
      {of.removed ? <State of="REMOVED" /> : null}
      {of.category ? ` · ${of.category}` : ""}
    </p>
    <p className="text-words" lang={of.language} dir={LANGUAGES[of.language].direction}>
      {of.text}
    </p>
  </article>
);
