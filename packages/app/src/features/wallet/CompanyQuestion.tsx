import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CompanyOffer } from "@voltmarg/contract";
import { setUser, useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { acceptCompanyOffer } from "../../api/http/endpoints/account.ts";
import { sentence } from "../../api/http/refusal.ts";
import { noticeCopy } from "../../privacy/copy.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { inr } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { showToast } from "../../ui/toast.ts";
import { companyOfferCopy as copy } from "./copy.ts";

/** Whether a company shall pay from now on, and what becomes of the wallet's money. */
export function CompanyQuestion({ offer, onClose }: { offer: CompanyOffer; onClose: () => void }) {
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
      <p className="dialog-text">{noticeCopy.companySees}</p>
      {refund_minor > 0 ? (
        <p className="num dialog-text">{copy.refund(inr(refund_minor))}</p>
      ) : null}
      {kept_minor > 0 ? <p className="num dialog-text">{copy.kept(inr(kept_minor))}</p> : null}
      <p className="ink2 dialog-text">{copy.leave}</p>
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
