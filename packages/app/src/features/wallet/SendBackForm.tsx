import { useMutation } from "@tanstack/react-query";
import type { Wallet, Withdrawal } from "@voltmarg/contract";
import { readPaise } from "@voltmarg/rules";
import { type FormEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { call } from "../../api/http/call.ts";
import { createWithdrawal } from "../../api/http/endpoints/wallet.ts";
import { newIdempotencyKey } from "../../api/http/idempotency-key.ts";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { isRefusal, sentence } from "../../api/http/refusal.ts";
import { useUser } from "../../api/account/account.ts";
import { Button } from "../../ui/Button.tsx";
import { Segment } from "../../ui/Choice.tsx";
import { inr } from "../../ui/format.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { Banner } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { isUnderWay } from "../../api/queries/wallet.ts";
import { walletCopy as copy } from "./copy.ts";
import { Destinations } from "./Destinations.tsx";
import { problemWith } from "./return-amount.ts";

const Dialog = lazyNamed(() => import("../../ui/Dialog.tsx"), "Dialog");

export function SendBackForm({
  frame,
  wallet,
  supportEmail,
  withdrawals,
  children,
}: {
  frame: { title: string; onBack: () => void };
  wallet: Wallet;
  supportEmail: string;
  withdrawals: readonly Withdrawal[];
  children: ReactNode;
}) {
  const userId = useUser().id;
  const available = wallet.returnable_minor;
  // It cannot be spent, but it comes back.
  const minimum = Math.max(0, available - Math.max(0, wallet.spendable_minor));
  const [all, setAll] = useState(true);
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState<number | null>(null);
  const wish = useRef({ minor: 0, key: "" });
  const problem = all ? undefined : problemWith(text, available);
  const amount = all ? available : problem === undefined ? readPaise(text) : null;

  const send = useMutation({
    mutationFn: async (minor: number) => {
      // The same amount has the same idempotency key: the service may have received it already.
      if (wish.current.minor !== minor) wish.current = { minor, key: newIdempotencyKey() };
      const { data } = await call(createWithdrawal, {
        params: { userId },
        headers: { "idempotency-key": wish.current.key },
        // What was confirmed, not "everything": a bill may have come meanwhile.
        body: { amount_minor: minor },
      });
      return data;
    },
    onSuccess: () => {
      wish.current = { minor: 0, key: "" };
      setAll(true);
      setText("");
      setTried(false);
    },
    onSettled: () => {
      setAsking(null);
      void queryClient.invalidateQueries({ queryKey: keys.wallet });
    },
  });

  function ask(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (amount === null || amount === 0 || send.isPending) return;
    setAsking(amount);
  }

  const covered = isRefusal(send.error, "WITHDRAWAL_NOT_COVERED")
    ? Number(send.error.problem["refundable_minor"])
    : Number.NaN;
  const goodwill =
    wallet.goodwill_minor > 0 ? (
      <p className="sub ink2 num">{copy.goodwill(inr(wallet.goodwill_minor))}</p>
    ) : null;
  const left = wallet.balance_minor - (amount ?? 0);
  // The list knows more than the answer to the request: what was paid out meanwhile is not on its way any more.
  const sent = withdrawals.find(({ id }) => id === send.data?.id) ?? send.data;
  return (
    <Screen
      {...frame}
      footer={
        available > 0 ? (
          <Button type="submit" form="send-back">
            {amount === null ? copy.returnNothing : copy.returnAction(inr(amount))}
          </Button>
        ) : null
      }
    >
      <form id="send-back" className="form sendback" noValidate onSubmit={ask}>
        <output>
          {sent && isUnderWay(sent) ? (
            <Banner kind="info" className="num" title={copy.sentBanner(inr(sent.amount_minor))}>
              {copy.sentText}
            </Banner>
          ) : null}
        </output>
        {available > 0 ? (
          <>
            <h2 className="ink2">{copy.returnable}</h2>
            <p className="v num">{inr(available)}</p>
            {minimum > 0 ? (
              <p className="sub ink2 num">{copy.returnableMinimum(inr(minimum))}</p>
            ) : null}
            {wallet.held_minor > 0 ? (
              <p className="sub ink2 num">{copy.returnableHeld(inr(wallet.held_minor))}</p>
            ) : null}
            {goodwill}
            <Segment
              label={copy.howMuch}
              value={all ? "all" : "part"}
              options={[
                { value: "all", label: copy.everything },
                { value: "part", label: copy.part },
              ]}
              onChange={(choice) => setAll(choice === "all")}
            />
            {all ? null : (
              <TextField
                className="f num"
                label={copy.partLabel}
                inputMode="decimal"
                autoComplete="off"
                maxLength={40}
                value={text}
                error={tried ? problem : undefined}
                onChange={({ target }) => setText(target.value)}
              />
            )}
            {amount === null ? null : (
              <>
                <h3 className="title--m where">{copy.where}</h3>
                <Destinations minor={amount} />
              </>
            )}
            {amount !== null && left < wallet.minimum_minor ? (
              <Banner kind="warn" className="num">
                {copy.belowMinimum(inr(left), inr(wallet.minimum_minor))}
              </Banner>
            ) : null}
          </>
        ) : (
          <>
            <h2 className="t2">{copy.nothingTitle}</h2>
            <p className="ink2">{copy.nothingText}</p>
            {goodwill}
            {wallet.held_minor > 0 ? (
              <p className="ink2 num">{copy.returnableHeld(inr(wallet.held_minor))}</p>
            ) : null}
          </>
        )}
        {send.isError ? (
          <Banner kind="err" className="num" title={sentence(send.error)}>
            {Number.isSafeInteger(covered) ? (
              <>
                {covered > 0 ? copy.refundable(inr(covered)) : null} {copy.restBySupport}{" "}
                <a className="textlink" href={`mailto:${supportEmail}`}>
                  {supportEmail}
                </a>
              </>
            ) : null}
          </Banner>
        ) : null}
      </form>
      {children}
      {asking === null ? null : (
        <Suspense fallback={null}>
          <Dialog
            title={copy.confirmTitle(inr(asking))}
            onClose={() => send.isPending || setAsking(null)}
            closeButton={false}
          >
            <Destinations minor={asking} />
            <p className="ink2 dialog-text num">{copy.confirmText}</p>
            <div className="dialog-pair">
              <Button kind="secondary" onClick={() => send.isPending || setAsking(null)}>
                {copy.notNow}
              </Button>
              <Button busy={send.isPending && copy.sending} onClick={() => send.mutate(asking)}>
                {copy.confirm}
              </Button>
            </div>
          </Dialog>
        </Suspense>
      )}
    </Screen>
  );
}
