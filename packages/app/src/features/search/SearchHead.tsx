import type { Vehicle } from "@voltmarg/contract";
import { MagnifyingGlass } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { Suspense, useEffect, useState } from "react";
import { useConfig } from "../../api/queries/config.ts";
import { paths } from "../../paths.ts";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { AddressBox } from "./address/AddressBox.tsx";
import { copy } from "../../locations/copy.ts";
import { lazyOptional } from "../../ui/lazy-component.ts";
import type { Place } from "../../map/camera.ts";
import { FilterChips } from "../../locations/FilterChips.tsx";
import { searchAt, setView, useView } from "../../locations/view.ts";

const WayOffer = lazyOptional(() => import("../../places/WayOffer.tsx"), "WayOffer");

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
  return (
    <>
      <div className="searchrow">
        <SearchField cutOff={cutOff} onFocus={onSearch} onAddress={onAddress} />
        <span className="phone-only">
          <MenuButton />
        </span>
      </div>
      <FilterChips vehicle={vehicle} wide={wide} to={paths.cpoFilter} />
      {searched === "" || cutOff ? null : (
        <Suspense fallback={null}>
          <WayOffer text={searched} place={place} />
        </Suspense>
      )}
    </>
  );
}

function SearchField({
  cutOff,
  onFocus,
  onAddress,
}: {
  cutOff: boolean;
  onFocus: () => void;
  onAddress: (place: Place) => void;
}) {
  const searched = useView((view) => view.address ?? view.text);
  const bounds = useView((view) => view.bounds);
  const script = useConfig().data?.google_maps ?? null;
  const [typed, setTyped] = useState(searched);
  useEffect(() => {
    // A chosen address is a place to look around, not a text to look for.
    if (typed === useView.getState().address) return undefined;
    const timer = setTimeout(() => setView({ text: typed.trim(), address: null }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // Cleared, or a place chosen, elsewhere.
  const isPlace = useView((view) => view.address !== null);
  const [last, setLast] = useState(searched);
  if (searched !== last) {
    setLast(searched);
    if (searched === "" || isPlace) setTyped(searched);
  }
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
        maxLength={120}
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
            setView({ text: "", address: null });
          }}
        >
          <X size={20} weight="bold" aria-hidden="true" />
        </button>
      ) : null}
    </search>
  );
}
