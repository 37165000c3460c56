import { type FormEvent, useEffect, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { Link } from "../../ui/router.tsx";
import { isRefusal, sentence } from "../../api/http/refusal.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Segment } from "../../ui/Choice.tsx";
import { mobile as showMobile } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { signInCopy as copy } from "./copy.ts";
import { keepTyped, type Person, signUp, useFlow, useTyped } from "./flow.ts";
import { isEmail } from "./mobile-number.ts";
import { useLink } from "./social.ts";
import "./sign-in.css";

export default function SignUpPage() {
  const flow = useFlow();
  const navigate = useNavigate();
  const before = useTyped();
  const link = useLink();
  const [name, setName] = useState(before?.name ?? link?.name ?? "");
  const [email, setEmail] = useState(before?.email ?? link?.email ?? "");
  const [kind, setKind] = useState<Person["customerType"]>(
    before?.customerType ?? (flow.type === "CCS" ? "CORPORATE" : "PERSONAL"),
  );
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  useEffect(() => keepTyped({ name, email, customerType: kind }), [name, email, kind]);

  if (!flow.mobile) return <Navigate to={paths.phoneNumberEnter} replace />;

  const nameError = name.trim() ? undefined : copy.nameMissing;
  const emailError = !email.trim() || isEmail(email.trim()) ? undefined : copy.emailWrong;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (busy || nameError || emailError) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      const asked = await signUp({
        name: name.trim(),
        email: email.trim() || null,
        customerType: kind,
      });
      if (asked) await navigate(paths.otp);
    } catch (thrown) {
      // The code asked for earlier is still good.
      if (isRefusal(thrown, "OTP_TOO_SOON")) await navigate(paths.otp);
      else if (isRefusal(thrown, "CONSENT_NEEDED")) await navigate(paths.consent);
      else setRefusal(thrown);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Screen
      title={copy.signUpTitle}
      barFooter="bare"
      footer={
        <Button type="submit" form="sign-up" busy={busy && copy.creating}>
          {copy.create}
        </Button>
      }
    >
      <form id="sign-up" className="form" noValidate onSubmit={(event) => void submit(event)}>
        <h2 className="t1">{copy.signUpHeading}</h2>
        <p className="ink2 intro num">{copy.signUpFor(showMobile(flow.mobile))}</p>
        <TextField
          className="f"
          label={copy.name}
          autoComplete="name"
          maxLength={80}
          value={name}
          error={tried ? nameError : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          className="f"
          label={copy.email}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          value={email}
          help={copy.emailHelp}
          error={tried ? emailError : undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
        <div className="f">
          <Segment
            label={copy.accountKind}
            showLabel
            value={kind}
            onChange={setKind}
            options={[
              { value: "PERSONAL", label: copy.personal },
              { value: "CORPORATE", label: copy.corporate },
            ]}
          />
          {kind === "CORPORATE" ? <p className="help">{copy.corporateHelp}</p> : null}
        </div>
        {refusal ? (
          <Banner kind="err" className="f">
            {sentence(refusal)}{" "}
            {isRefusal(refusal, "ACCOUNT_EXISTS") ? (
              <Link className="textlink" to={paths.login}>
                {copy.signInInstead}
              </Link>
            ) : null}
          </Banner>
        ) : null}
        <p className="sub ink2">
          {copy.accept}{" "}
          <Link className="textlink" to={paths.terms}>
            {copy.terms}
          </Link>
        </p>
      </form>
    </Screen>
  );
}
