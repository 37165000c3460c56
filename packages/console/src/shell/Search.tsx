import { useEffect, useState, type KeyboardEvent } from "react";
import { Link, useNavigate } from "react-router";
import type { ConsoleFound } from "@voltmarg/contract";
import { sentenceOf } from "../api/call.ts";
import { useMay } from "../api/member.ts";
import { useOperation } from "../api/query-client.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { instant, words } from "../ui/format.ts";
import { allPlaces } from "./places.ts";

const LEAST = 3;
const WAIT_MS = 250;

type Line = { key: string; to: string; title: string; kind: string; at: string | null };

const HOMES: Record<ConsoleFound["kind"], (id: string) => string> = {
  DRIVER: (id) => `/drivers/${id}`,
  CHARGE: (id) => `/charges/${id}`,
  BILL: (id) => `/charges?q=${encodeURIComponent(id)}`,
  TICKET: (id) => `/tickets/${id}`,
  PAYMENT: (id) => `/payments?id=${encodeURIComponent(id)}`,
  LOCATION: (id) => `/locations/${id}`,
  OPERATOR: (id) => `/partners/${id}`,
  COMPANY: (id) => `/companies/${id}`,
};
const KINDS: Partial<Record<ConsoleFound["kind"], string>> = {
  CHARGE: "Charging session",
  LOCATION: "Station",
};

/** Finds whatever somebody reads out: a number, a name, an id; and pages by their names. */
export function Search({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState("");
  const navigate = useNavigate();
  const may = useMay();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isAsked = asked.length >= LEAST;
  const search = useOperation("searchConsole", { query: { q: asked } }, { enabled: isAsked });
  const typed = text.trim().toLowerCase();
  const pages = allPlaces
    .filter(({ label, needs }) => typed && label.toLowerCase().includes(typed) && may(needs))
    .map(({ to, label }): Line => ({ key: to, to, title: label, kind: "Page", at: null }));
  const found = isAsked ? (search.data?.data.found ?? []) : [];
  const lines = [
    ...pages,
    ...found.map(({ kind, id, title, at }): Line => ({
      key: `${kind} ${id}`,
      to: HOMES[kind](id),
      title,
      kind: KINDS[kind] ?? words(kind),
      at,
    })),
  ];
  const go = (line: Line) => {
    onClose();
    void navigate(line.to);
  };
  const said =
    isAsked && search.error
      ? sentenceOf(search.error)
      : isAsked && search.data && lines.length === 0
        ? "Nothing was found."
        : isAsked && search.isFetching && lines.length === 0
          ? "Searching"
          : "";
  return (
    <Dialog title="Search" onClose={onClose} wide>
      <input
        className="search-field"
        type="search"
        autoComplete="off"
        spellCheck={false}
        aria-label="Number or its last four digits, name, bill, charging session, ticket, payment, station"
        placeholder="Number, name, bill, session, ticket, payment, station"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && lines[0]) go(lines[0]);
          else moveFocus(event);
        }}
      />
      <ul className="found" aria-label="Found">
        {lines.map((line) => (
          <li key={line.key}>
            <Link to={line.to} onClick={onClose} onKeyDown={moveFocus}>
              <span className="tag">{line.kind}</span>
              <b>{line.title}</b>
              <span className="quiet num">{line.at ? instant(line.at) : ""}</span>
            </Link>
          </li>
        ))}
      </ul>
      <output className="help">{said || "Four digits of a number are enough."}</output>
    </Dialog>
  );
}

/** The arrow keys go from the field through what was found, and back. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const dialog = event.currentTarget.closest("[role=dialog]");
  if (!step || !dialog) return;
  event.preventDefault();
  const stops = [...dialog.querySelectorAll<HTMLElement>("input, .found a")];
  stops[stops.indexOf(event.currentTarget) + step]?.focus();
}
