import type { Legal } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import type { ReactNode } from "react";
import { useLegal } from "../../api/queries/legal.ts";
import { useMessages } from "../../api/queries/messages.ts";
import { written } from "../../language/current-language.ts";
import { paths } from "../../paths.ts";
import { tel } from "../../ui/CallLink.tsx";
import { mobile, when } from "../../ui/format.ts";
import { LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Link } from "../../ui/router.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { legalCopy as copy } from "./legal-copy.ts";
import "./info.css";

/** The key of the terms' section about refunds and cancellation. */
const REFUNDS = "refunds";

/** Who sells, who answers for complaints, and under which rules; readable without a sign-in. */
export default function LegalPage() {
  const legal = useLegal();
  return (
    <Screen title={copy.title} text className="prose">
      {legal.data ? (
        <Said of={legal.data} />
      ) : legal.isError ? (
        <LoadError title={copy.failed} error={legal.error} onRetry={() => void legal.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Screen>
  );
}

function Said({
  of: { seller, customer_care: care, grievance_officer: officer, ...of },
}: {
  of: Legal;
}) {
  const address = [seller.address, seller.city, seller.postal_code, seller.state].join(", ");
  return (
    <>
      <Part title={copy.seller}>
        {seller.example ? <p className="ink2">{copy.sellerExample}</p> : null}
        <dl>
          <Fact name={copy.name}>{seller.name}</Fact>
          <Fact name={copy.address}>{address}</Fact>
          {seller.branches.length > 0 ? (
            <Fact name={copy.branches}>{seller.branches.join("\n")}</Fact>
          ) : null}
          <Fact name={copy.gstIn}>{seller.gst_in}</Fact>
          {seller.website ? (
            <Fact name={copy.website}>
              <a className="textlink" href={seller.website} target="_blank" rel="noreferrer">
                {seller.website}
              </a>
            </Fact>
          ) : null}
        </dl>
      </Part>
      <Part title={copy.care}>
        <dl>
          <Reached {...care} />
          <Fact name={copy.hours}>{care.hours}</Fact>
        </dl>
      </Part>
      <Part title={copy.officer}>
        {officer ? (
          <dl>
            <Fact name={copy.name}>{officer.name}</Fact>
            <Fact name={copy.designation}>{officer.designation}</Fact>
            <Reached {...officer} />
          </dl>
        ) : (
          <p>{copy.noOfficer}</p>
        )}
        <p className="ink2">{copy.clocks}</p>
      </Part>
      <Refunds />
      <Part title={copy.documents}>
        <dl>
          <Document name={copy.terms} to={paths.terms} version={of.terms} />
          <Document name={copy.privacy} to={paths.privacy} version={of.privacy} />
        </dl>
      </Part>
    </>
  );
}

function Refunds() {
  const section = useMessages("TOU").data?.find(({ key }) => key === REFUNDS);
  if (!section) return <p className="ink2">{copy.refundsFailed}</p>;
  return (
    <section {...written(section.language)}>
      <h2 className="t3">{section.title}</h2>
      <p>{section.text}</p>
    </section>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="t3">{title}</h2>
    {children}
  </section>
);

/** What the provider wrote is in its own script. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="kv">
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

const Reached = ({ phone, email }: { phone: string; email: string }) => (
  <>
    <Fact name={copy.phone}>
      <a className="textlink num" href={tel(phone)}>
        {mobile(phone)}
      </a>
    </Fact>
    <Fact name={copy.email}>
      <a className="textlink" href={`mailto:${email}`}>
        {email}
      </a>
    </Fact>
  </>
);

const Document = ({ name, to, version }: { name: string; to: string; version: Legal["terms"] }) => (
  <Fact name={name}>
    <Link className="textlink num" to={to}>
      {copy.version(version.version, when(version.updated_at, INDIA_ZONE).fullDate)}
    </Link>
  </Fact>
);
