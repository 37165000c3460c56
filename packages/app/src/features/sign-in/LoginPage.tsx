import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { Link, useSearchParams } from "../../ui/router.tsx";
import { isRefusal, sentence } from "../../api/http/refusal.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Drawing } from "../../ui/Drawing.tsx";
import { stoneScene } from "../../ui/drawings/stone-scene.ts";
import { mark } from "../../ui/drawings/mark.ts";
import { LanguageChip } from "../../ui/LanguageSelect.tsx";
import { useOpeningFocus } from "../../ui/Screen.tsx";
import { providerName } from "../../language/provider-name.ts";
import { useTitle } from "../../ui/use-title.ts";
import { signInCopy as copy } from "./copy.ts";
import { askForCode, continueWithCode, useFlow } from "./flow.ts";
import { MobileField } from "./MobileField.tsx";
import { spaced, tenDigits } from "./mobile-number.ts";
import { PasskeySignIn } from "./PasskeySignIn.tsx";
import { ServerLink } from "./server-link/ServerLink.tsx";
import { SocialSignIn } from "./SocialSignIn.tsx";
import "./sign-in.css";

export default function LoginPage() {
  const fleet = useSearchParams()[0].has("fleet");
  const type = fleet ? "CCS" : "LG";
  const navigate = useNavigate();
  const flow = useFlow();
  const [number, setNumber] = useState(spaced(flow.mobile));
  const [error, setError] = useState<string>();
  const [tooSoon, setTooSoon] = useState(false);
  const [busy, setBusy] = useState(false);
  useTitle(fleet ? copy.fleetHeading : copy.loginTitle);
  const heading = useOpeningFocus<HTMLHeadingElement>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const mobile = tenDigits(number);
    if (!mobile) {
      setError(copy.mobileWrong);
      return;
    }
    setBusy(true);
    try {
      await askForCode(mobile, type);
      await navigate(paths.otp);
    } catch (refusal) {
      const sentBefore = isRefusal(refusal, "OTP_TOO_SOON");
      // The code asked for here a moment ago is still good.
      if (sentBefore && flow.mobile === mobile && flow.sentAt !== null) await navigate(paths.otp);
      else {
        setError(sentence(refusal));
        setTooSoon(sentBefore);
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className="screen login">
      <form className="content lg" noValidate onSubmit={(event) => void submit(event)}>
        <div className="scene">
          <Drawing svg={stoneScene()} className="art" />
          <p className="brand">
            <Drawing svg={mark(38)} />
            {providerName}
          </p>
          <LanguageChip />
        </div>
        <div className="form">
          <h1 className="t1" ref={heading} tabIndex={-1}>
            {fleet ? copy.fleetHeading : copy.loginHeading}
          </h1>
          <p className="ink2 intro">{fleet ? copy.fleetText : copy.loginText}</p>
          <MobileField
            value={number}
            error={error}
            onChange={(value) => {
              setNumber(value);
              setError(undefined);
              setTooSoon(false);
            }}
          />
          {tooSoon ? (
            <p className="fleet">
              <Link
                className="textlink"
                to={paths.otp}
                onClick={() => continueWithCode(tenDigits(number) ?? "", type)}
              >
                {copy.haveCode}
              </Link>
            </p>
          ) : null}
          <Button type="submit" busy={busy && copy.sending}>
            {copy.sendCode}
          </Button>
          {fleet ? null : (
            <div className="others">
              <PasskeySignIn />
              <SocialSignIn />
            </div>
          )}
          <p className="fleet">
            <Link className="textlink" to={paths.phoneNumberEnter}>
              {copy.createAccount}
            </Link>
          </p>
          <p className="fleet">
            <Link className="textlink" to={fleet ? paths.login : `${paths.login}?fleet`} replace>
              {fleet ? copy.personalLink : copy.fleetLink}
            </Link>
          </p>
          <p className="fleet">
            <Link className="textlink" to={paths.faq}>
              {copy.help}
            </Link>
          </p>
          <p className="fleet">
            <Link className="textlink" to={paths.legal}>
              {copy.legal}
            </Link>
          </p>
          <ServerLink />
        </div>
      </form>
    </main>
  );
}
