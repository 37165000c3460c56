import type { NoticeLanguage, PrivacyNotice } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { useState } from "react";
import { usePrivacyNotice } from "../api/queries/privacy.ts";
import { language, writtenIn } from "../language/current-language.ts";
import { when } from "../ui/format.ts";
import { LoadError, SkeletonRows } from "../ui/Message.tsx";
import { SelectField } from "../ui/TextField.tsx";
import { Agree, type Agreeing } from "./Agree.tsx";
import { noticeCopy as copy } from "./copy.ts";

/** The privacy notice of the service in the language that is chosen here, first the app's. With `agreeing` it can be agreed to. */
export function Notice({ agreeing }: { agreeing?: Agreeing }) {
  const [chosen, setChosen] = useState<NoticeLanguage>(language);
  const { data, isError, error, refetch } = usePrivacyNotice(chosen);
  if (isError && !data)
    return <LoadError title={copy.failed} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} />;
  return (
    <>
      <SelectField
        label={copy.language}
        value={chosen}
        onChange={(event) => setChosen(event.target.value as NoticeLanguage)}
      >
        {data.languages.map((each) => (
          <option key={each.language} value={each.language} lang={each.language}>
            {each.name}
          </option>
        ))}
      </SelectField>
      <article className="notice" {...writtenIn(data.language)}>
        <Told notice={data} />
      </article>
      <p className="ink2 num">
        {copy.version(data.version, when(data.since, INDIA_ZONE).fullDate)}
      </p>
      {agreeing ? <Agree notice={data} {...agreeing} /> : null}
    </>
  );
}

const Told = ({ notice: { headings, ...notice } }: { notice: PrivacyNotice }) => (
  <>
    <h2 className="t2">{notice.title}</h2>
    {notice.remark === null ? null : <p className="ink2">{notice.remark}</p>}
    <p>{notice.intro}</p>
    <h3 className="t3">{headings.data}</h3>
    <dl>
      {notice.data.map(({ what, purposes, how_long }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <span className="ink2">{headings.why}:</span> {purposes.join(", ")}
          </dd>
          <dd>
            <span className="ink2">{headings.how_long}:</span> {how_long.join("; ")}
          </dd>
        </div>
      ))}
    </dl>
    <Points title={headings.recipients} points={notice.recipients} />
    {notice.more.map((each) => (
      <p key={each}>{each}</p>
    ))}
    <Points title={headings.rights} points={notice.rights} />
  </>
);

const Points = ({ title, points }: { title: string; points: readonly string[] }) => (
  <>
    <h3 className="t3">{title}</h3>
    <ul>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  </>
);
