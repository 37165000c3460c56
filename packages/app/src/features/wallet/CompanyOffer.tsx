import { Suspense, useState } from "react";
import { useCompanyOffer } from "../../api/queries/company-offer.ts";
import { personal } from "../../native/storage.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Banner } from "../../ui/Message.tsx";
import { usePopups } from "../../ui/popups.ts";
import { companyOfferCopy as copy } from "./copy.ts";

const CompanyQuestion = lazyNamed(() => import("./CompanyQuestion.tsx"), "CompanyQuestion");

/** A company has listed the driver's number: the wallet says so, and opens the question. */
export function CompanyOfferLine() {
  const offer = useCompanyOffer().data;
  const [open, setOpen] = useState(false);
  if (!offer) return null;
  return (
    <>
      <Banner kind="info" title={copy.title(offer.company.name)}>
        <Button kind="quiet" small onClick={() => setOpen(true)}>
          {copy.decide}
        </Button>
      </Banner>
      {open ? (
        <Suspense fallback={null}>
          <CompanyQuestion offer={offer} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The company whose question was closed without an answer. */
const ASKED = "company-offer-asked";
/** Asks once, after what else waits for an answer; later the wallet has it. */
export function CompanyOfferPopup() {
  const offer = useCompanyOffer().data;
  const isFree = usePopups(({ queue }) => queue.length === 0);
  const [closed, setClosed] = useState(false);
  if (!offer || !isFree || closed || personal.read(ASKED) === offer.company.id) return null;
  const close = () => {
    personal.write(ASKED, offer.company.id);
    setClosed(true);
  };
  return (
    <Suspense fallback={null}>
      <CompanyQuestion offer={offer} onClose={close} />
    </Suspense>
  );
}
