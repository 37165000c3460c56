import { MapPin } from "@phosphor-icons/react/dist/csr/MapPin";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from "react";
import { lazyNamed, lazyOptional } from "../ui/lazy-component.ts";
import { TextField } from "../ui/TextField.tsx";
import { placesCopy as copy } from "./copy.ts";
import { type Place, placeTitle } from "./place.ts";
import { rememberPlace } from "./recent-places.ts";
import type { PlaceOption, PlaceOptions } from "./use-place-options.ts";
import "./places.css";

const PlaceChoice = lazyOptional(() => import("./PlaceChoice.tsx"), "PlaceChoice");
const PointDialog = lazyNamed(() => import("./PointDialog.tsx"), "PointDialog");

/**
 * A place: typed and chosen from a list (a combobox), read from a map link, or a point on the map. `value` is null until
 * one is chosen; a text that means no place is none. What can be chosen is loaded when the field is first used.
 */
export function PlaceField({
  label,
  value,
  onChange,
  error,
  id,
}: {
  label: string;
  value: Place | null;
  onChange: (place: Place | null) => void;
  error?: string | undefined;
  id?: string;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [pointing, setPointing] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const [used, setUsed] = useState(false);
  const [{ groups, problem }, setFound] = useState<PlaceOptions>(NOTHING);
  const options = groups.flatMap(({ options: some }) => some);
  const shown = value ? placeTitle(value) : "";

  // Another list of places: nothing in it is chosen yet.
  const [before, setBefore] = useState("");
  const now = options.map(({ key }) => key).join("|");
  if (now !== before) {
    setBefore(now);
    setActive(-1);
  }

  const unfold = () => {
    setUsed(true);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  function take(place: Place, remembered = true): void {
    turn.current += 1;
    setTyped(null);
    setBusy(false);
    setFailed(null);
    onChange(place);
    if (remembered) rememberPlace(place);
  }
  async function choose(option: PlaceOption): Promise<void> {
    close();
    if (option.kind === "map") return setPointing(true);
    if (option.place) return take(option.place);
    // What was typed goes on while the place is looked up; a later choice counts.
    const mine = ++turn.current;
    const isHere = option.kind === "here";
    setBusy(true);
    setTyped(isHere ? copy.locating : option.main);
    const place = await option.look?.();
    if (mine !== turn.current) return;
    if (place) return take(place, !isHere);
    setBusy(false);
    setTyped(isHere ? null : option.main);
    setFailed(isHere ? copy.noPosition : copy.problems.NO_POSITION);
  }
  function write(text: string): void {
    turn.current += 1;
    setBusy(false);
    setTyped(text);
    setFailed(null);
    unfold();
    if (value) onChange(null);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !open) unfold();
    else if (step && options.length > 0)
      setActive((at) => ((at < 0 && step < 0 ? 0 : at) + step + options.length) % options.length);
    else if (event.key === "Enter" && open && (options[active] ?? (typed && options[0])))
      void choose(options[active] ?? options[0]!);
    else if (event.key === "Escape" && open) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** Who wrote a place's whole name, or a link to it, and goes on means it. */
  function leave(): void {
    const said = typed?.trim().toLowerCase();
    const meant = options.find(
      ({ kind, main, place }) => place && (kind === "link" || main.toLowerCase() === said),
    );
    close();
    if (said && meant) void choose(meant);
  }

  useEffect(() => {
    if (!open || active < 0) return;
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [open, active, list]);

  const isListed = open && options.length > 0;
  const said = problem
    ? copy.problems[problem]
    : !open && typed && !busy && !value
      ? copy.chooseOne
      : undefined;
  return (
    <div className="place-field">
      <TextField
        ref={input}
        {...(id ? { id } : {})}
        label={label}
        lead={<MapPin size={22} aria-hidden="true" />}
        error={failed ?? said ?? (typed ? undefined : error)}
        placeholder={copy.placeholder}
        value={typed ?? shown}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={list}
        aria-activedescendant={isListed && options[active] ? `${list}-${active}` : undefined}
        aria-busy={busy || undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        // A map's link is long.
        maxLength={4000}
        onChange={({ target }) => write(target.value)}
        onFocus={({ target }) => {
          target.select();
          unfold();
        }}
        onClick={unfold}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {typed || value ? (
        <button
          type="button"
          className="place-clear"
          aria-label={`${copy.clear}: ${label}`}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            write("");
            input.current?.focus();
          }}
        >
          <X size={20} weight="bold" aria-hidden="true" />
        </button>
      ) : null}
      {used ? (
        <Suspense fallback={null}>
          <PlaceChoice
            {...{ label, open, active, typed }}
            id={list}
            onFound={setFound}
            onChoose={(option) => void choose(option)}
          />
        </Suspense>
      ) : null}
      {pointing ? (
        <Suspense fallback={null}>
          <PointDialog
            from={value}
            onClose={() => setPointing(false)}
            onPoint={(place) => {
              setPointing(false);
              take(place);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

const NOTHING: PlaceOptions = { groups: [], problem: null, isGoogle: false };
