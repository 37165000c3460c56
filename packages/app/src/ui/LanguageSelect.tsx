import { Translate } from "@phosphor-icons/react/dist/csr/Translate";
import { useEffect, useRef } from "react";
import { isLanguage } from "@voltmarg/contract/languages";
import { chooseLanguage, languages, useLanguage } from "../language/language.ts";
import { uiCopy } from "./copy.ts";
import { SelectField } from "./TextField.tsx";
import { showToast } from "./toast.ts";

/** A new language draws every screen anew: who chose it finds the focus where it was. */
let justChosen = false;

function useChoice() {
  const value = useLanguage();
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (justChosen) select.current?.focus();
    justChosen = false;
  }, []);
  const onChange = async (chosen: string) => {
    if (!isLanguage(chosen)) return;
    justChosen = true;
    if (await chooseLanguage(chosen)) return;
    justChosen = false;
    showToast(uiCopy.languageFailed, "error");
  };
  return { value, select, onChange };
}

const options = () =>
  languages.map(({ value, label }) => (
    <option key={value} value={value} lang={value}>
      {label}
    </option>
  ));

/** The app's language as a field of a form. */
export function LanguageField({ className }: { className?: string }) {
  const { value, select, onChange } = useChoice();
  return (
    <SelectField
      {...(className ? { className } : {})}
      ref={select}
      label={uiCopy.language}
      value={value}
      onChange={(event) => void onChange(event.target.value)}
    >
      {options()}
    </SelectField>
  );
}

/** The same where there is little room. */
export function LanguageChip() {
  const { value, select, onChange } = useChoice();
  return (
    <span className="language-chip">
      <Translate size={20} weight="bold" aria-hidden="true" />
      <select
        ref={select}
        aria-label={uiCopy.language}
        value={value}
        onChange={(event) => void onChange(event.target.value)}
      >
        {options()}
      </select>
    </span>
  );
}
