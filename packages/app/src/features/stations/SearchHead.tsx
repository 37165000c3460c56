import type { Vehicle } from "@voltmarg/contract";
import { MagnifyingGlass } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { SlidersHorizontal } from "@phosphor-icons/react/dist/csr/SlidersHorizontal";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { Chip } from "../../ui/Choice.tsx";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { copy } from "./copy.ts";
import { setView, useView } from "./view.ts";

const TYPING_MS = 300;

/** The search field and the filter chips. */
export function SearchHead({
  vehicle,
  wide,
  onSearch,
}: {
  vehicle: Vehicle | undefined;
  wide: boolean;
  onSearch: () => void;
}) {
  const chips = useView((view) => view.chips);
  const toggle = (chip: keyof typeof chips) =>
    setView({ chips: { ...chips, [chip]: !chips[chip] } });
  return (
    <>
      <div className="searchrow">
        <SearchField onFocus={onSearch} />
        <span className="phone-only">
          <MenuButton />
        </span>
      </div>
      <fieldset className="chips">
        <legend className="sr-only">{copy.filters}</legend>
        <Link className="chip" to={paths.cpoFilter}>
          <SlidersHorizontal size={20} aria-hidden="true" />
          {copy.filters}
        </Link>
        {vehicle ? (
          <Chip on={chips.fits} onClick={() => toggle("fits")}>
            {copy.fits(vehicle.model)}
          </Chip>
        ) : null}
        <Chip on={chips.freeNow} onClick={() => toggle("freeNow")}>
          {copy.freeNow}
        </Chip>
        <Chip on={chips.fast} onClick={() => toggle("fast")}>
          {copy.fast}
        </Chip>
        {wide || chips.openNow ? (
          <Chip on={chips.openNow} onClick={() => toggle("openNow")}>
            {copy.openNow}
          </Chip>
        ) : null}
      </fieldset>
    </>
  );
}

function SearchField({ onFocus }: { onFocus: () => void }) {
  const searched = useView((view) => view.text);
  const [typed, setTyped] = useState(searched);
  useEffect(() => {
    const timer = setTimeout(() => setView({ text: typed.trim() }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // Cleared from elsewhere.
  const [last, setLast] = useState(searched);
  if (searched !== last) {
    setLast(searched);
    if (searched === "") setTyped("");
  }
  return (
    <search className="search">
      <MagnifyingGlass size={22} weight="bold" aria-hidden="true" />
      <input
        type="search"
        enterKeyHint="search"
        aria-label={copy.searchPlaceholder}
        placeholder={copy.searchPlaceholder}
        value={typed}
        maxLength={80}
        onFocus={onFocus}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed ? (
        <button
          type="button"
          className="search-clear"
          aria-label={copy.clearSearch}
          onClick={() => {
            setTyped("");
            setView({ text: "" });
          }}
        >
          <X size={20} weight="bold" aria-hidden="true" />
        </button>
      ) : null}
    </search>
  );
}
