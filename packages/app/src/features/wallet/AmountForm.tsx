import { LockSimple } from "@phosphor-icons/react/dist/csr/LockSimple";
import { WarningCircle } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useMutation } from "@tanstack/react-query";
import { readPaise } from "@voltmarg/rules";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { createTopUp } from "../../api/http/endpoints/wallet.ts";
import { newIdempotencyKey } from "../../api/http/idempotency-key.ts";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { useWallet } from "../../api/queries/wallet.ts";
import { useConfig } from "../../api/queries/config.ts";
import { sentence } from "../../api/http/refusal.ts";
import { readServer } from "../../native/storage.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Choice.tsx";
import { inr, wholeInr } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { openWalletInfo } from "../../ui/popups.ts";
import { Screen, useBack } from "../../ui/Screen.tsx";
import { walletCopy as copy } from "./copy.ts";
import { keepOpenTopUp } from "./open-top-up.ts";
import { amountText, misread, shortInr } from "./return-amount.ts";
import { keepReturnTo } from "./return-to.ts";
import { Ways } from "./Ways.tsx";
import { paymentPage, payWords, waysOf } from "./ways.ts";
import "./wallet.css";

/** Paise. */
const presets = [200_00, 500_00, 1000_00, 2000_00];

/** Those that fit into the wallet, and the most that does where that is less than the largest. */
const presetsWithin = (room: number): number[] =>
  presets.flatMap((preset, n) =>
    preset <= room ? [preset] : room > (presets[n - 1] ?? 0) ? [room] : [],
  );

export function AmountForm({ asked, info }: { asked: number | null; info: boolean }) {
  const userId = useUser().id;
  const config = useConfig().data;
  const wallet = useWallet().data;
  const goBack = useBack(paths.wallet);
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { returnTo?: string } | null };
  const [typed, setTyped] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const last = wallet?.last_paid_with ?? null;
  const ways = useMemo(() => waysOf(last), [last]);
  const [picked, setPicked] = useState<string | null>(null);
  // What was paid with last time is proposed; nothing else is.
  const way = ways.find((one) => JSON.stringify(one) === picked) ?? (last ? ways[0] : undefined);
  const keyOf = useRef({ minor: 0, key: "" });
  const shown = useRef(false);
  useEffect(() => {
    if (!info || shown.current) return;
    shown.current = true;
    openWalletInfo();
  }, [info]);

  const suggested = config?.suggested_top_up_minor ?? 500_00;
  // What is missing for a charge can be less than the least that can be paid.
  const least = config?.minimum_top_up_minor ?? 0;
  // Of a wallet that was saved by an earlier version the limit is not known.
  const room = wallet?.addable_minor ?? config?.maximum_top_up_minor ?? Number.POSITIVE_INFINITY;
  const full = room === 0;
  const proposed = asked === null ? suggested : Math.max(asked * 100, least);
  const text = typed ?? amountText(full ? proposed : Math.min(proposed, room));
  const minor = readPaise(text);
  const problem =
    minor === null
      ? misread(text)
      : config && minor < config.minimum_top_up_minor
        ? copy.tooSmall(wholeInr(config.minimum_top_up_minor))
        : config && minor > config.maximum_top_up_minor
          ? copy.tooLarge(wholeInr(config.maximum_top_up_minor))
          : full
            ? copy.full
            : minor > room
              ? copy.mostNow(shortInr(room))
              : undefined;

  const pay = useMutation({
    mutationFn: async (amount: number) => {
      // The same amount has the same idempotency key: the service answers with the same order.
      if (keyOf.current.minor !== amount)
        keyOf.current = { minor: amount, key: newIdempotencyKey() };
      const { data } = await call(createTopUp, {
        params: { userId },
        headers: { "idempotency-key": keyOf.current.key },
        body: { amount_minor: amount },
      });
      return data;
    },
    // What fits has changed on another device.
    onError: () => void queryClient.invalidateQueries({ queryKey: keys.wallet }),
    onSuccess: (topUp) => {
      keepReturnTo(state?.returnTo ?? null);
      keepOpenTopUp(topUp.id);
      // Back from the payment page leads to what became of it, not to paying once more.
      history.replaceState(history.state, "", paths.topUp(topUp.id));
      location.assign(readServer() + paymentPage(topUp.checkout_path, way));
    },
  });

  const begun = pay.data?.id;
  useEffect(() => {
    if (begun === undefined) return;
    // A browser may keep this page as it was while the payment page was open.
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void navigate(paths.topUp(begun), { replace: true });
    };
    addEventListener("pageshow", back);
    return () => removeEventListener("pageshow", back);
  }, [begun, navigate]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (minor !== null && !problem && !pay.isPending && !pay.isSuccess) pay.mutate(minor);
  }

  const error = (tried && problem) || (pay.isError ? sentence(pay.error) : undefined);
  return (
    <Screen
      title={copy.addTitle}
      onBack={goBack}
      footer={
        <Button
          type="submit"
          form="add-money"
          busy={(pay.isPending || pay.isSuccess) && copy.opening}
          icon={<LockSimple size={24} aria-hidden="true" />}
        >
          {minor === null ? copy.payNothing : payWords(shortInr(minor), way)}
        </Button>
      }
    >
      <form id="add-money" className="form add" noValidate onSubmit={submit}>
        <label className="label" htmlFor="amount">
          {copy.amount}
        </label>
        <div className={`amount num${error ? " is-error" : ""}`}>
          <span aria-hidden="true">₹</span>
          <input
            id="amount"
            aria-label={copy.amountLabel}
            aria-invalid={error ? true : undefined}
            aria-describedby="amount-help"
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            value={text}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => {
              if (minor !== null) setTyped(amountText(minor));
              else if (text.trim() !== "") setTried(true);
            }}
          />
        </div>
        {error ? (
          <p className="help err" id="amount-help" role="alert">
            <WarningCircle size={18} weight="bold" aria-hidden="true" />
            {error}
          </p>
        ) : (
          <p className="help num" id="amount-help">
            {wallet && minor !== null ? (
              <>
                {copy.after} <b>{inr(wallet.balance_minor + minor)}</b>
              </>
            ) : (
              " "
            )}
          </p>
        )}
        {full || proposed > room ? (
          <Banner kind="warn" className="num">
            {full ? copy.full : copy.mostNow(shortInr(room))}
          </Banner>
        ) : null}
        <fieldset className="quick num" aria-label={copy.presets}>
          {presetsWithin(room).map((preset) => (
            <Chip
              key={preset}
              plain
              on={minor === preset}
              onClick={() => setTyped(amountText(preset))}
            >
              {shortInr(preset)}
            </Chip>
          ))}
        </fieldset>
        <Ways
          ways={ways}
          last={last}
          chosen={way}
          onChange={(one) => setPicked(JSON.stringify(one))}
        />
        <Banner kind="info" className="num">
          {copy.minimumStays(wholeInr(config?.minimum_balance_minor ?? 5000))}
        </Banner>
        <p className="sub ink2 payby">{copy.payByText}</p>
      </form>
    </Screen>
  );
}
