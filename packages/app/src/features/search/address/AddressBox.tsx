import { MapPin } from "@phosphor-icons/react/dist/csr/MapPin";
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { MappedAddress, RawPlace } from "../../../places/google/mapped-address.ts";
import type { AddressOptions, Suggest, Suggestion } from "../../../places/google/places.ts";
import type { MapsScript } from "../../../places/google/places-script.ts";
import { suggestionsOf } from "../../../places/google/suggestions-of.ts";
import { typedPlace } from "../typed-place.ts";
import { isValidAddress } from "./valid-address.ts";

const TYPING_MS = 250;
const LEAST_LETTERS = 3;
const MOST = 4;

type Props = {
  label: string;
  value: string;
  /** null: no maps service is configured, and the field is a plain one. */
  script: MapsScript | null;
  options: AddressOptions;
  /** Whether something must be in it. */
  required?: boolean;
  listLabel: string;
  attribution: string;
  /** At every change of the text. */
  onText: (text: string) => void;
  /** A place was chosen; the field shows its formatted address. */
  onAddress: (address: MappedAddress) => void;
  onPlace?: (place: RawPlace) => void;
  onLocation?: (location: { latitude: number; longitude: number }) => void;
} & Omit<ComponentProps<"input">, "value" | "onChange">;

/**
 * A text field with addresses of the maps service below it. The service's script is loaded when somebody first types;
 * when it does not load, there are no suggestions, and the next text tries again.
 */
export function AddressBox(props: Props) {
  const { label, value, script, options, required = false, listLabel, attribution } = props;
  const { onText, onAddress, onPlace, onLocation, ...input } = inputOf(props);
  const [found, setFound] = useState<Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  const [typed, setTyped] = useState<string | null>(null);
  const suggest = useRef<Suggest | null>(null);
  const opened = useRef(0);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const list = useId();

  useEffect(() => {
    if (typed === null || !script) return undefined;
    let gone = false;
    const timer = setTimeout(async () => {
      // A position is read here: nobody else learns where somebody goes.
      const isPlace = await typedPlace(typed).then(
        (read) => read !== null,
        () => true,
      );
      if (gone) return;
      if (isPlace) return setFound([]);
      suggest.current ??= await suggestionsOf(script).catch(() => null);
      const next = (await suggest.current?.(typed, latest.current)) ?? [];
      if (gone) return;
      setFound(next.slice(0, MOST));
      setActive(-1);
    }, TYPING_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [typed, script]);

  const close = () => {
    setTyped(null);
    setFound([]);
    setActive(-1);
  };
  const choose = async (suggestion: Suggestion) => {
    close();
    const turn = ++opened.current;
    const place = await suggestion.open().catch(() => null);
    if (!place || turn !== opened.current) return;
    const { mapAddress } = await import("../../../places/google/mapped-address.ts");
    const address = mapAddress(place);
    onText(address.displayAddress || address.name);
    onAddress(address);
    onPlace?.(place);
    onLocation?.(address.geoLocation);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (found.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((at) => (at + step + found.length + 1) % (found.length + 1));
    else if (event.key === "Enter" && found[active]) void choose(found[active]);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  };
  const open = found.length > 0;
  return (
    <>
      <input
        {...input}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={list}
        aria-activedescendant={found[active] ? `${list}-${active}` : undefined}
        aria-invalid={isValidAddress(value, required) ? undefined : true}
        aria-required={required || undefined}
        autoComplete="off"
        value={value}
        onChange={({ target }) => {
          opened.current += 1;
          onText(target.value);
          const text = target.value.trim();
          if (text.length >= LEAST_LETTERS) setTyped(text);
          else close();
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div className="addresses" hidden={!open}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be searched from another field */}
        <div id={list} role="listbox" aria-label={listLabel}>
          {found.map((one, at) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has its keys
            <div
              key={one.placeId}
              id={`${list}-${at}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={at === active ? "is-on" : undefined}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => void choose(one)}
            >
              <MapPin size={20} aria-hidden="true" />
              <span className="grow">
                <b className="one">{one.main}</b>
                <span className="sub ink2 one">{one.more}</span>
              </span>
            </div>
          ))}
        </div>
        <p className="cap ink3">{attribution}</p>
      </div>
    </>
  );
}

/** What goes to the input itself, and what listens. */
function inputOf({
  label: _label,
  value: _value,
  script: _script,
  options: _options,
  required: _required,
  listLabel: _list,
  attribution: _attribution,
  ...rest
}: Props) {
  return rest;
}
