import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CompanyOffer as Offer } from "@voltmarg/contract";
import { useState } from "react";
import { setUser, useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { acceptCompanyOffer } from "../../api/http/endpoints/account.ts";
import { sentence } from "../../api/http/refusal.ts";
import { useCompanyOffer } from "../../api/queries/company-offer.ts";
import { personal } from "../../native/storage.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { inr } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { usePopups } from "../../ui/popups.ts";
import { showToast } from "../../ui/toast.ts";
import { companyOfferCopy as copy } from "./copy.ts";

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
      {open ? <Question offer={offer} onClose={() => setOpen(false)} /> : null}
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
  return <Question offer={offer} onClose={close} />;
}

function Question({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  const { company, refund_minor, kept_minor } = offer;
  const accept = useMutation({
    mutationFn: () =>
      call(acceptCompanyOffer, { params: { userId }, body: { company_id: company.id } }),
    onSuccess: async ({ data }) => {
      onClose();
      setUser(data);
      showToast(copy.done(company.name));
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Dialog title={copy.title(company.name)} onClose={onClose} closeButton={false}>
      <p className="ink2 dialog-lead">{copy.text(company.name)}</p>
      {refund_minor > 0 ? (
        <p className="num dialog-text">{copy.refund(inr(refund_minor))}</p>
      ) : null}
      {kept_minor > 0 ? <p className="num dialog-text">{copy.kept(inr(kept_minor))}</p> : null}
      {accept.isError ? <Banner kind="err">{sentence(accept.error)}</Banner> : null}
      <div className="dialog-pair">
        <Button kind="secondary" onClick={onClose}>
          {copy.notNow}
        </Button>
        <Button busy={accept.isPending && copy.accept} onClick={() => accept.mutate()}>
          {copy.accept}
        </Button>
      </div>
    </Dialog>
  );
}
