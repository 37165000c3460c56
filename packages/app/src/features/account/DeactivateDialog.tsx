import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { deactivate } from "../../api/http/endpoints/account.ts";
import { useOpenSessions } from "../../api/queries/sessions.ts";
import { useWallet } from "../../api/queries/wallet.ts";
import { isRefusal, sentence } from "../../api/http/refusal.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Banner } from "../../ui/Message.tsx";
import { closingMoney } from "./closing-money.ts";
import { profileCopy as copy } from "./copy.ts";

/** Says what happens to the money before the account is closed; refuses while a charge is open. */
export function DeactivateDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const navigate = useNavigate();
  const wallet = useWallet();
  const sessions = useOpenSessions();
  const close = useMutation({
    mutationFn: async () => (await call(deactivate, { params: { id: user.id } })).data,
    onSuccess: (closure) =>
      void navigate(paths.accountClosed, { replace: true, state: { closure, leaving: true } }),
  });
  const open = sessions.data?.[0];
  const refusedFor = isRefusal(close.error, "CHARGE_UNDER_WAY")
    ? close.error.problem["session_id"]
    : undefined;
  const sessionId = typeof refusedFor === "string" ? refusedFor : open?.id;
  const leave = () => close.isPending || onClose();

  if (sessionId !== undefined) {
    const starting = open?.id === sessionId && open.status === "PENDING";
    return (
      <Dialog title={copy.underWayTitle} onClose={onClose} closeButton={false}>
        <p className="ink2 dialog-text">{copy.underWayText}</p>
        <div className="dialog-pair">
          <Button kind="secondary" onClick={onClose}>
            {copy.keep}
          </Button>
          <ButtonLink to={starting ? paths.starting(sessionId) : paths.live(sessionId)}>
            {copy.toCharge}
          </ButtonLink>
        </div>
      </Dialog>
    );
  }
  const corporate = user.customer_type === "CORPORATE";
  const looking = (!corporate && wallet.isPending) || sessions.isPending;
  return (
    <Dialog title={copy.deactivateTitle} onClose={leave} closeButton={false}>
      <div className="closing num">
        {corporate ? (
          <p>{copy.companyPays}</p>
        ) : wallet.data ? (
          closingMoney(wallet.data).map((line) => <p key={line}>{line}</p>)
        ) : (
          <p>{wallet.isError ? copy.walletUnknown : copy.lookingAtWallet}</p>
        )}
        <p className="ink2">{copy.deactivateText}</p>
        {close.isError ? <Banner kind="err">{sentence(close.error)}</Banner> : null}
      </div>
      <div className="dialog-pair">
        <Button kind="secondary" onClick={leave}>
          {copy.keep}
        </Button>
        <Button
          kind="danger"
          busy={(close.isPending && copy.deactivating) || (looking && copy.lookingAtWallet)}
          onClick={() => close.mutate()}
        >
          {copy.deactivate}
        </Button>
      </div>
    </Dialog>
  );
}
