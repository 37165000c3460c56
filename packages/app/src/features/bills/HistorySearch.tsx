import { MagnifyingGlass } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useEffect, useRef, useState } from "react";
import { monthName } from "../../ui/india-days.ts";
import { SelectField } from "../../ui/TextField.tsx";
import { billCopy as copy } from "./copy.ts";

/** A pause in typing that is worth a question to the service. */
const typingMs = 300;

/** Words, and one of the months in which there was a charge. */
export function HistorySearch({
  words,
  month,
  months,
  onChange,
}: {
  words: string;
  month: string;
  months: { month: string; charges: number }[];
  onChange: (part: { month?: string; q?: string }) => void;
}) {
  const asked = useRef(words === "" && month === "");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The driver has just asked for it; from an address it was there before they came.
    if (asked.current) field.current?.focus();
  }, []);
  const [text, setText] = useState(words);
  useEffect(() => {
    if (text === words) return;
    const timer = setTimeout(() => onChange({ q: text }), typingMs);
    return () => clearTimeout(timer);
  }, [text, words, onChange]);
  const known = months.some((one) => one.month === month);
  return (
    <search className="hsearch">
      <label className="search">
        <MagnifyingGlass size={24} aria-hidden="true" />
        <input
          type="search"
          aria-label={copy.searchLabel}
          placeholder={copy.searchHint}
          maxLength={100}
          autoComplete="off"
          ref={field}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <SelectField
        label={copy.month}
        value={month}
        onChange={(event) => onChange({ month: event.target.value })}
      >
        <option value="">{copy.allMonths}</option>
        {month && !known ? <option value={month}>{monthName(month)}</option> : null}
        {months.map((one) => (
          <option key={one.month} value={one.month}>
            {copy.monthOption(monthName(one.month), one.charges)}
          </option>
        ))}
      </SelectField>
    </search>
  );
}
