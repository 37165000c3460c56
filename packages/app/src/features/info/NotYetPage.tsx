import { EnvelopeSimple } from "@phosphor-icons/react/dist/csr/EnvelopeSimple";
import { Phone } from "@phosphor-icons/react/dist/csr/Phone";
import { useConfig } from "../../api/queries.ts";
import { emptyStone } from "../../ui/drawings/brand.ts";
import { Empty } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { infoCopy as copy, type NotYet } from "./copy.ts";
import "./info.css";

/** Says so, and how to reach a person meanwhile. */
export default function NotYetPage({ page }: { page: NotYet }) {
  const config = useConfig().data;
  return (
    <Screen title={copy.titles[page]}>
      <Empty art={emptyStone("?")} title={copy.notYet}>
        {copy.notYetText}
      </Empty>
      {config ? (
        <section className="contact">
          <h2 className="t3">{copy.contact}</h2>
          <ul className="rows">
            <li>
              <a className="row" href={`tel:${config.support_phone.replace(/[^\d+]/g, "")}`}>
                <Phone size={24} aria-hidden="true" />
                <span className="body">
                  <span className="title--m">{copy.call}</span>
                  <span className="sub ink2 num">{config.support_phone}</span>
                </span>
              </a>
            </li>
            <li>
              <a className="row" href={`mailto:${config.support_email}`}>
                <EnvelopeSimple size={24} aria-hidden="true" />
                <span className="body">
                  <span className="title--m">{copy.email}</span>
                  <span className="sub ink2">{config.support_email}</span>
                </span>
              </a>
            </li>
          </ul>
        </section>
      ) : null}
    </Screen>
  );
}
