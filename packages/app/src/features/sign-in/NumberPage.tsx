import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { signInCopy as copy } from "./copy.ts";
import { beginSignUp, useFlow } from "./flow.ts";
import { MobileField } from "./MobileField.tsx";
import { spaced, tenDigits } from "./mobile-number.ts";
import "./sign-in.css";

export default function NumberPage() {
  const navigate = useNavigate();
  const [number, setNumber] = useState(spaced(useFlow().mobile));
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const mobile = tenDigits(number);
    if (!mobile) {
      setError(copy.mobileWrong);
      return;
    }
    beginSignUp(mobile);
    void navigate(paths.signup);
  }

  return (
    <Screen
      title={copy.numberTitle}
      barFooter="column"
      footer={
        <>
          <Button type="submit" form="number">
            {copy.next}
          </Button>
          <ButtonLink kind="quiet" to={paths.login} replace>
            {copy.haveAccount}
          </ButtonLink>
        </>
      }
    >
      <form id="number" className="form" noValidate onSubmit={submit}>
        <h2 className="t1">{copy.numberHeading}</h2>
        <p className="ink2 intro">{copy.numberText}</p>
        <MobileField
          value={number}
          error={error}
          onChange={(value) => {
            setNumber(value);
            setError(undefined);
          }}
        />
      </form>
    </Screen>
  );
}
