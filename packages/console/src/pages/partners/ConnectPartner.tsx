import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { AnswerOf } from "../../api/call.ts";
import { useMay } from "../../api/member.ts";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { OperationForm } from "../../ui/OperationForm.tsx";
import { Empty, Page, Section } from "../../ui/Page.tsx";
import { Facts } from "../../ui/values.tsx";
import { Checks } from "./Checks.tsx";
import { Claims } from "./Claims.tsx";
import { PartnerActions } from "./PartnerActions.tsx";
import { isWaiting } from "./partner-words.ts";

type Introduction = AnswerOf<"addPartner">["data"]["introduction"];
type Way = "register" | "invite";

const STEPS = ["Who begins", "Its details", "Checks"];

/** Connects an operator, one step after the other. The step is in the address. */
export default function ConnectPartner() {
  const [search] = useSearchParams();
  const [introduction, setIntroduction] = useState<Introduction>(null);
  const may = useMay();
  const way = search.get("way");
  const id = search.get("partner");
  const step = id ? 2 : way ? 1 : 0;
  return (
    <Page title="Connect an operator" back={{ to: "/partners", label: "Operators" }}>
      <ol className="stepper" aria-label="Steps">
        {STEPS.map((name, at) => (
          <li key={name} aria-current={at === step ? "step" : undefined}>
            {`${at + 1}. ${name}`}
          </li>
        ))}
      </ol>
      {!may("addPartner") ? (
        <Empty>Only an admin connects operators.</Empty>
      ) : id ? (
        <Connection id={id} introduction={introduction} />
      ) : way === "register" || way === "invite" ? (
        <Details way={way} onIntroduction={setIntroduction} />
      ) : (
        <Ways />
      )}
    </Page>
  );
}

const Ways = () => (
  <div className="ways">
    <Link className="tile" to="?way=register">
      <strong>We register with it</strong>
      <span>It has sent its versions URL and its first token (TOKEN_A).</span>
    </Link>
    <Link className="tile" to="?way=invite">
      <strong>It registers with us</strong>
      <span>We make a token and send it with our versions URL.</span>
    </Link>
  </div>
);

const FIELDS: Record<Way, readonly string[]> = {
  register: ["name", "partner_type", "versions_url", "token", "token_encoding"],
  invite: ["name", "partner_type", "token_encoding"],
};

function Details({
  way,
  onIntroduction,
}: {
  way: Way;
  onIntroduction: (introduction: Introduction) => void;
}) {
  const [, setSearch] = useSearchParams();
  const [hosts, setHosts] = useState("");
  const named = hosts.split(/[\s,]+/).filter(Boolean);
  return (
    <div className="narrow">
      <p>
        {way === "register"
          ? "We read its versions and modules, post our credentials, store its token, and read its tariffs and locations. If it does not answer, we try again every minute."
          : "The next page shows once what to send to it. The token is good for the registration only."}
      </p>
      {way === "register" ? (
        <details>
          <summary>Its URLs are on several hosts</summary>
          <div className="field">
            <label htmlFor="hosts">Further hosts, such as a.example, b.example:8443</label>
            <input
              id="hosts"
              autoComplete="off"
              value={hosts}
              onChange={({ target }) => setHosts(target.value)}
            />
          </div>
        </details>
      ) : null}
      <OperationForm
        name="addPartner"
        label={way === "register" ? "Register with it" : "Make the invitation"}
        fields={FIELDS[way]}
        needed={way === "register" ? ["name", "versions_url", "token"] : ["name"]}
        {...(named.length > 0 && { fixed: { hosts: named } })}
        labels={{ name: "What we call it", partner_type: "What it is" }}
        done="The operator is added."
        onDone={({ data }) => {
          onIntroduction(data.introduction);
          setSearch({ partner: data.partner.id }, { replace: true });
        }}
      />
    </div>
  );
}

function Connection({ id, introduction }: { id: string; introduction: Introduction }) {
  const partner = useOperation("getPartnerRecord", { params: { id } }, { live: true });
  return (
    <Answered query={partner}>
      {({ data }) => (
        <>
          {introduction && data.state === "INVITED" ? (
            <Section title={`Send this to ${data.name}`}>
              <Facts
                of={[
                  ["Our versions URL", <code key="u">{introduction.versions_url}</code>],
                  ["Its first token", <code key="t">{introduction.token}</code>],
                ]}
              />
              <p className="note">
                <b>The token is not shown again.</b> Send it by a way that others cannot read.
              </p>
            </Section>
          ) : null}
          <Section title={data.name} actions={<PartnerActions of={data} />}>
            <Checks of={data} />
          </Section>
          {isWaiting(data) ? (
            <Section title="Waits for you">
              <Claims of={data} />
            </Section>
          ) : null}
          <p className="quiet">The checks are made anew every 15 seconds.</p>
          <p>
            <Link className="btn btn--primary" to={`/partners/${data.id}`}>
              {data.state === "REGISTERED" ? "To the operator" : "Leave it, and come back later"}
            </Link>
          </p>
        </>
      )}
    </Answered>
  );
}
