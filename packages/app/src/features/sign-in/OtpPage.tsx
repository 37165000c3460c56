import { Clock } from "@phosphor-icons/react/dist/csr/Clock";
import { WarningCircle } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { type FormEvent, useCallback, useRef, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { Link } from "../../ui/router.tsx";
import { useConfig } from "../../api/queries/config.ts";
import { isRefusal, sentence } from "../../api/http/refusal.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { clock, mobile as showMobile } from "../../ui/format.ts";
import { Screen } from "../../ui/Screen.tsx";
import { showToast } from "../../ui/toast.ts";
import { signInCopy as copy } from "./copy.ts";
import { askForCode, enterCode, useFlow } from "./flow.ts";
import { OtpCells } from "./OtpCells.tsx";
import { useDemoCode } from "../../api/queries/one-time-code.ts";
import { useSecondsLeft, useSmsCode } from "./use-code-clock.ts";
import "./sign-in.css";

export default function OtpPage() {
  const flow = useFlow();
  const navigate = useNavigate();
  const config = useConfig().data;
  const length = flow.codeLength ?? config?.otp_length ?? 6;
  const [code, setCode] = useState("");
  const [error, setError] = useState<unknown>();
  const [misread, setMisread] = useState(false);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const secondsLeft = useSecondsLeft(flow);
  const demoCode = useDemoCode(flow);
  const fromSms = useCallback((sms: string) => setCode(sms), []);
  useSmsCode(length, fromSms);
  const signingUp = flow.type === "SU";

  if (!flow.mobile || flow.sentAt === null) return <Navigate to={paths.login} replace />;

  async function submit(entered: string) {
    if (busy || entered.length !== length) return;
    setBusy(true);
    setError(undefined);
    try {
      await enterCode(entered);
    } catch (refusal) {
      if (isRefusal(refusal, "SIGN_UP_NEEDED")) {
        await navigate(paths.signup, { replace: true });
        return;
      }
      if (isRefusal(refusal, "CONSENT_NEEDED")) {
        await navigate(paths.consent, { replace: true });
        return;
      }
      setError(refusal);
      setCode("");
      setBusy(false);
      input.current?.focus();
    }
  }

  async function resend() {
    setError(undefined);
    setMisread(false);
    setCode("");
    try {
      await askForCode(flow.mobile, flow.type);
      showToast(copy.newCodeSent, "info");
      input.current?.focus();
    } catch (refusal) {
      setError(refusal);
    }
  }

  return (
    <Screen
      title={copy.otpTitle}
      hideTitle
      barFooter="bare"
      footer={
        <Button
          type="submit"
          form="otp"
          disabled={code.length !== length && !busy}
          busy={busy && (signingUp ? copy.creating : copy.signingIn)}
        >
          {signingUp ? copy.create : copy.signIn}
        </Button>
      }
    >
      <form
        id="otp"
        className="form otp"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit(code);
        }}
      >
        <h2 className="t1">{copy.otpHeading}</h2>
        <p className="ink2 num sent">
          {copy.otpSent(length)} <b className="nowrap">{showMobile(flow.mobile)}</b>
        </p>
        <Link
          className="btn btn--quiet btn--sm change"
          to={signingUp ? paths.phoneNumberEnter : paths.login}
          replace
        >
          {copy.changeNumber}
        </Link>
        <OtpCells
          ref={input}
          label={copy.otpLabel(length)}
          length={length}
          value={code}
          invalid={misread || error !== undefined}
          onChange={(value) => {
            setMisread(value === null);
            if (value === null) return;
            setCode(value);
            if (value.length === length) void submit(value);
          }}
        />
        {error === undefined && !misread ? null : (
          <p className="help err" id="otp-error" role="alert">
            <WarningCircle size={18} weight="bold" aria-hidden="true" />
            <span>
              {misread ? copy.otpWrong(length) : sentence(error)}{" "}
              {isRefusal(error, "ACCOUNT_EXISTS") ? (
                <Link className="textlink" to={paths.login} replace>
                  {copy.signInInstead}
                </Link>
              ) : null}
            </span>
          </p>
        )}
        {secondsLeft === null ? null : secondsLeft > 0 ? (
          <p className="ink2 num wait">
            <Clock size={22} aria-hidden="true" />
            {copy.newCodeIn(clock(secondsLeft))}
          </p>
        ) : (
          <Button kind="quiet" small className="resend" onClick={() => void resend()}>
            {copy.newCode}
          </Button>
        )}
        {demoCode ? <p className="cap ink3 num demo">{copy.demoCode(demoCode)}</p> : null}
      </form>
    </Screen>
  );
}
