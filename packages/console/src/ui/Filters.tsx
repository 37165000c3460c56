import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Field } from "@voltmarg/contract/openapi";
import { words } from "./format.ts";
import { labelOf } from "./field-words.ts";

const WAIT_MS = 400;

/** The filters of a list; each is in the address, so that a link shows the same. */
export function Filters({
  fields,
  labels,
}: {
  fields: readonly Field[];
  labels?: Record<string, string> | undefined;
}) {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const to = new URLSearchParams(before);
        for (const paging of ["cursor", "page_no"]) to.delete(paging);
        if (value) to.set(name, value);
        else to.delete(name);
        return to;
      },
      { replace: true },
    );
  const isSet = fields.some(({ name }) => search.get(name));
  return (
    <search className="filters" aria-label="Filters">
      {fields.map(({ name, kind, choices, preset }) => (
        <label key={name}>
          <span>{labels?.[name] ?? labelOf(name)}</span>
          {kind === "choice" || kind === "flag" ? (
            <select
              value={search.get(name) ?? String(preset ?? "")}
              onChange={(event) => set(name, event.target.value)}
            >
              {preset === undefined ? <option value="">All</option> : null}
              {(choices ?? ["true", "false"]).map((each) => (
                <option key={each} value={each}>
                  {words(each)}
                </option>
              ))}
            </select>
          ) : (
            <TextFilter
              type={/^(?:from|until|day)$/.test(name) ? "date" : "text"}
              value={search.get(name) ?? ""}
              onChange={(value) => set(name, value)}
            />
          )}
        </label>
      ))}
      {isSet ? (
        <button type="button" className="btn" onClick={() => setSearch({}, { replace: true })}>
          Clear
        </button>
      ) : null}
    </search>
  );
}

/** Text goes to the address when nothing was typed for a moment; when the address changes by itself, the text follows. */
function TextFilter({
  type,
  value,
  onChange,
}: {
  type: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  if (known !== value) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }
  return (
    <input
      type={type}
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        clearTimeout(waiting.current);
        waiting.current = setTimeout(() => onChange(target.value.trim()), WAIT_MS);
      }}
    />
  );
}
