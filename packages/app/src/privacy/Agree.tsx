import type { NoticeLanguage, PrivacyNotice } from "@voltmarg/contract";
import { useId, useState } from "react";
import { sentence } from "../api/http/refusal.ts";
import { writtenIn } from "../language/current-language.ts";
import { Button } from "../ui/Button.tsx";
import { Banner } from "../ui/Message.tsx";
import { noticeCopy as copy } from "./copy.ts";

export type Agreeing = {
  isBusy: boolean;
  refusal: unknown;
  onAgree: (agreed: { version: number; language: NoticeLanguage }) => void;
};

/** The clear act of section 6: who agrees says that they are of age, and presses the button. Nothing is ticked before. */
export function Agree({
  notice: { version, language, consent },
  isBusy,
  refusal,
  onAgree,
}: {
  notice: PrivacyNotice;
} & Agreeing) {
  const id = useId();
  const [isAdult, setIsAdult] = useState(false);
  const [tried, setTried] = useState(false);
  const lacks = tried && !isAdult;
  return (
    <form
      className="agree"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isAdult && !isBusy) onAgree({ version, language });
      }}
    >
      <label {...writtenIn(language)}>
        <input
          type="checkbox"
          checked={isAdult}
          aria-invalid={lacks || undefined}
          aria-describedby={lacks ? id : undefined}
          onChange={(event) => setIsAdult(event.target.checked)}
        />
        {consent.age}
      </label>
      {lacks ? (
        <p className="help err" id={id} role="alert">
          {copy.ageMissing}
        </p>
      ) : null}
      {refusal ? <Banner kind="err">{sentence(refusal)}</Banner> : null}
      <Button type="submit" busy={isBusy && copy.agreeing} {...writtenIn(language)}>
        {consent.agree}
      </Button>
    </form>
  );
}
