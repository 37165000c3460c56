import { ChatCircleDots } from "@phosphor-icons/react/dist/csr/ChatCircleDots";
import { EnvelopeSimple } from "@phosphor-icons/react/dist/csr/EnvelopeSimple";
import { FileText } from "@phosphor-icons/react/dist/csr/FileText";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { Phone } from "@phosphor-icons/react/dist/csr/Phone";
import { Question } from "@phosphor-icons/react/dist/csr/Question";
import { WhatsappLogo } from "@phosphor-icons/react/dist/csr/WhatsappLogo";
import { useSearchParams } from "../../ui/router.tsx";
import { useAccount } from "../../api/account/account.ts";
import { useOpenSessions } from "../../api/queries/sessions.ts";
import { useConfig } from "../../api/queries/config.ts";
import { languageTag } from "../../language/current-language.ts";
import { paths } from "../../paths.ts";
import { tel } from "../../ui/CallLink.tsx";
import { SkeletonRows } from "../../ui/Message.tsx";
import { listed, mobile } from "../../ui/format.ts";
import { PullToRefresh } from "../../ui/pull/PullToRefresh.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { useNow } from "../../ui/use-now.ts";
import { LinkRow } from "../../ui/LinkRow.tsx";
import { supportCopy as copy } from "./copy.ts";
import { hoursWords } from "./hours-words.ts";
import { useSupportInformation, useTickets } from "../../api/queries/support.ts";
import { openNow } from "./open-now.ts";
import { TicketList } from "./TicketList.tsx";
import { TicketScreen } from "./TicketScreen.tsx";
import "./support.css";

/** How to reach a person, and what became of one's tickets; with `?ticket=` one of them. */
export default function SupportPage() {
  return useAccount().state === "signed-in" ? <DriverSupport /> : <StrangerSupport />;
}

/** Tickets are a driver's: who is not signed in calls or writes a mail. */
const StrangerSupport = () => (
  <Screen title={copy.title} className="support">
    <h2 className="sr-only">{copy.contact}</h2>
    <Contact />
    <ul className="rows">
      <Answers />
    </ul>
  </Screen>
);

function DriverSupport() {
  const ticket = useSearchParams()[0].get("ticket");
  const running = useOpenSessions().data;
  const tickets = useTickets();
  if (ticket) return <TicketScreen key={ticket} id={ticket} />;
  return (
    <Screen title={copy.title} className="support">
      <PullToRefresh of={[tickets.refetch]} />
      <h2 className="sr-only">{copy.contact}</h2>
      <Contact />
      <ul className="rows">
        {running?.map((session) => (
          <li key={session.id}>
            <LinkRow
              to={paths.ticketAbout(session.id, "CHARGING")}
              icon={<Lightning size={26} aria-hidden="true" />}
              name={copy.aboutRunning}
              text={session.location.name}
            />
          </li>
        ))}
        <li>
          <LinkRow
            to={paths.createTicket}
            icon={<ChatCircleDots size={26} aria-hidden="true" />}
            name={copy.newTicket}
            text={copy.newTicketText}
          />
        </li>
        <Answers />
      </ul>
      <TicketList />
    </Screen>
  );
}

const Answers = () => (
  <>
    <li>
      <LinkRow
        to={paths.faq}
        icon={<Question size={26} aria-hidden="true" />}
        name={copy.faq}
        text={copy.faqText}
      />
    </li>
    <li>
      <LinkRow
        to={paths.legal}
        icon={<FileText size={26} aria-hidden="true" />}
        name={copy.legal}
        text={copy.legalText}
      />
    </li>
  </>
);

const languageName = (code: string) =>
  new Intl.DisplayNames([languageTag()], { type: "language" }).of(code);

/** What the service says of support, and while it says nothing what the configuration knows. */
function Contact() {
  const information = useSupportInformation();
  const config = useConfig();
  const said = information.data;
  const now = openNow(said?.opening ?? null, useNow());
  if (!said && (information.isPending || config.isPending)) return <SkeletonRows rows={2} />;
  const phone = said?.phone ?? config.data?.support_phone;
  const email = said?.email ?? config.data?.support_email;
  if (!phone || !email) return <p className="sub ink2 contact-note">{copy.noContact}</p>;
  return (
    <>
      <ul className="rows">
        <li>
          <LinkRow
            href={tel(phone)}
            icon={<Phone size={26} aria-hidden="true" />}
            name={copy.call}
            text={mobile(phone)}
          />
        </li>
        {said?.whatsapp ? (
          <li>
            <LinkRow
              href={`https://wa.me/${said.whatsapp.replace(/[+\s()-]/g, "")}`}
              icon={<WhatsappLogo size={26} aria-hidden="true" />}
              name={copy.whatsapp}
              text={mobile(said.whatsapp)}
            />
          </li>
        ) : null}
        <li>
          <LinkRow
            href={`mailto:${email}`}
            icon={<EnvelopeSimple size={26} aria-hidden="true" />}
            name={copy.email}
            text={email}
          />
        </li>
      </ul>
      {said ? (
        <dl className="contact-note num">
          <div className="kv">
            <dt>{copy.hours}</dt>
            <dd dir="auto">
              {now ? (
                <>
                  <b>{now}</b>
                  <br />
                </>
              ) : null}
              {hoursWords(said.hours)}
            </dd>
          </div>
          <div className="kv">
            <dt>{copy.languages}</dt>
            <dd>{listed(said.languages.map((code) => languageName(code) ?? code))}</dd>
          </div>
        </dl>
      ) : null}
    </>
  );
}
