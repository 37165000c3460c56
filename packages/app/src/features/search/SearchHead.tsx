import type { Vehicle } from "@voltmarg/contract";
import { MagnifyingGlass } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { Suspense, useEffect, useRef, useState } from "react";
import { useConfig } from "../../api/queries/config.ts";
import { paths } from "../../paths.ts";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { AddressBox } from "./address/AddressBox.tsx";
import { copy } from "../../locations/copy.ts";
import { lazyOptional } from "../../ui/lazy-component.ts";
import type { Place } from "../../map/camera.ts";
import { FilterChips } from "../../locations/FilterChips.tsx";
import { FAR_KM, searchAt, setView, useView } from "../../locations/view.ts";
import type { PlaceProblem } from "../../places/read-place.ts";
import { typedPlace } from "./typed-place.ts";

const SearchedPlace = lazyOptional(() => import("../../places/SearchedPlace.tsx"), "SearchedPlace");

const TYPING_MS = 300;
const COUNTRY = "IN";

/** The search field and the filter chips. */
export function SearchHead({
  vehicle,
  wide,
  cutOff,
  onSearch,
  onAddress,
}: {
  vehicle: Vehicle | undefined;
  wide: boolean;
  /** The service cannot be reached: cached locations are searched. */
  cutOff: boolean;
  onSearch: () => void;
  /** An address was chosen; the list looks there already. */
  onAddress: (place: Place) => void;
}) {
  const searched = useView((view) => view.address ?? view.text);
  const address = useView((view) => view.address);
  const area = useView((view) => view.area);
  const place = address ? { latitude: area.lat, longitude: area.lon, name: address } : null;
  const [problem, setProblem] = useState<PlaceProblem | null>(null);
  return (
    <>
      <div className="searchrow">
        <SearchField
          cutOff={cutOff}
          onFocus={onSearch}
          onAddress={onAddress}
          onProblem={setProblem}
        />
        <span className="phone-only">
          <MenuButton />
        </span>
      </div>
      <FilterChips vehicle={vehicle} wide={wide} to={paths.cpoFilter} />
      {problem || (searched !== "" && !cutOff) ? (
        <Suspense fallback={null}>
          <SearchedPlace text={searched} place={place} problem={problem} />
        </Suspense>
      ) : null}
    </>
  );
}

function SearchField({
  cutOff,
  onFocus,
  onAddress,
  onProblem,
}: {
  cutOff: boolean;
  onFocus: () => void;
  onAddress: (place: Place) => void;
  /** The typed text names a place that the search cannot use; null: it does not. */
  onProblem: (problem: PlaceProblem | null) => void;
}) {
  const searched = useView((view) => view.address ?? view.text);
  const bounds = useView((view) => view.bounds);
  const script = useConfig().data?.google_maps ?? null;
  const [typed, setTyped] = useState(searched);
  const latest = useRef({ onAddress, onProblem });
  useEffect(() => {
    latest.current = { onAddress, onProblem };
  });
  /** What was searched for from the text in the field, which stays as it was typed. */
  const own = useRef<string | null>(null);
  useEffect(() => {
    // A chosen address is a place to look around, not a text to look for.
    if (typed === useView.getState().address) return undefined;
    let gone = false;
    const timer = setTimeout(async () => {
      const read = await typedPlace(typed).catch(() => null);
      if (gone) return;
      latest.current.onProblem(read && !read.ok ? read.reason : null);
      if (!read?.ok) {
        own.current = read ? "" : typed.trim();
        return setView({ text: own.current, address: null });
      }
      const { latitude: lat, longitude: lon } = read.place;
      // A link gives way to its place; numbers may be half typed.
      own.current = typed.includes(":") ? null : read.title;
      searchAt({ lat, lon }, { text: "", address: read.title }, FAR_KM);
      latest.current.onAddress({ lat, lon });
    }, TYPING_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [typed]);
  // Cleared, or a place chosen, elsewhere.
  const isPlace = useView((view) => view.address !== null);
  useEffect(() => {
    if (searched !== own.current && (searched === "" || isPlace)) setTyped(searched);
  }, [searched, isPlace]);
  const label = cutOff ? copy.searchSaved : copy.searchPlaceholder;
  return (
    <search className="search">
      <MagnifyingGlass size={22} weight="bold" aria-hidden="true" />
      <AddressBox
        type="search"
        enterKeyHint="search"
        label={label}
        placeholder={label}
        value={typed}
        // A map's link is long.
        maxLength={4000}
        script={cutOff ? null : script}
        options={{ country: COUNTRY, bounds }}
        listLabel={copy.addresses}
        attribution={copy.addressesBy}
        onFocus={onFocus}
        onText={setTyped}
        onAddress={({ displayAddress, name, geoLocation: { latitude, longitude } }) => {
          // A place without a position cannot be gone to: its words are searched for.
          if (latitude === -1 && longitude === -1) return;
          const place = { lat: latitude, lon: longitude };
          searchAt(place, { text: "", address: displayAddress || name });
          onAddress(place);
        }}
      />
      {typed ? (
        <button
          type="button"
          className="search-clear"
          aria-label={copy.clearSearch}
          onClick={() => {
            setTyped("");
            onProblem(null);
            setView({ text: "", address: null });
          }}
        >
          <X size={20} weight="bold" aria-hidden="true" />
        </button>
      ) : null}
    </search>
  );
}
